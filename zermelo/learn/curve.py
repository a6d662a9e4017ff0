"""The learning curve: what was measured on the way, as the file keeps it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.game import ZermeloError

SHARES = ("score", "share")  # how the names of shares begin
MOST_ELO = 800.0  # that one match can tell


@dataclass(frozen=True)
class Series:
    """One of the numbers that a run measures, over the games played."""

    name: str  # such as "score against random"
    games: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def is_share(self) -> bool:
        """Are the values shares, from 0 to 1? Losses and points may be as small, and are not."""
        return self.name.startswith(SHARES) and all(0.0 <= value <= 1.0 for value in self.values)


def point(games: int, measured: Mapping[str, float]) -> dict[str, float]:
    """A point of a header's `curve`."""
    return {"games": games, **{name: round(float(value), 6) for name, value in measured.items()}}


def series_of(curve: Sequence[Mapping[str, Any]]) -> list[Series]:
    """A header's `curve` as series, in the order in which they were first measured. Raises ZermeloError."""
    found: dict[str, list[tuple[int, float]]] = {}
    try:
        for one in curve:
            games = int(one["games"])
            for name, value in one.items():
                if name != "games":
                    found.setdefault(str(name), []).append((games, float(value)))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ZermeloError("the file's learning curve is damaged") from None
    return [
        Series(name, tuple(games for games, _ in points), tuple(value for _, value in points))
        for name, points in found.items()
    ]


def elo(score: float) -> float:
    """The difference in rating that a score tells, within MOST_ELO."""
    least = 1 / (1 + 10 ** (MOST_ELO / 400))
    safe = min(1 - least, max(least, score))
    return 400 * math.log10(safe / (1 - safe))
