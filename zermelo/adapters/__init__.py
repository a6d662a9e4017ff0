"""The door between this package's games and those of others.

`adapt` makes a game of a class in AIMA's style, an easyAI class, an OpenSpiel game or a PettingZoo environment;
`to_openspiel` and `to_pettingzoo` make theirs of a game. No library is imported before it is needed.

aima, easyai, openspiel, pettingzoo   a kind of foreign game each; classes: what they share
aima_problem                          the book's search problems
contents                              objects that change with every move, as states; duplicate: copies of them
course                                imports of a course that a student's file makes
docstrings                            what the docstring of a function says of its game
spiel_game, environment               games as OpenSpiel's and PettingZoo's; numbering: their actions as numbers
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol, cast

from zermelo.adapters import aima, aima_problem, easyai, openspiel, pettingzoo
from zermelo.adapters.aima import original
from zermelo.adapters.contents import held
from zermelo.game import Game, State, ZermeloError, brief

__all__ = [
    "SHELVES",
    "adapt",
    "from_shelf",
    "kind_of",
    "maker_of",
    "original",
    "refusal",
    "served",
    "to_openspiel",
    "to_pettingzoo",
]


class Adapter(Protocol):
    """One kind of game: a module of this package."""

    KIND: str  # "an AIMA class"

    def resembles(self, thing: Any) -> bool:
        """Is a class or an object meant to be of this kind?"""

    def refusal(self, thing: Any) -> str:
        """Why it cannot be served ("lacks utility"); "": it can."""

    def maker(self, kind: Any) -> Callable[..., Any]:
        """A function that makes an object of a class; its signature has the parameters that a person may set."""

    def adapted(self, given: Any, opinion: Callable[..., float] | None = None) -> Game:
        """The object as a game. opinion: an evaluation of a state and a player as the class knows them."""


ADAPTERS = cast(tuple[Adapter, ...], (openspiel, pettingzoo, easyai, aima_problem, aima))
SHELVES: dict[str, Any] = {"openspiel": openspiel, "pettingzoo": pettingzoo}  # libraries whose games have names


def kind_of(thing: Any) -> str:
    """What a class or an object is meant to be ("an AIMA class"), also if it lacks something; "": none of these."""
    adapter = _adapter_of(thing)
    return adapter.KIND if adapter else ""


def adapt(thing: Any, evaluate: Callable[..., float] | None = None) -> Game:
    """A class or an object of one of the five kinds, as a game; a Game as it is.

    evaluate: an evaluation of a state and a player, both as the class knows them. Raises ZermeloError that says what
    is missing, or why it cannot be served.

    >>> import zermelo
    >>> class Countdown:  # in AIMA's style: whoever takes the last of four wins
    ...     initial = ("one", 4)
    ...     def actions(self, state):
    ...         return [n for n in (1, 2) if n <= state[1]]
    ...     def result(self, state, n):
    ...         return ("two" if state[0] == "one" else "one", state[1] - n)
    ...     def terminal_test(self, state):
    ...         return state[1] == 0
    ...     def utility(self, state, player):
    ...         return -1 if state[0] == player else 1
    ...     def to_move(self, state):
    ...         return state[0]
    >>> zermelo.Minimax().analyse(zermelo.adapt(Countdown)).action
    1
    """
    if isinstance(thing, Game):
        return thing
    adapter = _adapter_of(thing)
    if adapter is None:
        kinds = ", ".join(adapter.KIND for adapter in ADAPTERS[:0:-1])
        raise ZermeloError(f"{brief(repr(thing))} is no game: give {kinds} or {ADAPTERS[0].KIND}")
    if isinstance(thing, type):
        return maker_of(thing, evaluate)()
    _check(thing)
    return adapter.adapted(thing, evaluate)


def served(game: Any, state: Any) -> tuple[Game, State]:
    """A game and a state as searches take them, of ours or of an object of a class in AIMA's style and its state.

    Raises what `adapt` raises.
    """
    return (game, state) if isinstance(game, Game) else (_adapted_once(game), held(state))


@lru_cache(maxsize=16)
def _adapted_once(thing: Any) -> Game:
    return adapt(thing)


def refusal(thing: Any) -> str:
    """Why a class or an object of one of the kinds cannot be served; "": no reason was found."""
    adapter = _adapter_of(thing)
    reason = adapter.refusal(thing) if adapter else ""
    return f"{_name(thing)} is {adapter.KIND} and {reason}" if adapter and reason else ""


def maker_of(kind: Any, evaluate: Callable[..., float] | None = None) -> Callable[..., Game]:
    """The function that makes a game of a class, with the parameters of its constructor. Raises ZermeloError."""
    adapter = _adapter_of(kind)
    assert adapter is not None
    _check(kind)
    make = adapter.maker(kind)

    def game(**parameters: Any) -> Game:
        return adapt(make(**parameters), evaluate)

    game.__signature__ = inspect.signature(make)  # type: ignore[attr-defined]
    return game


def from_shelf(library: str, name: str, chosen: Mapping[str, Any]) -> Game:
    """The game that a library ("openspiel") has under a name ("pig"), with parameters. Raises ZermeloError."""
    if not name:
        raise ZermeloError(f"name one of its games, such as {library}:{SHELVES[library].EXAMPLE}")
    given, parameters, defaults = SHELVES[library].by_name(name, chosen)
    named = f"{library}:{name.partition('(')[0]}"
    return replace(adapt(given), name=named, parameters=parameters, defaults=defaults)


def to_openspiel(game: Game) -> Any:
    """The game as a pyspiel.Game, registered with OpenSpiel. Raises ZermeloError if that is not installed."""
    try:
        from zermelo.adapters.spiel_game import spiel_game
    except ModuleNotFoundError as missing:
        raise ZermeloError(f"to_openspiel needs {missing.name}: {openspiel.INSTALL}") from None
    return spiel_game(game)


def to_pettingzoo(game: Game, observe: Callable[[Any, int], Any] | None = None, render_mode: str | None = None) -> Any:
    """The game as a PettingZoo AEC environment. Raises ZermeloError if PettingZoo is not installed.

    observe(state, player) -> array: what an agent sees; by default the bits of the state's numbers.
    """
    try:
        from zermelo.adapters.environment import Environment
    except ModuleNotFoundError as missing:
        raise ZermeloError(f"to_pettingzoo needs {missing.name}: {pettingzoo.INSTALL}") from None
    return Environment(game, observe, render_mode)


def _adapter_of(thing: Any) -> Adapter | None:
    if isinstance(thing, Game) or thing is Game:
        return None
    return next((adapter for adapter in ADAPTERS if adapter.resembles(thing)), None)


def _name(thing: Any) -> str:
    """What a class or an object calls itself, else what its class is called."""
    kind: Any = thing if isinstance(thing, type) else type(thing)
    if kind is thing or kind.__str__ is object.__str__:
        return str(kind.__name__)
    return brief(str(thing).removesuffix("()"))


def _check(thing: Any) -> None:
    reason = refusal(thing)
    if reason:
        raise ZermeloError(reason)
