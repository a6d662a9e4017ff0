"""Engines from outside the package: from a user's file, `mybot.py:flat,sims=50`, or from an installed package.

An engine is one of these:

- a function strategy(game, state) -> action; its further parameters are the engine's options
- a class derived from `Player`; the parameters of its constructor are the options
- a dataclass derived from `Algorithm`, with options declared as in this package or as plain fields
- a player or an algorithm that is made already, which takes no options

A package offers engines as entry points of the group `zermelo.engines`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.game import Game, ZermeloError, brief
from zermelo.loading import chosen_parameters, parameters_of, read_parameters
from zermelo.players.calling import REVERSED
from zermelo.players.player import FunctionPlayer, Player
from zermelo.search.base import Algorithm
from zermelo.search.options import read_options, word_of
from zermelo.user_files import module_of, told

GROUP = "zermelo.engines"  # of entry points
FILE = re.compile(r"(?P<file>.+?\.py)(?::(?P<name>[A-Za-z_]\w*))?(?:[:,](?P<options>.*))?", re.DOTALL)
STRATEGIES = (("game", "state"), REVERSED, ("game", "knowledge"))  # the first parameters, by which one is found

Reader = Callable[[str], Any]  # makes an engine from its text


def is_file(spec: str) -> bool:
    """Does a text name an engine in a user's file?"""
    return FILE.fullmatch(spec.strip()) is not None


def engine_from_file(spec: str, engine: Reader) -> Algorithm | Player:
    """The engine that FILE.py, FILE.py:name or FILE.py:name,option=value names; the file is run.

    engine: makes an engine from its text, for options that name one. Raises ZermeloError naming what is allowed.
    """
    read = FILE.fullmatch(spec.strip())
    if read is None:
        raise ZermeloError(f"'{brief(spec)}' should read FILE.py:name,option=value")
    path = Path(read["file"])
    module = module_of(path)
    there = engines_in(module)
    name = read["name"] or _only(there, path)
    thing = getattr(module, name, None)
    if not is_engine(thing):
        has = f"it has {', '.join(there)}" if there else _wanted()
        raise ZermeloError(f"{path} has no engine '{brief(name)}'; {has}")
    try:
        return made(thing, name, read["options"] or "", engine)
    except ZermeloError:
        raise
    except Exception as error:  # of a constructor
        raise ZermeloError(f"{path.name}: {name} cannot be made: {told(error, path)}") from None


def installed_engines() -> dict[str, EntryPoint]:
    """The engines that installed packages offer, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def installed_engine(name: str, typed: str, engine: Reader) -> Algorithm | Player:
    """An installed engine with the options that a person typed. Raises ZermeloError."""
    return made(installed_kind(name), name, typed, engine)


def installed_kind(name: str) -> Any:
    """What makes an installed engine: a function, a class, or a player that is made already. Raises ZermeloError."""
    point = installed_engines()[name]
    try:
        thing = point.load()
    except Exception as error:
        raise ZermeloError(f"the engine {name} of {point.value} cannot be loaded: {brief(repr(error), 200)}") from None
    if not is_engine(thing):
        raise ZermeloError(f"{point.value} is no engine: {_wanted()}")
    return thing


def engines_in(module: ModuleType) -> dict[str, Any]:
    """The engines of a user's file by name: what is defined there, and not what it imports."""
    return {name: thing for name, thing in vars(module).items() if not name.startswith("_") and _is_of(module, thing)}


def _is_of(module: ModuleType, thing: Any) -> bool:
    if isinstance(thing, Player | Algorithm):
        return True
    if getattr(thing, "__module__", None) != module.__name__ or not is_engine(thing):
        return False
    return isinstance(thing, type) or tuple(parameters_of(thing))[:2] in STRATEGIES


def is_engine(thing: Any) -> bool:
    """Can it play: a function of at least two parameters, a class of players or algorithms, or one of these?"""
    if isinstance(thing, type):
        return issubclass(thing, Player | Algorithm) and not inspect.isabstract(thing)
    if isinstance(thing, Player | Algorithm):
        return True
    return callable(thing) and not isinstance(thing, Game) and len(parameters_of(thing)) >= 2


def made(thing: Any, name: str, typed: str, engine: Reader) -> Algorithm | Player:
    """An engine with the options that a person typed: `sims=50,depth=2`. Raises ZermeloError."""
    if isinstance(thing, Player | Algorithm):
        if typed.strip():
            raise ZermeloError(f"{name} is made already and takes no options")
        return thing
    if isinstance(thing, type) and issubclass(thing, Algorithm):
        return thing(**read_options(name, thing, typed, engine))
    known = own_options(thing)
    given = read_parameters(typed, f"{name}:{typed}")
    chosen = chosen_parameters(known, given, name, "option")
    missing = [option for option in known if option not in chosen]
    if missing:
        raise ZermeloError(f"{name} needs {', '.join(missing)}: end with ,{missing[0]}=…")
    options = {option: chosen[option] for option in given}
    if not isinstance(thing, type):
        return FunctionPlayer(thing, options, _named(name, options))
    player: Player = thing(**options)
    if not str(player) or type(player).__str__ is Player.__str__:
        player.name = _named(name, options)
    return player


def own_options(thing: Any) -> dict[str, Any]:
    """The options of a function or a class from outside, with their defaults."""
    if isinstance(thing, Player | Algorithm):
        return {}
    known = parameters_of(thing)
    return known if isinstance(thing, type) else dict(list(known.items())[2:])


def _named(name: str, options: Mapping[str, Any]) -> str:
    typed = ",".join(f"{option}={word_of(value)}" for option, value in options.items())
    return f"{name}:{typed}" if typed else name


def _only(there: Mapping[str, Any], path: Path) -> str:
    """The name of the one engine in a file: the file's own name, or the only one there is."""
    if path.stem in there:
        return path.stem
    if len(there) == 1:
        return next(iter(there))
    if not there:
        raise ZermeloError(f"{path} has no engine: {_wanted()}")
    raise ZermeloError(f"{path} has several engines: say {' or '.join(f'{path.name}:{name}' for name in there)}")


def _wanted() -> str:
    return "an engine is a function strategy(game, state), or a class derived from zermelo.Player"
