"""Players: searches, functions, people and other people's programs, all converted to one type by `as_player`."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from zermelo.adapters import served
from zermelo.compile.kernel.prepare import with_room
from zermelo.compile.trust.bounds import growths
from zermelo.game import Action, Game, State, Strategy, ZermeloError, brief
from zermelo.knowledge import known_by
from zermelo.laws.trial import broken_law, tell_broken_law
from zermelo.players.calling import called, parameters
from zermelo.search.analysis import Analysis
from zermelo.search.base import Algorithm, Session, lawful_analysis
from zermelo.search.options import word_of
from zermelo.search.task import Limits, Watch
from zermelo.search.time.clock import Clock
from zermelo.search.time.deadline import Deadline


class Player(ABC):
    """Plays games. It may keep resources from one move to the next; `close` releases them.

    >>> import zermelo
    >>> class First(zermelo.Player):
    ...     def choose(self, game, state, past=(), clock=None):
    ...         return game.legal(state)[0]
    >>> zermelo.play(zermelo.load("nim"), [First(), First()]).result
    'Player 1 wins by taking the last stone'
    """

    name = ""  # in tables; "": that of its class
    explains = False  # can it analyse, or only choose?
    spent: float | None = None  # seconds of its last choice, by its own measurement; None: the caller measures

    worth: float | None = None  # what it thought of the position where it last chose; None: it does not tell

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

    def check_served(self, game: Game) -> None:
        """Raises ZermeloError if it cannot play this game."""
        refusal = self.refusal(game)
        if refusal:
            raise ZermeloError(refusal)

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
        """Chooses, so that a player is also a strategy, the AIMA notebooks' included: see `Algorithm.__call__`."""
        return self.choose(*served(game, state))

    def __str__(self) -> str:
        return self.name or type(self).__name__


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

        def chosen() -> Action:
            session = self.session(game)  # another one, once there is more room
            session.worth = None
            action = session.choose(state, past, clock)
            self.worth = session.worth
            return action

        return with_room(game, chosen)

    def analyse(
        self,
        game: Game,
        state: State | None = None,
        past: Sequence[State] = (),
        watch: Watch | None = None,
        deadline: Deadline | None = None,
        limits: Limits | None = None,
    ) -> Analysis:
        return lawful_analysis(self.session, self.algorithm, game, state, past, watch, deadline, limits)

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


class FunctionPlayer(Player):
    """A plain function strategy(game, state) -> action, and values for the other parameters that it has.

    One that calls its second parameter `knowledge` is not given the state, which it may not see in a game with hidden
    information, but what the player to move knows: see zermelo.knowledge. One that has a parameter `seed` is
    given another seed for every game of a match. A match may call it in several threads, a game in each.
    """

    def __init__(self, function: Strategy, options: Mapping[str, Any] | None = None, name: str | None = None) -> None:
        """name: by default the function's own. Raises ZermeloError if it does not take a game and a state."""
        self.function, self.options = function, dict(options or {})
        self.name = name_of(function) if name is None else name
        named = parameters(function)
        self.is_honest = named[1:2] == ["knowledge"]
        is_given = "seed" in self.options or "seed" in getattr(function, "keywords", ())  # of a partial
        self._takes_seed = "seed" in named[2:] and not is_given
        _check_strategy(function, self.name, self.options)

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        shown = known_by(game, game.to_move(state), state, past) if self.is_honest else state
        return called(self.function, game, shown, self.options)

    def seeded(self, seed: int) -> FunctionPlayer:
        return FunctionPlayer(self.function, {**self.options, "seed": seed}, self.name) if self._takes_seed else self

    def plays_unlike(self, other: FunctionPlayer) -> bool:
        """Is the other one made of another function, or with other options?"""
        return self.function is not other.function or self.options != other.options

    def most_games(self, game: Game, cores: int) -> int:
        return cores

    def another(self) -> FunctionPlayer:
        return FunctionPlayer(self.function, self.options, self.name)


def name_of(function: Any) -> str:
    """What a function is called in tables, with what it was bound to: `flat`, `flat:sims=50`, or its class's name."""
    if isinstance(function, partial):
        bound = ",".join(f"{name}={word_of(value)}" for name, value in function.keywords.items())
        return f"{name_of(function.func)}:{bound}" if bound else name_of(function.func)
    return getattr(function, "__name__", "") or type(function).__name__


def _check_strategy(function: Callable[..., Any], name: str, options: Mapping[str, Any]) -> None:
    """Raises ZermeloError if a function cannot be called with a game and a state."""
    try:
        inspect.signature(function).bind(None, None, **options)
    except TypeError as error:
        raise ZermeloError(f"{brief(name)} is called with a game and a state, strategy(game, state): {error}") from None
    except ValueError:  # it does not tell its parameters
        return


def as_player(chooser: Player | Algorithm | Strategy | Callable[..., Any]) -> Player:
    """Converts anything that chooses to a player. Raises ZermeloError if it cannot be one."""
    if isinstance(chooser, Player):
        return chooser
    if isinstance(chooser, Algorithm):
        return SearchPlayer(chooser)
    if isinstance(chooser, type) and issubclass(chooser, Player | Algorithm):
        raise ZermeloError(f"{chooser.__name__} is a class: give a player of it, {chooser.__name__}(…)")
    if callable(chooser):
        return FunctionPlayer(cast(Strategy, chooser))
    allowed = "a search, a player, an engine's text or a function of game and state"
    raise ZermeloError(f"{brief(repr(chooser))} is not a player: give {allowed}")
