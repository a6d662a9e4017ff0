"""How good a value is, on one scale for all games and engines, as the bar of advantage shows it."""

from __future__ import annotations

import math

from zermelo.evaluate import opinion
from zermelo.game import Game
from zermelo.search.analysis import Analysis

STEEP = 0.6  # an advantage of one unit (a pawn, a man) is a share of sigmoid(STEEP)


def share(game: Game, value: float, decided: bool) -> float:
    """How good a value is for its player, from 0 to 1: linear for utilities, a sigmoid for evaluations.

    An evaluation in units of utility (`win` is 1, as in a user's own) is linear too.
    """
    evaluator = opinion(game)
    if decided or evaluator is None or evaluator.win <= 1.0:
        return 0.5 + 0.5 * max(-1.0, min(1.0, value / (abs(game.best_utility or 0.0) or 1.0)))
    unit = evaluator.tactics.margin if evaluator.tactics and evaluator.tactics.margin else evaluator.win / 100
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, STEEP * value / max(unit, 1e-9)))))


def is_decided(analysis: Analysis) -> bool:
    """Is the value a utility rather than an evaluation? A mean of playouts' utilities counts as one."""
    if analysis.exact or analysis.distance is not None or analysis.simulations is not None:
        return True
    return any(c.decided for c in analysis.candidates if c.action == analysis.action and c.bound == "exact")
