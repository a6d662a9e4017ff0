"""The ghosts of Pac-Man: they wander, chase him, or search for a way to corner him."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.experts.pacman.evaluator import seeker
from zermelo.game import Action, Game, State
from zermelo.games.pacman import PacmanState
from zermelo.search.base import Opener, Session
from zermelo.search.options import choice, number, whole
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.time.clock import Clock

GAME = "pacman"


@dataclass(frozen=True)
class Ghosts(Opener):
    """Plays the ghosts of Pac-Man: at random, towards him, or with minimax towards him."""

    style: str = choice(
        "search",
        ("random", "chase", "search"),
        "random: any way; chase: the shortest way to Pac-Man; search: minimax for the least distance",
        visitor=True,
    )
    rounds: int = whole(2, "how far search looks ahead, in moves of Pac-Man and all ghosts", 1, 4, visitor=4)
    noise: float = number(0.0, "the part of the moves that are random", 0.0, 1.0, visitor=1.0)
    seed: int | None = whole(None, "makes the random choices repeatable", None)

    name: ClassVar[str] = "ghosts"
    explains: ClassVar[bool] = False
    game: ClassVar[str] = GAME

    def refusal(self, game: Game) -> str | None:
        if game.name == GAME and isinstance(game.initial(), PacmanState):
            return None
        return f"ghosts play {GAME} only, not {game.name}: try random, alphabeta or mcts"

    def wanted(self, game: Game) -> dict[str, Any] | None:
        return None if self.style == "random" else self.search(game).wanted(game)

    def search(self, game: Game) -> Minimax:
        """What looks ahead. To chase is to look one ply ahead."""
        each = 1 + len(game.initial().ghosts)
        plies = 1 if self.style == "chase" else self.rounds * each
        return Minimax(depth=plies, evaluate=seeker(game.parameters["layout"]))


class GhostsSession(Session, of=Ghosts):
    """The ghosts of one game, and their random choices."""

    algorithm: Ghosts

    def __init__(self, algorithm: Ghosts, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.noise = random.Random(algorithm.seed)
        self.inner = None if algorithm.style == "random" else algorithm.search(game).open(game)
        self.is_parallel = self.inner is None or self.inner.is_parallel

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """One of the best actions; all of them are equally likely."""
        legal = self.game.legal(state)
        if len(legal) == 1 or self.inner is None or self.noise.random() < self.algorithm.noise:
            return self.noise.choice(legal)
        found = self.inner.analyse(state)
        return self.noise.choice([one.action for one in found.candidates if one.value == found.value])
