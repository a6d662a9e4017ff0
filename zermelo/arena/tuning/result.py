"""What a run of tuning found: the best values with their intervals, and the course of the run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.statistics.counts import Counts
from zermelo.arena.tuning.method import Estimate, Trial
from zermelo.arena.tuning.space import Space
from zermelo.game import Game
from zermelo.picture import drawn_by


@dataclass(frozen=True)
class Round:
    """Trials that were played together, and what they brought the first engine of each."""

    trials: tuple[Trial, ...]
    counts: tuple[Counts, ...]  # of pairs of games


@dataclass(frozen=True)
class Tuning:
    """What was found.

    >>> import zermelo
    >>> game = zermelo.load("nim:stones=9")
    >>> found = zermelo.tune(game, "mcts:sims=20", ["exploration=0.1..2:log"], games=64, seed=1)
    >>> 0.1 <= found.values["exploration"] <= 2, found.games
    (True, 64)
    """

    game: Game
    space: Space
    method: str
    seed: int
    rounds: tuple[Round, ...]
    planned: int  # rounds
    intervals: dict[str, Estimate]  # of each option, in its own units; empty: too little was played
    elo: Estimate | None  # of the engine with these values over itself as it was; None: the method does not tell
    path: tuple[tuple[dict[str, float], ...], ...]  # after each round: where each chain stood, or what was tried
    scores: tuple[float, ...] = ()  # of what was tried, where the method tries one thing per round

    @property
    def values(self) -> dict[str, float]:
        """The best values by option."""
        return {name: one.value for name, one in self.intervals.items()}

    @property
    def engine(self) -> str:
        """The engine's text with the best values."""
        return self.space.text(self.values)

    @property
    def games(self) -> int:
        """How many were played."""
        return int(sum(2 * counts.total for one in self.rounds for counts in one.counts))

    @property
    def is_complete(self) -> bool:
        return len(self.rounds) >= self.planned

    def to_json(self) -> dict[str, Any]:
        """The object that `tune --json` prints."""
        elo = {} if self.elo is None else dict(zip(("elo", "elo_low", "elo_high"), _rounded(self.elo), strict=True))
        return {
            "game": self.game.title,
            "engine": self.space.engine,
            "over": [str(one) for one in self.space.dimensions],
            "method": self.method,
            "games": self.games,
            "rounds": len(self.rounds),
            "planned": self.planned,
            "found": self.engine if self.intervals else None,
            "options": {
                name: {"value": one.value, "low": one.low, "high": one.high} for name, one in self.intervals.items()
            },
            **elo,
            "seed": self.seed,
        }

    def __str__(self) -> str:
        return drawn_by("tuning_text", self)

    def _repr_svg_(self) -> str:
        return drawn_by("tuning_svg", self)


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 1) for value in values]
