"""How good a value is: on one scale for all games and engines, for levels; and as chances, for the bar of advantage."""

from __future__ import annotations

import math

from zermelo.evaluate import odds_of, opinion
from zermelo.game import Game
from zermelo.numerals import is_zero
from zermelo.search.analysis import Analysis, Candidate

FEWEST = 50  # playouts: the mean of fewer is no value yet
UNSURE = 0.01  # what an estimate leaves to either side at least
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


def is_early(analysis: Analysis, candidate: Candidate | None = None) -> bool:
    """Is the value of a candidate (by default of the position) a mean of fewer than FEWEST playouts?"""
    one = candidate or analysis.best
    if analysis.simulations is None or analysis.network_value is not None or one.decided:
        return False
    return (analysis.simulations if one.visits is None else one.visits) < FEWEST


def chances(game: Game, value: float, is_utility: bool, decided: bool = False) -> tuple[float, float, float] | None:
    """The chances to win, draw and lose that a value stands for; None in games of other than two sides.

    A decided value leaves no doubt. Estimates are turned into chances on the scale that was fitted to the game's own
    results, where there is one; else a draw is left out, and a value counts as a share of the best.
    """
    if not game.is_duel:
        return None
    above = value - game.middle if is_utility else value
    if decided and not game.has_chance and is_utility:
        is_even = is_zero(above, game.scale)
        return float(above > 0 and not is_even), float(is_even), float(above < 0 and not is_even)
    evaluator, odds = opinion(game), odds_of(game)
    if odds is not None and is_utility == (evaluator is None or evaluator.win == 1.0):
        win, loss = odds.win(above), odds.win(-above)
    else:
        win = advantage(game, value, is_utility)
        loss = 1.0 - win
    win, loss = max(UNSURE / 2, win), max(UNSURE / 2, loss)
    least = min(max(win + (1.0 - win - loss) / 2, UNSURE), 1.0 - UNSURE)  # the share of the game, draws halved
    draw = max(0.0, 1.0 - win - loss)
    return least - draw / 2, draw, 1.0 - least - draw / 2


def share_of(game: Game, value: float, is_utility: bool, decided: bool = False) -> float:
    """The share of the game that a value promises its player: the chance to win and half of that to draw."""
    found = chances(game, value, is_utility, decided)
    return advantage(game, value, is_utility) if found is None else found[0] + found[1] / 2


def advantage_of(analysis: Analysis, candidate: Candidate | None = None) -> float | None:
    """The share of the game that a candidate (by default the best one) promises the player to move.

    None if that cannot be said, or not yet.
    """
    one = candidate or analysis.best
    if one.bound == "stopped" or not one.known or not has_advantage(analysis.game) or is_early(analysis, candidate):
        return None
    return share_of(analysis.game, one.value, analysis.is_utility(one), one.decided and not analysis.model)
