"""The player who has no plan: every action alike."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import ClassVar

from zermelo.game import Action, Game, State


@dataclass(frozen=True)
class Random:
    """Plays any legal action, each as likely as the others."""

    seed: int | None = None

    name: ClassVar[str] = "random"
    _source: random.Random = field(default_factory=random.Random, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._source.seed(self.seed)

    def __call__(self, game: Game, state: State) -> Action:
        return self._source.choice(game.legal(state))

    def __str__(self) -> str:
        return self.name
