"""Uniformly random play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from zermelo.by_value import written
from zermelo.game import Action, Game, State
from zermelo.search.base import Opener, Session
from zermelo.search.options import whole
from zermelo.search.time.clock import Clock


@dataclass(frozen=True)
class Random(Opener):
    """Plays uniformly random legal actions.

    >>> import zermelo
    >>> game = zermelo.load("nim")
    >>> zermelo.Random(seed=1)(game, game.initial()) in game.legal(game.initial())
    True
    """

    seed: int | None = whole(None, "makes the choices repeatable", None)

    name: ClassVar[str] = "random"
    explains: ClassVar[bool] = False

    def refusal(self, game: Game) -> str | None:
        return None

    def __call__(self, game: Game, state: State) -> Action:
        """A random action; with a seed, always the same one for what the player to move sees of the state."""
        shown = written(game.view(state, game.to_move(state))) if game.view else game.state_text(state)
        seed = None if self.seed is None else f"{self.seed} {shown}"
        return random.Random(seed).choice(game.legal(state))


class RandomSession(Session, of=Random):
    """A random sequence of choices."""

    algorithm: Random

    def __init__(self, algorithm: Random, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.noise = random.Random(algorithm.seed)

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        return self.noise.choice(self.game.legal(state))
