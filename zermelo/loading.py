"""Games by name (`nim:stones=9`) or from a user's file (`mygame.py`, `mygame.py:name`)."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from zermelo.game import Game, ZermeloError, brief

GAMES = "zermelo.games"
INSTALLED = re.compile(r"[/\\](site|dist)-packages([/\\]|$)|[/\\]lib[/\\]python\d[.\d]*([/\\]|$)")
USER = "zermelo_user_"  # prefix of the names of the modules made from users' files


def game_names() -> list[str]:
    """The games of this package: every file or folder in games/ whose name does not begin with _."""
    package = importlib.import_module(GAMES)
    return sorted(
        m.name.replace("_", "-") for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_")
    )


def load(spec: str, /, **parameters: Any) -> Game:
    """The game that `spec` names, with parameters from the spec and from the call.

    `othello:size=6` is a game of this package; `mygame.py`, `mygame.py:name` or `mygame.py:name:size=3` one from a
    file, which is run; `[[3,12],[2,4]]`, a mermaid graph or a .json or .mmd file is a tree. A game's title names it
    too: `load(game.title)` is the same game. Raises ZermeloError naming what is allowed.
    """
    name, _, text = spec.partition(":")
    if name != "tree" and _is_tree(spec):
        return load("tree", text=spec.strip(), **parameters)
    if name != "tree" and ".py" in spec:
        return _load_file(spec, parameters)
    chosen = {**read_parameters(text, spec), **parameters}
    try:
        return _load_named(name.strip(), **dict(sorted(chosen.items())))
    except TypeError:  # a value that cannot be hashed, and so cannot be a parameter: _make says why
        return _make(factory_of(name.strip()), name.strip(), chosen)


def factory_of(name: str) -> Callable[..., Game]:
    """The function that makes a game of this package. Raises ZermeloError with near names."""
    names = game_names()
    if name.replace("_", "-") not in names:
        near = get_close_matches(name.lower(), names, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise ZermeloError(f"no game is called '{brief(name)}'; {hint}")
    module = importlib.import_module(f"{GAMES}.{name.replace('-', '_')}")
    factory: Callable[..., Game] = getattr(module, name.replace("-", "_"))
    return factory


def parameters_of(factory: Callable[..., Game]) -> dict[str, Any]:
    """A game's parameters with their defaults."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {name: p.default for name, p in inspect.signature(factory).parameters.items() if p.kind in named}


def read_parameters(text: str, spec: str) -> dict[str, Any]:
    """Reads `rows=4,columns=4`; numbers and true/false are converted, anything else is text.

    A comma belongs to the value inside brackets, "quotes" or |bars|, and where no name= follows:
    `text=(1,2),(3,4),first=min`.
    """
    chosen: dict[str, Any] = {}
    for part in _parts(text):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name:
            raise ZermeloError(f"'{brief(part)}' in '{brief(spec)}' should read name=value")
        if name in chosen:
            raise ZermeloError(f"'{brief(spec)}' says {brief(name)} twice")
        chosen[name] = read_value(value)
    return chosen


def _parts(text: str) -> list[str]:
    """The parts of a text between the commas that separate parameters."""
    parts, start, depth = [], 0, 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|\|[^|]*\||[][(){}]|,(?=\s*(?:\w+\s*=|$))', text):
        mark = token[0]
        if mark in "[({":
            depth += 1
        elif mark in "])}":
            depth = max(0, depth - 1)
        elif mark == "," and depth == 0:
            parts.append(text[start : token.start()])
            start = token.end()
    return [part for part in (*parts, text[start:]) if part.strip()]


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


@lru_cache(maxsize=128, typed=True)  # typed: true is not 1
def _load_named(name: str, /, **parameters: Any) -> Game:
    return _make(factory_of(name), name.replace("_", "-"), parameters)


def _make(factory: Callable[..., Game], name: str, parameters: Mapping[str, Any]) -> Game:
    """Calls a game's factory, checking the parameters first."""
    known = parameters_of(factory)
    chosen = {p: default for p, default in known.items() if default is not inspect.Parameter.empty}
    for parameter, value in parameters.items():
        if parameter not in known:
            allowed = ", ".join(known) if known else "none"
            raise ZermeloError(f"{name} has no parameter '{brief(parameter)}'; it has {allowed}")
        default = known[parameter]
        chosen[parameter] = value
        if isinstance(default, str) and isinstance(value, int | float):
            chosen[parameter] = str(value)  # a text that looks like a number
        elif default is not inspect.Parameter.empty and default is not None:
            kinds = int | float if isinstance(default, float) else type(default)
            if not isinstance(value, kinds) or isinstance(value, bool) != isinstance(default, bool):
                raise ZermeloError(f"{name}: {parameter} should be {_kind(default)}, not '{brief(value)}'")
    missing = [p for p in known if p not in chosen]
    if missing:
        raise ZermeloError(f"{name} needs {', '.join(missing)}: end with :{missing[0]}=…")
    try:
        game = factory(**chosen)
    except ValueError as error:
        raise ZermeloError(f"{name}: {brief(error, 200)}") from None
    if not isinstance(game, Game):
        raise ZermeloError(f"{name} returned {type(game).__name__}, not a Game")
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
    text = spec.strip()
    return bool(re.match(r"[\[{(]|%%|```|(graph|flowchart)[\s;]", text)) or text.lower().endswith((".json", ".mmd"))


# --- a user's file --------------------------------------------------------------------------------------------------


def _load_file(spec: str, parameters: Mapping[str, Any]) -> Game:
    match = re.fullmatch(r"(.+?\.py)(?::([A-Za-z_]\w*))?(?::(.*))?", spec)
    if not match:
        raise ZermeloError(f"'{brief(spec)}' should read FILE.py, FILE.py:name or FILE.py:name:parameter=value")
    path, name = Path(match[1]), match[2]
    module = _run_file(path)
    name = name or _only_game(module, path)
    made = getattr(module, name, None)
    if made is None:
        there = " or ".join(_games(module))
        raise ZermeloError(f"{path} has no '{brief(name)}'" + (f"; it has {there}" if there else ""))
    chosen = {**read_parameters(match[3] or "", spec), **parameters}
    if isinstance(made, Game):
        if chosen:
            raise ZermeloError(f"{name} in {path} is a Game, not a function, and takes no parameters")
        game = replace(made, name=name.replace("_", "-") if made.name == "game" else made.name)
    elif callable(made) and not isinstance(made, type):
        game = _make(made, name.replace("_", "-"), chosen)
    else:
        raise ZermeloError(f"'{brief(name)}' in {path} is neither a Game nor a function that returns one")
    own = getattr(module, "evaluate", None)
    return replace(game, evaluate=own) if game.evaluate is None and callable(own) else game


def _run_file(path: Path) -> ModuleType:
    """Runs a user's file as a module. An error in it becomes a ZermeloError with the line."""
    if not path.is_file():
        raise ZermeloError(f"there is no file {brief(path, 200)}")
    name = USER + re.sub(r"[^A-Za-z0-9_]", "_", path.stem)
    _neighbours().folders.add(os.path.realpath(path.parent))
    spec = importlib.util.spec_from_file_location(name, path, loader=_SourceLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ZermeloError(f"{path} cannot be run: {told(error, path)}") from None
    return module


class _SourceLoader(SourceFileLoader):
    """Reads a module from its source, always.

    The compiled copy that Python keeps does not show an edit of the same length within the same second.
    """

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


class _Neighbours(MetaPathFinder):
    """Finds what users' files import from their own folders, and has it read from its source too."""

    def __init__(self) -> None:
        self.folders: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] == "zermelo" or not any(map(self._is_near, sys.path if path is None else path)):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        loader = spec.loader if spec else None
        if spec is None or type(loader) is not SourceFileLoader or not self._is_near(os.path.dirname(loader.path)):
            return None
        spec.loader = _SourceLoader(fullname, loader.path)
        return spec

    def _is_near(self, place: str) -> bool:
        """Is a folder that of a user's file, or inside it, and not one where packages are installed?"""
        real = _real(place or os.getcwd())
        if INSTALLED.search(real):
            return False
        return any(real == folder or real.startswith(folder.rstrip(os.sep) + os.sep) for folder in self.folders)


@lru_cache(maxsize=1024)  # asked for every import, and slow
def _real(place: str) -> str:
    return os.path.realpath(place)


@cache
def _neighbours() -> _Neighbours:
    """The one finder of this process."""
    finder = _Neighbours()
    sys.meta_path.insert(0, finder)
    return finder


def told(error: BaseException, path: Path) -> str:
    """An error in the user's file, in one line: "line 12: ZeroDivisionError: division by zero"."""
    line, message = 0, str(error)
    if isinstance(error, SyntaxError):
        line, message = error.lineno or 0, error.msg
    trace = error.__traceback__
    while trace and not isinstance(error, SyntaxError):
        if Path(trace.tb_frame.f_code.co_filename).name == path.name:
            line = trace.tb_lineno
        trace = trace.tb_next
    words = [f"line {line}" if line else "", type(error).__name__, brief(message, 200)]
    return ": ".join(filter(None, words))


def blame(error: Exception) -> str | None:
    """An error told as one in the user's file that was loaded last; None where no such file was loaded."""
    for name, module in reversed(list(sys.modules.items())):
        if name.startswith(USER) and getattr(module, "__file__", None):
            path = Path(str(module.__file__))
            return f"{path.name}: {told(error, path)}"
    return None


def _only_game(module: ModuleType, path: Path) -> str:
    """The name of the one game in a file: `game`, the file's own name, or the only one there is."""
    makers = _games(module)
    for favourite in ("game", path.stem):
        if favourite in vars(module) and (favourite in makers or callable(vars(module)[favourite])):
            return favourite
    if len(makers) == 1:
        return makers[0]
    if not makers:
        raise ZermeloError(f"{path} has no game: define a function that returns a Game, annotated '-> Game'")
    raise ZermeloError(f"{path} has several games: say {' or '.join(f'{path.name}:{name}' for name in makers)}")


def _games(module: ModuleType) -> list[str]:
    """The names of the games, and of the functions that say they return one."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, Game)
        or (inspect.isfunction(value) and value.__module__ == module.__name__ and _returns_game(value))
    ]


def _returns_game(function: Callable[..., Any]) -> bool:
    returned = function.__annotations__.get("return")
    return returned is Game or (isinstance(returned, str) and returned.split(".")[-1] == "Game")
