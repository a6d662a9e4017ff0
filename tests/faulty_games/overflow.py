"""Three factors of about a thousand million are multiplied. The product is positive, but exceeds 64 bits: so the first
player wins in Python, and not in compiled code."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game


class Product(NamedTuple):
    value: int
    ply: int


def actions(state):
    yield 3_000_000_019
    yield 3_000_000_037


def result(state, factor):
    return Product(state.value * factor, state.ply + 1)


def utility(state, player):
    return 1.0 if (state.value > 0) == (player == 0) else -1.0


def overflow() -> Game:
    return Game(
        initial=lambda: Product(1, 0),
        to_move=lambda state: state.ply % 2,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.ply == 3,
        utility=utility,
        max_plies=3,
        best_utility=1.0,
    )
