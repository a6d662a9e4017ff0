"""Games by name (`nim:stones=9`) or from a user's file (`mygame.py`, `mygame.py:name`)."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.game import Game, ZermeloError

GAMES = "zermelo.games"


def game_names() -> list[str]:
    """The games of this package: one file each in games/, found by itself."""
    package = importlib.import_module(GAMES)
    return sorted(
        m.name.replace("_", "-") for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_")
    )


def load(spec: str, **parameters: Any) -> Game:
    """The game that `spec` names, with parameters from the spec and from the call.

    `othello:size=6` is a game of this package; `mygame.py`, `mygame.py:name` or `mygame.py:name:size=3` one from a
    file, which is run. Raises ZermeloError naming what is allowed.
    """
    if _is_tree(spec):
        return load("tree", text=spec, **parameters)
    if ".py" in spec:
        return _load_file(spec, parameters)
    name, _, chosen = spec.partition(":")
    return _load_named(name.strip(), tuple(sorted({**read_parameters(chosen, spec), **parameters}.items())))


def factory_of(name: str) -> Callable[..., Game]:
    """The function that makes a game of this package. Raises ZermeloError with near names."""
    names = game_names()
    if name.replace("_", "-") not in names:
        near = get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise ZermeloError(f"no game is called '{name}'; {hint}")
    module = importlib.import_module(f"{GAMES}.{name.replace('-', '_')}")
    factory: Callable[..., Game] = getattr(module, name.replace("-", "_"))
    return factory


def parameters_of(factory: Callable[..., Game]) -> dict[str, Any]:
    """A game's parameters with their defaults."""
    return {name: p.default for name, p in inspect.signature(factory).parameters.items()}


def read_parameters(text: str, spec: str) -> dict[str, Any]:
    """Reads `rows=4,columns=4`; numbers and true/false are understood, all else is text."""
    chosen: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise ZermeloError(f"'{part}' in '{spec}' should read name=value")
        chosen[name.strip()] = read_value(value.strip())
    return chosen


def read_value(text: str) -> int | float | bool | str:
    """A number, true or false, or the text itself."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


@lru_cache(maxsize=128)
def _load_named(name: str, parameters: tuple[tuple[str, Any], ...]) -> Game:
    return _make(factory_of(name), name.replace("_", "-"), dict(parameters))


def _make(factory: Callable[..., Game], name: str, parameters: Mapping[str, Any]) -> Game:
    """Calls a game's factory, checking the parameters first."""
    known = parameters_of(factory)
    for parameter, value in parameters.items():
        if parameter not in known:
            allowed = ", ".join(known) if known else "none"
            raise ZermeloError(f"{name} has no parameter '{parameter}'; it has {allowed}")
        default = known[parameter]
        if default is not inspect.Parameter.empty and default is not None:
            same_kind = isinstance(value, type(default)) and isinstance(value, bool) == isinstance(default, bool)
            if not same_kind and not (isinstance(default, float) and isinstance(value, int)):
                raise ZermeloError(f"{name}: {parameter} should be {_kind(default)}, not '{value}'")
    missing = [p for p, default in known.items() if default is inspect.Parameter.empty and p not in parameters]
    if missing:
        raise ZermeloError(f"{name} needs {', '.join(missing)}")
    try:
        game = factory(**parameters)
    except ValueError as error:
        raise ZermeloError(f"{name}: {error}") from None
    if not isinstance(game, Game):
        raise ZermeloError(f"{name} returned {type(game).__name__}, not a Game")
    chosen = {p: parameters.get(p, default) for p, default in known.items()}
    return replace(
        game,
        name=name if game.name == "game" else game.name,
        parameters=game.parameters or chosen,
        defaults=game.defaults or known,
    )


def _kind(default: Any) -> str:
    if isinstance(default, bool):
        return "true or false"
    return {int: "a whole number", float: "a number", str: "a text"}.get(type(default), type(default).__name__)


def _is_tree(spec: str) -> bool:
    text = spec.lstrip()
    return (
        text[:1] in "[{("
        and text != ""
        or text.startswith(("graph ", "flowchart "))
        or text.endswith((".json", ".mmd"))
    )


# --- a user's file --------------------------------------------------------------------------------------------------


def _load_file(spec: str, parameters: Mapping[str, Any]) -> Game:
    match = re.fullmatch(r"(.+?\.py)(?::([A-Za-z_]\w*))?(?::(.*))?", spec)
    if not match:
        raise ZermeloError(f"'{spec}' should read FILE.py, FILE.py:name or FILE.py:name:parameter=value")
    path, name = Path(match[1]), match[2]
    module = _run_file(path)
    name = name or _only_game(module, path)
    made = getattr(module, name, None)
    if made is None:
        raise ZermeloError(f"{path} has no '{name}'")
    chosen = {**read_parameters(match[3] or "", spec), **parameters}
    if isinstance(made, Game):
        if chosen:
            raise ZermeloError(f"{name} in {path} is a game already made and takes no parameters")
        game = replace(made, name=name.replace("_", "-") if made.name == "game" else made.name)
    elif callable(made):
        game = _make(made, name.replace("_", "-"), chosen)
    else:
        raise ZermeloError(f"'{name}' in {path} is neither a Game nor a function that returns one")
    own = getattr(module, "evaluate", None)
    return replace(game, evaluate=own) if game.evaluate is None and callable(own) else game


def _run_file(path: Path) -> ModuleType:
    """Runs a user's file as a module. Its own error is told in one line, with the place."""
    if not path.is_file():
        raise ZermeloError(f"there is no file {path}")
    name = f"zermelo_user_{re.sub(r'[^A-Za-z0-9_]', '_', path.stem)}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ZermeloError(f"{path} cannot be run: {place_of(error, path)}{type(error).__name__}: {error}") from None
    return module


def place_of(error: BaseException, path: Path | None = None) -> str:
    """ "line 12: ", where the error arose in the user's file."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: "
    trace, line = error.__traceback__, 0
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if path is not None and Path(file).name == path.name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}: " if line else ""


def _only_game(module: ModuleType, path: Path) -> str:
    """The name of the one game in a file: `game`, the file's own name, or the only one there is."""
    makers = [
        name
        for name, value in vars(module).items()
        if isinstance(value, Game)
        or (inspect.isfunction(value) and value.__module__ == module.__name__ and _returns_game(value))
    ]
    for favourite in ("game", path.stem):
        if favourite in vars(module) and (favourite in makers or callable(vars(module)[favourite])):
            return favourite
    if len(makers) == 1:
        return makers[0]
    if not makers:
        raise ZermeloError(f"{path} has no game: define a function that returns a Game, annotated '-> Game'")
    raise ZermeloError(f"{path} has several games: say {' or '.join(f'{path.name}:{name}' for name in makers)}")


def _returns_game(function: Callable[..., Any]) -> bool:
    returned = function.__annotations__.get("return")
    return returned is Game or (isinstance(returned, str) and returned.split(".")[-1] == "Game")
