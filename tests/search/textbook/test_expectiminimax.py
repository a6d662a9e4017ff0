"""Expectiminimax: chance nodes that lead to chance nodes."""

from __future__ import annotations

from typing import NamedTuple

import zermelo


def test_a_chance_node_may_lead_to_itself():
    class Flip(NamedTuple):
        chance: int
        left: int

    def chances(state):
        yield 0, 0.5
        yield 1, 0.5

    def actions(state):
        yield 0

    def result(state, move):
        if state.chance:
            return Flip(1, state.left) if move == 0 else Flip(0, state.left)
        return Flip(1, state.left - 1)

    game = zermelo.Game(
        lambda: Flip(1, 2),
        lambda state: zermelo.CHANCE if state.chance else 0,
        actions,
        result,
        lambda state: state.left == 0,
        lambda state, player: 1.0 if player == 0 else -1.0,
        chances=chances,
    )
    fast, slow = (zermelo.Expectiminimax(depth=4, compiled=c).analyse(game, Flip(0, 2)) for c in (True, False))
    assert fast.value == slow.value
