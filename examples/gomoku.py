"""Gomoku: five in a row on a board of 15×15, with each player's stones on a Python integer of 225 bits."""

from typing import NamedTuple

from zermelo import Game
from zermelo.picture import Board


class GomokuState(NamedTuple):
    black: int  # a bit for each crossing
    white: int
    last: int  # where the last stone was put, -1: nowhere yet


def gomoku(size: int = 15, row: int = 5) -> Game:
    """size: of the board; row: stones in a line that win; more than that win too."""
    full = (1 << size * size) - 1
    outward = sorted(
        range(size * size), key=lambda cell: abs(2 * (cell // size) - size + 1) + abs(2 * (cell % size) - size + 1)
    )

    def initial():
        return GomokuState(0, 0, -1)

    def to_move(state):
        return (state.black | state.white).bit_count() % 2

    def actions(state):
        taken = state.black | state.white
        return [cell for cell in outward if not taken >> cell & 1]

    def result(state, cell):
        if to_move(state) == 0:
            return GomokuState(state.black | 1 << cell, state.white, cell)
        return GomokuState(state.black, state.white | 1 << cell, cell)

    def length(stones, cell, down, right):
        """How many stones of a line lie beyond the cell, in one direction."""
        y, x = divmod(cell, size)
        count = 0
        while True:
            y, x = y + down, x + right
            if not (0 <= y < size and 0 <= x < size and stones >> (y * size + x) & 1):
                return count
            count += 1

    def has_row(state):
        """Did the last stone make a row?"""
        if state.last < 0:
            return False
        stones = state.white if to_move(state) == 0 else state.black
        return any(
            length(stones, state.last, down, right) + 1 + length(stones, state.last, -down, -right) >= row
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )

    def is_terminal(state):
        return state.black | state.white == full or has_row(state)

    def utility(state, player):
        if not has_row(state):
            return 0.0
        return -1.0 if to_move(state) == player else 1.0

    def picture(state):
        cells = ["●" if state.black >> n & 1 else "○" if state.white >> n & 1 else "" for n in range(size * size)]
        rows = tuple(tuple(cells[start : start + size]) for start in range(0, size * size, size))
        marked = {divmod(state.last, size)} if state.last >= 0 else set()
        return Board(rows, shape="crossing", marked=frozenset(marked))

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=size * size, max_plies=size * size, best_utility=1.0, player_names=("black", "white"),
        format_action=lambda state, cell: f"{'ABCDEFGHJKLMNOPQRST'[cell % size]}{size - cell // size}",
        picture=picture, summary="Five in a row on 15×15.",
    )  # fmt: skip
