"""Results as counts: games by points (0, 1/2, 1), or pairs of games by the points of both (0, 1/2, 1, 3/2, 2).

A pair is the two games that begin alike, with the sides exchanged. Where an opening favours one side their results
depend on each other, so the counts of pairs (pentanomial) tell more than those of games (trinomial).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Counts:
    """How many games, or pairs of games, gave an engine each number of points, the fewest first.

    >>> Counts((96, 111, 136)).score
    0.5583090379008746
    """

    numbers: tuple[float, ...]  # three: lost, drawn, won games; five: pairs by points 0, 1/2, 1, 3/2, 2

    @property
    def total(self) -> float:
        """Of games, or of pairs."""
        return math.fsum(self.numbers)

    @property
    def are_pairs(self) -> bool:
        return len(self.numbers) == 5

    @property
    def scores(self) -> tuple[float, ...]:
        """The share of the points that each count stands for."""
        return tuple(place / (len(self.numbers) - 1) for place in range(len(self.numbers)))

    @property
    def score(self) -> float:
        """The mean share of the points; 1/2 where nothing was played."""
        return self._mean if self.total else 0.5

    @property
    def variance(self) -> float:
        """Of the share of the points of one game, or of one pair."""
        mean = self.score
        spread = sum(n * (score - mean) ** 2 for n, score in zip(self.numbers, self.scores, strict=True))
        return spread / self.total if self.total else 0.0

    @property
    def _mean(self) -> float:
        return math.fsum(n * score for n, score in zip(self.numbers, self.scores, strict=True)) / self.total


def counts_of(points: Sequence[float], in_pairs: bool) -> Counts:
    """The counts of games' points (0, 1/2 or 1), one after another; a last game without its pair does not count."""
    numbers = [0] * (5 if in_pairs else 3)
    together = 2 if in_pairs else 1
    for first in range(0, len(points) - together + 1, together):
        numbers[round(2 * sum(points[first : first + together]))] += 1
    return Counts(tuple(numbers))
