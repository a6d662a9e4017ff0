"""How good a value is, on one scale for all games and engines, as the bar of advantage shows it."""

from __future__ import annotations

import math

from zermelo.evaluate import opinion
from zermelo.game import Game
from zermelo.search.analysis import Analysis, Candidate

STEEP = 0.6  # an advantage of one unit (a pawn, a man) is worth sigmoid(STEEP)


def advantage(game: Game, value: float, is_utility: bool) -> float:
    """How good a value is for its player, from 0 to 1: linear for utilities, a sigmoid for evaluations.

    An evaluation in units of utility (`win` is 1, as in a user's own) is linear too.
    """
    evaluator = opinion(game)
    if is_utility or evaluator is None or evaluator.win <= 1.0:
        return 0.5 + 0.5 * max(-1.0, min(1.0, (value - game.middle) / (abs(game.reach or 0.0) or 1.0)))
    unit = evaluator.tactics.margin if evaluator.tactics and evaluator.tactics.margin else evaluator.win / 100
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, STEEP * value / max(unit, 1e-9)))))


def has_advantage(game: Game) -> bool:
    """Can a value be placed between lost and won? Not in a game for one player that does not state its best result."""
    return game.players > 1 or game.best_utility is not None


def advantage_of(analysis: Analysis, candidate: Candidate | None = None) -> float | None:
    """How good a candidate (by default the best one) is for the player to move; None if that cannot be said."""
    one = candidate or analysis.best
    if one.bound == "stopped" or not one.known or not has_advantage(analysis.game):
        return None
    return advantage(analysis.game, one.value, analysis.is_utility(one))
