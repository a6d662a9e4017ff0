"""Tic-tac-toe as the notebooks of Artificial Intelligence: A Modern Approach write it: a class with these methods."""


class TicTacToe:
    """An h by v board; k in a row win. A state is (board, who moves), the board a frozenset of (square, player)."""

    def __init__(self, h=3, v=3, k=3):
        self.k = k
        self.squares = frozenset((x, y) for x in range(h) for y in range(v))
        self.initial = (frozenset(), "X")

    def actions(self, state):
        return sorted(self.squares - {square for square, _ in state[0]})

    def result(self, state, square):
        board, player = state
        return (board | {(square, player)}, "O" if player == "X" else "X")

    def utility(self, state, player):
        board = dict(state[0])
        for winner in "XO":
            if self._in_a_row(board, winner):
                return 1 if winner == player else -1
        return 0

    def is_terminal(self, state):
        return self.utility(state, "X") != 0 or len(state[0]) == len(self.squares)

    def to_move(self, state):
        return state[1]

    def display(self, state):
        board = dict(state[0])
        rows = sorted({y for _, y in self.squares})
        columns = sorted({x for x, _ in self.squares})
        for y in rows:
            print(" ".join(board.get((x, y), ".") for x in columns))

    def _in_a_row(self, board, player):
        for (x, y), (right, down) in ((start, step) for start in board for step in ((1, 0), (0, 1), (1, 1), (1, -1))):
            if all(board.get((x + right * i, y + down * i)) == player for i in range(self.k)):
                return True
        return False
