"""Kalah: the lead in the stores, the seeds on one's own side, and pits that earn another turn."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear
from zermelo.evaluate.odds import Odds
from zermelo.games.kalah import PIT, WIDTH, sum_of

SIDE, AGAIN = 0.25, 0.4  # in seeds: what a seed on one's own side is worth, and a pit that earns a turn


def evaluator(pits: int, seeds: int, empty_capture: bool) -> Linear:
    """In seeds, which are the game's utility."""
    around = 2 * pits + 1

    def lead(state, player):
        ahead = state.south_store - state.north_store
        return float(ahead if player == 0 else -ahead)

    def on_side(state, player):
        ahead = sum_of(state.south) - sum_of(state.north)
        return float(ahead if player == 0 else -ahead)

    def turns(side):
        """How many pits end in the store."""
        found = 0
        for pit in range(pits):
            if (side >> WIDTH * pit & PIT) % around == pits - pit:
                found += 1
        return found

    def again(state, player):
        ahead = turns(state.south) - turns(state.north)
        return float(ahead if player == 0 else -ahead)

    return Linear(
        (
            Feature("lead in the stores", 1.0, lead),
            Feature("seeds on the own side", SIDE, on_side),
            Feature("pits that earn a turn", AGAIN, again),
        )
    )


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(evaluator=partial(evaluator, **parameters), odds=Odds(lead=2.63, drawn=0.733))
