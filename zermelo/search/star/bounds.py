"""The range of a game's values: what a cut at a chance node counts outcomes as that were not searched."""

from __future__ import annotations

import math
from typing import NamedTuple

from zermelo.evaluate import Evaluator
from zermelo.game import Game


class ValueRange(NamedTuple):
    """No value in a kernel is below `low` or above `high`, for player 0; infinite where nothing is known."""

    low: float
    high: float


def value_range(game: Game, evaluator: Evaluator | None) -> ValueRange:
    """The range that the game's best utility gives, else the evaluator's `reach`.

    In a duel that declares its best utility, kernels keep evaluations within it (see `opinion_limit`).
    """
    win = evaluator.win if evaluator else 1.0
    if game.is_duel and game.reach is not None:
        return ValueRange(-game.reach * win, game.reach * win)
    reach = reach_of(evaluator)
    if reach:
        return ValueRange(-reach, reach)
    if evaluator is None and game.best_utility is not None:
        return ValueRange(-math.inf, game.best_utility)
    return ValueRange(-math.inf, math.inf)


def reach_of(evaluator: Evaluator | None) -> float:
    """The evaluator's `reach`; 0 where it has none, as an evaluator of a user's own class may not."""
    return float(getattr(evaluator, "reach", 0.0))
