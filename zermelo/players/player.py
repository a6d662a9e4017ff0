"""Players: searches, functions, people and other people's programs, all converted to one type by `as_player`."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.compile.bounds import growths
from zermelo.compile.prepare import with_room
from zermelo.game import Action, Game, State, Strategy, ZermeloError, brief
from zermelo.hidden.knowledge import known_by
from zermelo.laws.trial import broken_law, tell_broken_law
from zermelo.search.analysis import Analysis
from zermelo.search.base import Algorithm, Limits, Session, Watch, analyse_honestly
from zermelo.search.time.clock import Clock
from zermelo.search.time.deadline import Deadline


class Player(ABC):
    """Plays games. It may keep resources from one move to the next; `close` releases them."""

    explains = False  # can it analyse, or only choose?
    spent: float | None = None  # seconds of its last choice, by its own measurement; None: the caller measures

    @abstractmethod
    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """The action to play.

        past: the states before this one, oldest first. clock: the players' time left, if there is a clock.
        Raises Forfeit if it resigns or fails, and ZermeloError if it cannot play the game.
        """

    def analyse(
        self,
        game: Game,
        state: State | None = None,
        past: Sequence[State] = (),
        watch: Watch | None = None,
        deadline: Deadline | None = None,
        limits: Limits | None = None,
    ) -> Analysis:
        """Analyses a position: see `zermelo.search.base.Session`. Raises ZermeloError if it only chooses."""
        raise ZermeloError(f"{self} plays but does not analyse: try alphabeta or mcts")

    def refusal(self, game: Game) -> str | None:
        """Why it cannot play this game, in one sentence; None: it can."""
        return None

    def new_game(self, game: Game) -> None:  # noqa: B027  (most players need no preparation)
        """Gets ready before a clock runs, and forgets the last game. Raises ZermeloError if that fails."""

    def close(self) -> None:  # noqa: B027  (most players hold nothing)
        """Releases its resources. It may be used again afterwards."""

    def seeded(self, seed: int) -> Player:
        """The same player with no memory of earlier games, and with a fixed seed if it is random and has none yet."""
        return self

    def most_games(self, game: Game, cores: int) -> int:
        """How many games it and its copies can play at once on this many cores without slowing each other down.

        If above 1, it also prepares what the copies share: a kernel is compiled before several threads need it.
        """
        return 1

    def another(self) -> Player:
        """An independent copy that can play another game at the same time, if `most_games` is above 1."""
        raise ZermeloError(f"{self} plays one game at a time")

    def stop(self) -> bool:
        """Ends a choice in progress in another thread; what that returns or raises does not matter.

        Returns whether an analysis in progress will return what it has found so far.
        """
        return False  # most players choose at once

    def __call__(self, game: Game, state: State) -> Action:
        """Chooses, so that a player is also a strategy."""
        return self.choose(game, state)


class SearchPlayer(Player):
    """One of our searches, with its session for the current game."""

    def __init__(self, algorithm: Algorithm, megabytes: int | None = None, name: str | None = None) -> None:
        """megabytes: a limit on its memory, below that of its options.

        name: by default the algorithm's text with its options.
        """
        self.algorithm, self.megabytes = algorithm, megabytes
        self.name = str(algorithm) if name is None else name
        self.explains = algorithm.explains
        self._session: Session | None = None
        self._growths = 0  # before it was opened, see compile.bounds

    def session(self, game: Game) -> Session:
        """The session for a game: the current one, or a new one."""
        if self._session is None or self._session.game is not game or self._growths != growths():
            broken_law(game)  # refuses what would not return
            self._session, self._growths = None, growths()  # frees its memory first
            self._session = self.algorithm.open(game, self.megabytes)
        return self._session

    def refusal(self, game: Game) -> str | None:
        return self.algorithm.refusal(game)

    def new_game(self, game: Game) -> None:
        self.session(game).new_game()

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        tell_broken_law(game)
        return with_room(game, lambda: self.session(game).choose(state, past, clock))

    def analyse(
        self,
        game: Game,
        state: State | None = None,
        past: Sequence[State] = (),
        watch: Watch | None = None,
        deadline: Deadline | None = None,
        limits: Limits | None = None,
    ) -> Analysis:
        return analyse_honestly(self.session, self.algorithm, game, state, past, watch, deadline, limits)

    def close(self) -> None:
        self._session = None

    def seeded(self, seed: int) -> SearchPlayer:
        own = getattr(self.algorithm, "seed", None)
        return SearchPlayer(self.algorithm.with_options(seed=seed if own is None else own), self.megabytes, self.name)

    def most_games(self, game: Game, cores: int) -> int:
        return max(1, cores // getattr(self.algorithm, "threads", 1)) if self.session(game).is_parallel else 1

    def another(self) -> SearchPlayer:
        return SearchPlayer(self.algorithm, self.megabytes, self.name)

    def stop(self) -> bool:
        session = self._session
        return session is not None and session.stop()

    def __str__(self) -> str:
        return self.name


class FunctionPlayer(Player):
    """A plain function strategy(game, state) -> action.

    One that calls its second parameter `knowledge` is not given the state, which it may not see in a game with hidden
    information, but what the player to move knows: see zermelo.hidden.knowledge.
    """

    def __init__(self, function: Strategy) -> None:
        self.function = function
        self.is_honest = _second_parameter(function) == "knowledge"

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        return self.function(game, known_by(game, game.to_move(state), state, past) if self.is_honest else state)

    def __str__(self) -> str:
        return getattr(self.function, "__name__", "") or str(self.function)


def _second_parameter(function: Callable[..., Any]) -> str:
    """The name of a function's second parameter; "": it has none, or does not tell."""
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return ""
    return names[1] if len(names) > 1 else ""


def as_player(chooser: Player | Algorithm | Strategy | Callable[..., Any]) -> Player:
    """Converts anything that chooses to a player. Raises ZermeloError if it cannot be one."""
    if isinstance(chooser, Player):
        return chooser
    if isinstance(chooser, Algorithm):
        return SearchPlayer(chooser)
    if callable(chooser):
        return FunctionPlayer(chooser)
    allowed = "a search, a player or a function of game and state"
    raise ZermeloError(f"{brief(repr(chooser))} is not a player: give {allowed}")


def as_players(choosers: Sequence[Any]) -> list[Player]:
    """One player for each seat; the same chooser in two seats is the same player."""
    made = {id(chooser): as_player(chooser) for chooser in choosers}
    return [made[id(chooser)] for chooser in choosers]
