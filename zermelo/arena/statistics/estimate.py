"""What counts of results say: the score, Elo, normalized Elo, and the likelihood of superiority."""

from __future__ import annotations

import math
from typing import NamedTuple

from zermelo.arena.mean import NORMAL
from zermelo.arena.statistics.counts import Counts

LOGISTIC = 400 / math.log(10)  # Elo per unit of log odds
NORMALIZED = 800 / math.log(10)  # normalized Elo per standard deviation of one game


class Estimate(NamedTuple):
    """A difference in strength, and half of the width of its 95% interval."""

    value: float
    error: float


def elo_of(score: float) -> float:
    """The difference in Elo that gives this score; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score that this difference in Elo gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_estimate(counts: Counts) -> Estimate:
    """The difference in Elo; infinite where all games went one way, as its error is then, or where none was played."""
    error = _error(counts)
    low, high = elo_of(counts.score - error), elo_of(counts.score + error)
    half = (high - low) / 2 if math.isfinite(high - low) else math.inf
    return Estimate(elo_of(counts.score), half)


def normalized_estimate(counts: Counts) -> Estimate:
    """The difference in normalized Elo: the mean in standard deviations of one game, times a constant.

    It does not depend on how many games are drawn, and says how many games a test of the difference needs.
    """
    deviation = _game_deviation(counts)
    if deviation == 0:
        return Estimate(math.copysign(math.inf, counts.score - 0.5) if counts.score != 0.5 else 0.0, math.inf)
    value, error = (counts.score - 0.5) / deviation, _error(counts) / deviation
    return Estimate(NORMALIZED * value, NORMALIZED * error)


def superiority(counts: Counts) -> float:
    """The likelihood of superiority: how probable it is, by the normal distribution, that the engine is better."""
    spread = math.sqrt(counts.variance / counts.total) if counts.total else 0.0
    if spread == 0:
        return 0.5 if counts.score == 0.5 else float(counts.score > 0.5)
    return 0.5 * math.erfc(-(counts.score - 0.5) / spread / math.sqrt(2))


def _error(counts: Counts) -> float:
    """Half of the width of the score's 95% interval."""
    return NORMAL * math.sqrt(counts.variance / counts.total) if counts.total else math.inf


def _game_deviation(counts: Counts) -> float:
    """The standard deviation of one game's score; that of a pair is the mean of two games, were they independent."""
    return math.sqrt(counts.variance * (2 if counts.are_pairs else 1))
