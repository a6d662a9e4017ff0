"""A walk of three steps of one or two along four payments: those that reach the fifth read past the array's end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zermelo import Game

PAYMENTS = np.array([0.0, 0.5, -0.5, 1.0])


class Walk(NamedTuple):
    place: int
    ply: int


def actions(state):
    yield 1
    yield 2


def result(state, step):
    return Walk(state.place + step, state.ply + 1)


def utility(state, player):
    payment = PAYMENTS[state.place]
    return payment if player == 0 else -payment


def out_of_bounds() -> Game:
    return Game(
        initial=lambda: Walk(0, 0),
        to_move=lambda state: state.ply % 2,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.ply == 3,
        utility=utility,
        max_plies=3,
    )
