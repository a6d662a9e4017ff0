"""Nine Men's Morris as a frozen dataclass with methods, its board in a dictionary."""

from dataclasses import dataclass, replace

from zermelo import Game
from zermelo.picture import Board

# 24 points: eight round each of three squares, from the top left clockwise, the outer square first
NEAR = {
    point: tuple(
        [point - point % 8 + (point + 1) % 8, point - point % 8 + (point + 7) % 8]
        + ([other for other in (point - 8, point + 8) if 0 <= other < 24] if point % 2 else [])
    )
    for point in range(24)
}
SIDES = [8 * square + side for square in range(3) for side in (0, 2, 4, 6)]
MILLS = tuple(
    [(corner, corner + 1, corner - corner % 8 + (corner + 2) % 8) for corner in SIDES]
    + [(side, side + 8, side + 16) for side in (1, 3, 5, 7)]
)
# where the points lie on a board of seven rows and columns, and which of them lines join
PLACES = [
    (3 + (3 - square) * down, 3 + (3 - square) * right)
    for square in range(3)
    for down, right in ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
]
JOINED = tuple((PLACES[point], PLACES[other]) for point in range(24) for other in NEAR[point] if point < other)


@dataclass(frozen=True)
class Morris:
    """A position."""

    men: tuple  # of the 24 points: 0 empty, 1 white, 2 black
    hand: tuple  # men not yet placed
    player: int
    quiet: int  # plies since a man was placed or taken

    def count(self, player):
        return self.men.count(player + 1) + self.hand[player]

    def in_mill(self, point, men):
        return any(point in mill and men[mill[0]] == men[mill[1]] == men[mill[2]] != 0 for mill in MILLS)

    def steps(self):
        """Every (from, to) without captures; from -1: a man placed."""
        mine = self.player + 1
        flies = self.men.count(mine) == 3
        for start in range(-1, 24):
            if start == -1 if self.hand[self.player] else start >= 0 and self.men[start] == mine:
                for to in range(24):
                    if self.men[to] == 0 and (start < 0 or flies or to in NEAR[start]):
                        yield start, to

    def can_step(self):
        for _ in self.steps():
            return True
        return False

    def moved(self, start, to):
        men = list(self.men)
        men[to] = self.player + 1
        if start >= 0:
            men[start] = 0
        return tuple(men)


def nine_mens_morris(men: int = 9) -> Game:
    """Place, then move your men; three in a line take one of the other's. Two men left, or no move, loses."""

    def initial():
        return Morris((0,) * 24, (men, men), 0, 0)

    def to_move(state):
        return state.player

    def actions(state):
        theirs = 2 - state.player
        for start, to in state.steps():
            after = state.moved(start, to)
            if not state.in_mill(to, after):
                yield start, to, -1
                continue
            # A man in a mill can be taken only where all of them are, and nothing is taken where there is none
            is_free = any(after[point] == theirs and not state.in_mill(point, after) for point in range(24))
            if theirs not in after:
                yield start, to, -1
            for taken in range(24):
                if after[taken] == theirs and not (is_free and state.in_mill(taken, after)):
                    yield start, to, taken

    def result(state, action):
        start, to, taken = action
        after = list(state.moved(start, to))
        if taken >= 0:
            after[taken] = 0
        hand = list(state.hand)
        if start < 0:
            hand[state.player] -= 1
        quiet = 0 if taken >= 0 or start < 0 else state.quiet + 1
        return replace(state, men=tuple(after), hand=tuple(hand), player=1 - state.player, quiet=quiet)

    def lost(state):
        return state.count(state.player) < 3 or not state.can_step()

    def is_terminal(state):
        return state.quiet >= 50 or lost(state)

    def utility(state, player):
        if not lost(state):
            return 0.0
        return -1.0 if state.player == player else 1.0

    def name(point):
        row, column = PLACES[point]
        return f"{'abcdefg'[column]}{7 - row}"

    def format_action(state, action):
        start, to, taken = action
        return "".join([f"{name(start)}-" * (start >= 0), name(to), f"x{name(taken)}" * (taken >= 0)])

    def picture(state):
        cells = [[""] * 7 for _ in range(7)]
        for (row, column), man in zip(PLACES, state.men, strict=True):
            cells[row][column] = ("", "○", "●")[man]
        white, black = state.hand
        turn = "" if is_terminal(state) else f"; {('white', 'black')[state.player]} to move"
        return Board(
            cells=tuple(map(tuple, cells)),
            rows=tuple("7654321"),
            columns=tuple("abcdefg"),
            shape="crossing",
            joined=JOINED,
            caption=f"men in hand: white {white}, black {black}{turn}",
        )

    def touches(state, action):
        return [PLACES[point] for point in action if point >= 0]

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        player_names=("white", "black"), summary="Mills of three take men; fewer than three men lose.",
        format_action=format_action, picture=picture, touches=touches,
    )  # fmt: skip
