"""The difference in strength that won, drawn and lost games show."""

from __future__ import annotations

import math
from typing import NamedTuple


class Elo(NamedTuple):
    """The Elo difference that a score stands for, and its 95% interval; infinite when every game went one way."""

    difference: float
    low: float
    high: float


def elo(wins: int, draws: int, losses: int) -> Elo:
    """The first engine's strength over the second's.

    The interval is that of the mean score: normal, with a Wilson centre, so that 10:0 does not look certain.
    """
    games = wins + draws + losses
    if games == 0:
        return Elo(0.0, -math.inf, math.inf)
    score = (wins + draws / 2) / games
    z = 1.959964
    # The variance of one game's score is at most score × (1 - score); draws make it less.
    spread = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    ratio = spread / (score * (1 - score)) if 0 < score < 1 else 1.0
    effective = games / max(ratio, 1e-9)
    centre = (score + z * z / (2 * effective)) / (1 + z * z / effective)
    half = z / (1 + z * z / effective) * math.sqrt(score * (1 - score) / effective + z * z / (4 * effective**2))
    low, high = (centre - half if score > 0 else 0.0), (centre + half if score < 1 else 1.0)
    return Elo(_difference(score), _difference(low), _difference(high))


def _difference(score: float) -> float:
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))
