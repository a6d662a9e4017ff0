"""Castles: a lord's share of the stones still standing."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear


def evaluator(red: int, green: int, blue: int) -> Linear:
    """In units of utility: all the stones are worth 2, none -1, a third 0."""

    def share(state, player):
        own = state.red if player == 0 else state.green if player == 1 else state.blue
        return 3.0 * own / (state.red + state.green + state.blue) - 1.0

    return Linear((Feature("share of the stones", 1.0, share),))


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(evaluator=partial(evaluator, **parameters))
