"""Peg solitaire, for one: jump over a peg into a hole and take it off; the fewer pegs are left, the better."""

from typing import NamedTuple

from zermelo import Game
from zermelo.picture import Board

BOARDS = {
    "english": ("  ooo  ", "  ooo  ", "ooooooo", "ooo.ooo", "ooooooo", "  ooo  ", "  ooo  "),
    "cross": ("  .  ", "  o  ", "ooooo", "  .  ", "  .  "),
    "small": ("o.oo", "oooo", "oooo"),
}


class PegState(NamedTuple):
    pegs: tuple  # True where there is a peg, for each place of the board


def peg_solitaire(board: str = "english") -> Game:
    """board: english, cross or small."""
    if board not in BOARDS:
        raise ValueError(f"there is no board {board!r}; there are {', '.join(BOARDS)}")
    lines = BOARDS[board]
    places = [(row, column) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign != " "]
    numbers = {place: number for number, place in enumerate(places)}
    jumps = []
    for row, column in places:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if over in numbers and to in numbers:
                jumps.append((numbers[row, column], numbers[over], numbers[to]))

    def initial():
        return PegState(tuple(lines[row][column] == "o" for row, column in places))

    def to_move(state):
        return 0

    def actions(state):
        pegs = state.pegs
        for start, over, end in jumps:
            if pegs[start] and pegs[over] and not pegs[end]:
                yield start, over, end

    def result(state, jump):
        pegs = list(state.pegs)
        start, over, end = jump
        pegs[start], pegs[over], pegs[end] = False, False, True
        return PegState(tuple(pegs))

    def is_terminal(state):
        return not any(True for _ in actions(state))

    def utility(state, player):
        return -float(sum(state.pegs))

    def name(place):
        row, column = places[place]
        return f"{'abcdefg'[column]}{len(lines) - row}"

    def format_action(state, jump):
        return f"{name(jump[0])}-{name(jump[2])}"

    def picture(state):
        cells = [["" for _ in line] for line in lines]
        for (row, column), peg in zip(places, state.pegs):
            cells[row][column] = "●" if peg else ""
        absent = [(r, c) for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == " "]
        return Board(tuple(map(tuple, cells)), shape="hole", absent=frozenset(absent))

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        players=1, max_actions=len(jumps), max_plies=len(places), points="pegs",
        format_action=format_action, picture=picture, summary="Leave as few pegs as you can.",
    )  # fmt: skip
