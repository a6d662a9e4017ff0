"""How a person's function is called: with which game and state, in which order, and what its answer means.

A function strategy(game, state) -> action is the usual one. Those of the AIMA notebooks also take (state, game), and
return (value, action); they know a class's own game and states, not what we made of them.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from zermelo.adapters import original
from zermelo.adapters.contents import released
from zermelo.by_value import same
from zermelo.game import Action, Game, State

REVERSED = ("state", "game")  # the first parameters of the searches of games.py
OURS = frozenset(("legal", "moves", "outcomes", "player_name", "action_text", "state_text", "state_key", "describe"))


def called(function: Callable[..., Any], game: Game, state: State, options: Mapping[str, Any]) -> Action:
    """The action that a function chooses in a state, or in what it may know of it."""
    theirs = original(game)
    is_theirs = theirs is not None and not _knows_ours(function, theirs, released(state))
    given = arranged(function, *((theirs, released(state)) if is_theirs else (game, state)))
    return _action(function(*given, **options), game, state)


def arranged(function: Callable[..., Any], game: Any, state: Any) -> tuple[Any, Any]:
    """The game and the state in the order in which a function takes them."""
    return (state, game) if tuple(parameters(function)[:2]) == REVERSED else (game, state)


def parameters(function: Callable[..., Any]) -> list[str]:
    """The names of a function's parameters; none where it does not tell."""
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []


def _action(answer: Any, game: Game, state: State) -> Action:
    """The action in an answer: the answer, or the second of a pair that is no action itself and whose second is one."""
    if not isinstance(answer, tuple) or len(answer) != 2:
        return answer
    legal: Sequence[Action] = game.legal(state)
    is_pair = not any(same(answer, action) for action in legal)
    return answer[1] if is_pair and any(same(answer[1], action) for action in legal) else answer


def _knows_ours(function: Callable[..., Any], theirs: Any, state: Any) -> bool:
    """Is a function written for this package's games?

    It asks for what only our games have, or it is in another file than the class, and one that imports us.
    """
    while isinstance(function, partial):
        function = function.func
    asked = OURS.intersection(getattr(getattr(function, "__code__", None), "co_names", ()))
    if any(not hasattr(theirs, name) and not hasattr(state, name) for name in asked):
        return True
    home = getattr(function, "__module__", None) or type(function).__module__
    if home in {kind.__module__ for kind in type(theirs).__mro__ if kind is not object}:
        return False
    names = getattr(function, "__globals__", None) or vars(sys.modules.get(home, sys))
    return any(_is_ours(value) for name, value in tuple(names.items()) if not name.startswith("__"))


def _is_ours(value: Any) -> bool:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] == "zermelo"
