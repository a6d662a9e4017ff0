"""Hex on a board of 8×8 on one integer for each player, whose 64th bit does not fit a signed word of compiled code."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

SIZE = 8
FULL = (1 << SIZE * SIZE) - 1
LEFT = sum(1 << SIZE * row for row in range(SIZE))
TOP = (1 << SIZE) - 1


class Hexes(NamedTuple):
    first: int
    second: int
    player: int


def grown(cells):
    """The cells and their neighbours."""
    left, right = cells & ~LEFT, cells & ~(LEFT << SIZE - 1)
    return cells | left >> 1 | right << 1 | cells >> SIZE | cells << SIZE | right >> SIZE - 1 | left << SIZE - 1


def reaches(cells, start, end):
    """Does a chain of cells join the two sides?"""
    chain = cells & start
    while True:
        more = grown(chain) & cells & FULL
        if more == chain:
            return chain & end != 0
        chain = more


def actions(state):
    for cell in range(SIZE * SIZE - 1, -1, -1):
        if not (state.first | state.second) >> cell & 1:
            yield cell


def result(state, cell):
    if state.player == 0:
        return Hexes(state.first | 1 << cell, state.second, 1)
    return Hexes(state.first, state.second | 1 << cell, 0)


def is_terminal(state):
    if state.player == 1:
        return reaches(state.first, LEFT, LEFT << SIZE - 1)
    return reaches(state.second, TOP, TOP << SIZE * (SIZE - 1))


def utility(state, player):
    return -1.0 if state.player == player else 1.0


def hex_board() -> Game:
    return Game(
        initial=lambda: Hexes(0, 0, 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        max_plies=SIZE * SIZE,
        best_utility=1.0,
    )
