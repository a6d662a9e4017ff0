"""An m,n,k game with each player's stones on one wide word, which compiles: boards of up to 19×19."""

from typing import NamedTuple

from zermelo import Game
from zermelo.bits import Wide, Wide256, Wide384


class WideStonesState(NamedTuple):
    mine: Wide  # stones of the player to move, a bit for each cell
    theirs: Wide
    ply: int


def mnk_wide(size: int = 9, row: int = 5) -> Game:
    """size: of the board; row: stones in a line that win."""
    if not 1 <= row <= size <= 19:
        raise ValueError("row must be from 1 to size, and size at most 19")
    width = size + 1  # an empty column keeps lines from running on into the next row
    word = Wide if size <= 10 else Wide256 if size <= 15 else Wide384  # the last cell is bit size × width - 2
    one = word(1)

    def initial():
        return WideStonesState(word(0), word(0), 0)

    def to_move(state):
        return state.ply % 2

    def actions(state):
        taken = state.mine | state.theirs
        for cell in range(size * size):
            if not taken >> (cell // size * width + cell % size) & 1:
                yield cell

    def result(state, cell):
        return WideStonesState(state.theirs, state.mine | one << (cell // size * width + cell % size), state.ply + 1)

    def won(stones):
        for step in (1, width, width + 1, width - 1):
            run = stones
            for _ in range(row - 1):
                run &= run >> step
            if run:
                return True
        return False

    def is_terminal(state):
        return won(state.theirs) or state.ply == size * size

    def utility(state, player):
        if not won(state.theirs):
            return 0.0
        return -1.0 if player == state.ply % 2 else 1.0

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=size * size, max_plies=size * size, player_names=("X", "O"), summary="Five in a row on 9×9.",
    )  # fmt: skip
