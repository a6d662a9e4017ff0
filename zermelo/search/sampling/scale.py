"""Utilities in units of the range seen so far, so that an exploration constant means the same in every game."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.evaluate import centred
from zermelo.game import State

LOW, HIGH = 0, 1  # words of a scale: the least and the greatest utility seen


def widen(scale, utilities, players):
    """Widens the range by what each player gets."""
    for player in range(players):
        scale[LOW] = min(scale[LOW], utilities[player])
        scale[HIGH] = max(scale[HIGH], utilities[player])


def spread(scale):
    """The least utility seen, and how far the greatest lies above it; (0, 1) before any was seen."""
    low, high = scale[LOW], scale[HIGH]
    return (low, high - low) if high >= low else (0.0, 1.0)


def unit(scale):
    """The same for those who divide by the range: (0, 1) also where all utilities seen are equal."""
    low, breadth = scale[LOW], scale[HIGH] - scale[LOW]
    return (low, breadth) if 0.0 < breadth < math.inf else (0.0, 1.0)


def half_range(scale: Any) -> Any:
    """Half of the range, which replaces AlphaZero's -1 … 1."""
    half = 0.5 * (scale[HIGH] - scale[LOW])
    return half if half != 0.0 else 1.0


@lru_cache(maxsize=256)
def as_utility(evaluator: Any, best: float, middle: float) -> Callable[[State, int], float]:
    """The evaluation as an expected utility above or below the game's middle."""
    function, top = centred(evaluator, middle), best if math.isfinite(best) else 1.0
    one, win = evaluator.unit, evaluator.win
    if one <= 0:
        return lambda state, player: function(state, player) / win
    steep = math.log(3.0) / 2 / one  # a lead of one unit is halfway from even to won
    return lambda state, player: top * math.tanh(steep * function(state, player))
