"""Simultaneous perturbation stochastic approximation (Spall, 1992), as engines are tuned on Fishtest.

All options are moved at once, up or down at random, by the same distance to both sides of the present place. The two
engines play each other, and the place goes a step towards the winner. The distance and the steps shrink by the powers
that Spall recommends. Several chains begin at different places; none knows of the others, so that how far apart they
end says how sure the result is.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from zermelo.arena.statistics.counts import Counts
from zermelo.arena.tuning.method import Estimate, Found, Method, Trial

CHAINS = 4
DISTANCE, DISTANCE_POWER = 0.2, 0.101  # of both engines from the place, in shares of the range, and how it shrinks
STEP, STEP_POWER = 0.16, 0.602  # the first step after a round that one side won altogether, and how it shrinks
CALM = 0.1  # of the rounds: so many are added before a step is shrunk, else the first would be far too long
SETTLED = 0.5  # of the rounds, at the end: their mean place is the result
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365}  # 95%, by the number of chains


class Spsa(Method):
    """Chains of steps."""

    name = "spsa"

    def __init__(self, dimensions: int, rounds: int, games: int, seed: int, chains: int = CHAINS) -> None:
        super().__init__(dimensions, rounds, games, seed)
        self.places = [self._beginning(chain, chains) for chain in range(chains)]
        self._course: list[list[tuple[float, ...]]] = []

    def _beginning(self, chain: int, chains: int) -> tuple[float, ...]:
        """The first place of a chain: in every option, the chains begin in different parts of the range."""
        found = []
        for dimension in range(self.dimensions):
            parts = list(range(chains))
            random.Random(f"{self.seed} {dimension} beginnings").shuffle(parts)
            found.append((parts[chain] + 0.5) / chains)
        return tuple(found)

    def _signs(self, chain: int) -> list[int]:
        noise = random.Random(f"{self.seed} {self.round} {chain} signs")
        return [noise.choice((-1, 1)) for _ in range(self.dimensions)]

    @property
    def _distance(self) -> float:
        return float(DISTANCE / (self.round + 1) ** DISTANCE_POWER)

    def ask(self) -> list[Trial]:
        trials = []
        for chain, place in enumerate(self.places):
            moved = [sign * self._distance for sign in self._signs(chain)]
            above = tuple(_inside(x + move) for x, move in zip(place, moved, strict=True))
            below = tuple(_inside(x - move) for x, move in zip(place, moved, strict=True))
            trials.append(Trial(above, below))
        return trials

    def tell(self, trials: Sequence[Trial], results: Sequence[Counts]) -> None:
        calm = CALM * self.rounds
        step = STEP * ((calm + 1) / (calm + self.round + 1)) ** STEP_POWER
        after = []
        for chain, (place, counts) in enumerate(zip(self.places, results, strict=True)):
            slope = (2 * counts.score - 1) * DISTANCE / self._distance  # from -1 to 1 in the first round
            signs = self._signs(chain)
            after.append(tuple(_inside(x + step * slope * sign) for x, sign in zip(place, signs, strict=True)))
        self.places = after
        self._course.append(after)
        self.round += 1

    def found(self) -> Found | None:
        if not self._course:
            return None
        settled = self._course[-max(1, round(SETTLED * len(self._course))) :]
        options = []
        for dimension in range(self.dimensions):
            means = [
                math.fsum(places[chain][dimension] for places in settled) / len(settled)
                for chain in range(len(self.places))
            ]
            options.append(_mean_of(means))
        return Found(tuple(options))

    def course(self) -> list[list[tuple[float, ...]]]:
        return self._course


def _inside(x: float) -> float:
    return min(max(x, 0.0), 1.0)


def _mean_of(means: Sequence[float]) -> Estimate:
    """The mean of the chains, with Student's interval."""
    count = len(means)
    mean = math.fsum(means) / count
    if count < 2:
        return Estimate(mean, 0.0, 1.0)
    spread = math.sqrt(math.fsum((x - mean) ** 2 for x in means) / (count - 1) / count)
    half = STUDENT[count] * spread
    return Estimate(mean, _inside(mean - half), _inside(mean + half))
