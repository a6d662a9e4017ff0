"""The classic strategies for the repeated prisoner's dilemma, as in Axelrod's tournaments.

Each looks only at what both players chose in earlier rounds, which both have seen.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from zermelo.game import Action, Game, State
from zermelo.games._simultaneous import RoundsState
from zermelo.games.prisoners_dilemma import COOPERATE, DEFECT
from zermelo.knowledge import view_of
from zermelo.search.base import Opener, Session
from zermelo.search.options import number, whole
from zermelo.search.time.clock import Clock

GAME = "prisoners-dilemma"

Rounds = Iterator[tuple[Action, Action]]  # the player's own choice and the other's, the last round first


@dataclass(frozen=True)
class DilemmaStrategy(Opener):
    """Cooperates or defects after what both did in earlier rounds."""

    explains: ClassVar[bool] = False
    game: ClassVar[str] = GAME

    @abstractmethod
    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        """What to play after these rounds."""

    def refusal(self, game: Game) -> str | None:
        if game.name == GAME and isinstance(game.initial(), RoundsState):
            return None
        return f"{self.name} plays {GAME} only, not {game.name}: try auto or random"


class DilemmaSession(Session, of=DilemmaStrategy):
    """A strategy in one game, with its random choices."""

    algorithm: DilemmaStrategy
    instead = f": try zermelo solve {GAME}"

    def __init__(self, algorithm: DilemmaStrategy, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.noise = random.Random(getattr(algorithm, "seed", None))
        self.is_parallel = False

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        player = self.game.to_move(state)
        return self.algorithm.reply(self.game, rounds_seen(self.game, player, state, past), self.noise)


def rounds_seen(game: Game, player: int, state: State, past: Sequence[State] = ()) -> Rounds:
    """What a player and the other chose in each round, the last first, as far as the path goes back."""
    played = None
    for place in range(len(past), -1, -1):
        seen = view_of(game, past[place] if place < len(past) else state, player)
        if seen.played == 0:
            return
        if seen.played != played:
            played = seen.played
            yield (seen.mine, seen.yours) if player == 0 else (seen.yours, seen.mine)


@dataclass(frozen=True)
class AlwaysCooperate(DilemmaStrategy):
    """Prisoner's dilemma: cooperates whatever the other does."""

    name: ClassVar[str] = "always-cooperate"

    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        return COOPERATE


@dataclass(frozen=True)
class AlwaysDefect(DilemmaStrategy):
    """Prisoner's dilemma: defects whatever the other does."""

    name: ClassVar[str] = "always-defect"

    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        return DEFECT


@dataclass(frozen=True)
class TitForTat(DilemmaStrategy):
    """Prisoner's dilemma: cooperates first, then does what the other did in the last round."""

    name: ClassVar[str] = "tit-for-tat"

    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        return next((theirs for _, theirs in rounds), COOPERATE)


@dataclass(frozen=True)
class TitForTwoTats(DilemmaStrategy):
    """Prisoner's dilemma: defects only after the other has defected twice in a row."""

    name: ClassVar[str] = "tit-for-two-tats"

    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        return DEFECT if [theirs for _, theirs in islice(rounds, 2)] == [DEFECT, DEFECT] else COOPERATE


@dataclass(frozen=True)
class Grim(DilemmaStrategy):
    """Prisoner's dilemma: cooperates until the other defects, and defects ever after."""

    name: ClassVar[str] = "grim"

    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        return DEFECT if any(theirs == DEFECT for _, theirs in rounds) else COOPERATE


@dataclass(frozen=True)
class Pavlov(DilemmaStrategy):
    """Prisoner's dilemma: repeats a choice that was rewarded and changes one that was not (win stay, lose shift)."""

    name: ClassVar[str] = "pavlov"

    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        return next((COOPERATE if mine == theirs else DEFECT for mine, theirs in rounds), COOPERATE)


@dataclass(frozen=True)
class Generous(DilemmaStrategy):
    """Prisoner's dilemma: tit for tat that forgives some defections, so that two of them end a quarrel."""

    forgiveness: float | None = number(
        None, "the part of the other's defections that it forgives; by default as many as pays", 0.0, 1.0, visitor=1.0
    )
    seed: int | None = whole(None, "makes the choices repeatable", None)

    name: ClassVar[str] = "generous"

    def reply(self, game: Game, rounds: Rounds, noise: random.Random) -> Action:
        if next((theirs for _, theirs in rounds), COOPERATE) == COOPERATE:
            return COOPERATE
        share = usual_forgiveness(game) if self.forgiveness is None else self.forgiveness
        return COOPERATE if noise.random() < share else DEFECT


def usual_forgiveness(game: Game) -> float:
    """The most that can be forgiven so that neither defecting now and then nor always defecting pays: 1/3 usually."""
    best, good, bad, worst = (float(game.parameters[name]) for name in ("temptation", "reward", "punishment", "sucker"))
    return max(0.0, min(1 - (best - good) / (good - worst), (good - bad) / (best - bad)))
