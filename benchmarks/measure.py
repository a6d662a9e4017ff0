"""How a comparison is measured and told: rows of rates, ours beside a peer's, taken turn by turn in one run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

INSTALL = 'skipped: pip install "zermelo[bench]"'


class Mismatch(Exception):
    """Two programs that must do the same work did not: their rates mean nothing."""


@dataclass(frozen=True)
class Row:
    """One line of the table. Either a rate beside a peer's, or seconds that should stay below a bound."""

    what: str
    unit: str
    ours: float | None = None
    peer: float | None = None
    at_least: float | None = None  # the target, as a multiple of the peer's rate
    at_most: float | None = None  # the target, in the row's own unit
    skipped: str = ""  # why there is nothing to show

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer if self.ours is not None and self.peer else None

    @property
    def met(self) -> bool | None:
        """Is the target reached? None: there is no target, or nothing was measured."""
        if self.ratio is not None and self.at_least is not None:
            return self.ratio >= self.at_least
        if self.ours is not None and self.at_most is not None:
            return self.ours <= self.at_most
        return None

    @property
    def target(self) -> str:
        if self.at_least is not None:
            return f"≥ {self.at_least:g}×"
        return f"≤ {self.at_most:g} {self.unit}" if self.at_most is not None else ""

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio, "met": self.met}


def seconds_of(work: Callable[[], Any]) -> float:
    """What a piece of work takes on the wall clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cpu_seconds(work: Callable[[], Any]) -> float:
    """What a piece of work takes of the processor, which other programs on the machine do not change."""
    start = time.process_time()
    work()
    return time.process_time() - start


def best_rates(repeats: int, *rates: Callable[[], float]) -> list[float]:
    """The best of each program's rates, measured in turns so that a noisy machine is unfair to none."""
    rounds = [[rate() for rate in rates] for _ in range(repeats)]
    return [max(column) for column in zip(*rounds, strict=True)]
