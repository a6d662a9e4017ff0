"""What methods of tuning share: in each round they ask for trials, and are told the results.

A trial is some games of the engine at one place against the engine at another, or against the engine as it is. All that
a method does follows from its seed and the results, so that a run which goes on after a break ends as one without.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from zermelo.arena.statistics.counts import Counts


class Trial(NamedTuple):
    """Two places in the space, each as numbers from 0 to 1; None: the engine without the options that are tuned."""

    first: tuple[float, ...]
    second: tuple[float, ...] | None


class Estimate(NamedTuple):
    """Where an option is best, as a number from 0 to 1, and the ends of its 95% interval."""

    value: float
    low: float
    high: float


class Found(NamedTuple):
    """What a method says after some rounds."""

    options: tuple[Estimate, ...]  # in the order of the space's dimensions
    elo: Estimate | None = None  # over the engine as it is; None: the method does not tell


class Method(ABC):
    """A way to tune, and what it has learned so far."""

    name = ""

    def __init__(self, dimensions: int, rounds: int, games: int, seed: int) -> None:
        """rounds: how many there will be; games: of each trial."""
        self.dimensions, self.rounds, self.games, self.seed = dimensions, rounds, games, seed
        self.round = 0  # that comes next

    @abstractmethod
    def ask(self) -> Sequence[Trial]:
        """The trials of the next round; the same as long as their results are not told."""

    def recalled(self) -> Sequence[Trial] | None:
        """What it asked in the next round of a run that is read from a file; None: that takes long to find out."""
        return self.ask()

    @abstractmethod
    def tell(self, trials: Sequence[Trial], results: Sequence[Counts]) -> None:
        """Takes the results of the next round's trials, seen from the first engine of each."""

    @abstractmethod
    def found(self) -> Found | None:
        """Where the options are best; None: too little is known."""

    @abstractmethod
    def course(self) -> Sequence[Any]:
        """For the plot: the places that each round ended with, or tried."""
