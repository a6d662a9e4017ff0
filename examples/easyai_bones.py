"""The Game of Bones as the first example of easyAI writes it: a class that changes itself with every move."""

try:
    from easyAI import TwoPlayerGame
except ImportError:  # the class works as well without the package
    TwoPlayerGame = object


class GameOfBones(TwoPlayerGame):
    """Take one to three bones; whoever takes the last one loses."""

    def __init__(self, players=None, pile=20):
        self.players = players
        self.pile = pile
        self.current_player = 1

    def possible_moves(self):
        return [str(taken) for taken in (1, 2, 3) if taken <= self.pile]

    def make_move(self, move):
        self.pile -= int(move)

    def win(self):
        return self.pile <= 0

    def is_over(self):
        return self.win()

    def scoring(self):
        return 100 if self.win() else 0

    def show(self):
        print(f"{self.pile} bones left in the pile")
