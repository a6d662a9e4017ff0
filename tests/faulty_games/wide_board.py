"""Eighty-one cells on one integer, three in a row of the first rank win; the others only fill the board.

It keeps every law; bits beyond the 63rd do not fit the usual integers of compiled code.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

CELLS = 81
FULL = (1 << CELLS) - 1


class Wide(NamedTuple):
    mine: int
    theirs: int
    player: int


def won(board):
    return board & (board >> 1) & (board >> 2) & 0b1111111 != 0


def actions(state):
    for cell in range(CELLS - 1, -1, -1):
        if not (state.mine | state.theirs) >> cell & 1:
            yield cell


def result(state, cell):
    return Wide(state.theirs, state.mine | 1 << cell, 1 - state.player)


def is_terminal(state):
    return won(state.theirs) or state.mine | state.theirs == FULL


def utility(state, player):
    if not won(state.theirs):
        return 0.0
    return -1.0 if state.player == player else 1.0


def wide_board() -> Game:
    return Game(
        initial=lambda: Wide(0, 0, 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        max_plies=CELLS,
        best_utility=1.0,
    )
