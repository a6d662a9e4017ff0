"""Arguments checked at the door: a public function says in one line what it was given and what it takes.

    @checked
    def perft(game: Game, state: State | None = None, depth: int = 1) -> Perft: ...

The kinds are read from the annotations; a parameter of any other kind is left to the function.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from numbers import Integral, Real
from typing import Any, ParamSpec, TypeVar

from zermelo.game import Game, ZermeloError, brief

P = ParamSpec("P")
R = TypeVar("R")

OPTIONAL = " | None"
PLIES = 100  # of the line of play whose states are looked at
STATE = "State"  # the one kind that depends on another argument, the game


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function, which raises ZermeloError where an argument is not of the kind that its annotation says."""
    signature = inspect.signature(function)
    wanted = {name: _kind(parameter.annotation) for name, parameter in signature.parameters.items()}
    called = f"{function.__name__}({', '.join(name for name in signature.parameters if name != 'self')})"

    @wraps(function)
    def at_the_door(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise ZermeloError(f"{error}; it is called as {called}") from None
        for name, value in given.items():
            wrong = _wrong(value, *wanted[name], given)
            if wrong:
                raise ZermeloError(f"{function.__name__}: {name} {wrong}; it is called as {called}")
        return function(*args, **kwargs)

    return at_the_door


def _kind(annotation: Any) -> tuple[str, bool]:
    """What an annotation stands for, and whether None will do too."""
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    plain = text.removesuffix(OPTIONAL)
    return plain.partition("[")[0], plain != text


def _wrong(value: Any, kind: str, or_none: bool, given: Mapping[str, Any]) -> str:
    """What is wrong with an argument, to follow its name; "": nothing."""
    if value is None and or_none:
        return ""
    if kind == STATE:
        return _wrong_state(value, given.get("game"))
    fits, words = KINDS.get(kind, (lambda value: True, ""))
    return "" if fits(value) else f"should be {words}, not {_shown(value)}{_hint(value, kind)}"


def check_state(called: str, state: Any, game: Game) -> None:
    """Raises ZermeloError if a value is no state of a game. called: how a person calls: "perft(game, state)"."""
    wrong = _wrong_state(state, game)
    if wrong:
        raise ZermeloError(f"{called.partition('(')[0]}: state {wrong}; it is called as {called}")


def _wrong_state(value: Any, game: Any) -> str:
    """A state of another type than the initial one is tried: a game may have several.

    Some rules answer to anything, so a text or a number must be of a type that states have in a line of play.
    """
    if not isinstance(game, Game):
        return ""
    initial = game.initial()
    if type(value) is type(initial):
        return ""
    try:
        if not game.is_terminal(value):
            game.to_move(value)
        is_state = not isinstance(value, str | int | float) or type(value) in _types(game)
    except Exception:
        is_state = False
    return "" if is_state else f"should be a state of {game.title}, such as {_shown(initial)}, not {_shown(value)}"


def _types(game: Game) -> Iterator[type]:
    """The types of the states in a line of play."""
    state = game.initial()
    for _ in range(PLIES):
        if game.is_terminal(state):
            return
        state = game.result(state, game.moves(state)[-1])
        yield type(state)


def _hint(value: Any, kind: str) -> str:
    if kind != "Game":
        return ""
    return f", which zermelo.load({brief(value)!r}) gives" if isinstance(value, str) else ", or see zermelo.adapt"


def _shown(value: Any) -> str:
    return brief(repr(value), 80)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "Game": (lambda value: isinstance(value, Game), "a Game"),
    "int": (lambda value: isinstance(value, Integral) and not isinstance(value, bool), "a whole number"),
    "float": (_is_number, "a number"),
    "bool": (lambda value: isinstance(value, bool), "True or False"),
    "str": (lambda value: isinstance(value, str), "a text"),
    "Sequence": (lambda value: isinstance(value, Sequence) and not isinstance(value, str), "a list"),
    "Callable": (callable, "a function"),
}
