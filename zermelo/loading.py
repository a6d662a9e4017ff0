"""Games by name (`nim:stones=9`), from a user's file (`mygame.py`, `mygame.py:name`) or from another library.

Names are those of this package's games, and of what installed packages offer as entry points of `zermelo.games`. A file
or an entry point holds a Game, a function that returns one, or a class that `zermelo.adapters` knows.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from zermelo.adapters import SHELVES, adapt, aima_problem, from_shelf, kind_of, maker_of, refusal
from zermelo.adapters.docstrings import read_docstring
from zermelo.arguments import checked
from zermelo.figures import figure
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.user_files import run_file, told

GAMES = "zermelo.games"
PROBLEMS = "zermelo.problems"
GROUP = "zermelo.games"  # of entry points
FIGURE = "figure"  # begins the name of a figure
NUMBERED = "game_"  # begins the name of a file for a game that is called by a number: no name in Python does


def game_names() -> list[str]:
    """The games of this package: every file or folder in games/ whose name does not begin with _.

    >>> import zermelo
    >>> "connect-four" in zermelo.game_names()
    True
    """
    return _names_in(GAMES)


def problem_names() -> list[str]:
    """The problems of single-agent search that come with this package: the files of problems/.

    >>> import zermelo
    >>> "8-puzzle" in zermelo.problem_names()
    True
    """
    return _names_in(PROBLEMS)


def _names_in(folder: str) -> list[str]:
    package = importlib.import_module(folder)
    found = [module.name for module in pkgutil.iter_modules(package.__path__) if not module.name.startswith("_")]
    return sorted(name.removeprefix(NUMBERED).replace("_", "-") for name in found)


def python_name(name: str) -> str:
    """What the file and the function of a game are called: tic_tac_toe, or game_2048 for 2048."""
    return (NUMBERED if name[:1].isdigit() else "") + name.replace("-", "_")


@checked
def load(spec: str, /, **parameters: Any) -> Game:
    """The game that `spec` names, with parameters from the spec and from the call.

    `othello:size=6` is a game of this package; `mygame.py`, `mygame.py:name` or `mygame.py:name:size=3` one from a
    file, which is run; `openspiel:pig:winscore=20` or `pettingzoo:connect_four_v3` one of that library;
    `figure:two-ply` is the game of a figure, which begins at the figure's position; `[[3,12],[2,4]]`, a mermaid graph,
    indented lines or a .json, .mmd, .md or .txt file is a tree. A game's title names it too: `load(game.title)` is the
    same game. Raises ZermeloError naming what is allowed.

    >>> import zermelo
    >>> zermelo.load("nim", stones=10).initial()
    NimState(stones=10, player=0)
    >>> zermelo.load("nim:stones=10,most=2").legal(zermelo.load("nim:stones=10,most=2").initial())
    [1, 2]
    """
    name, _, text = spec.partition(":")
    if name == FIGURE:
        return _load_figure(text, parameters)
    if name == "tree" and text.strip() and not re.match(r"\s*\w+\s*=", text):
        return load("tree", text=text, **parameters)
    if name != "tree" and _is_tree(spec):
        return load("tree", text=spec.rstrip() if "\n" in spec.strip() else spec.strip(), **parameters)
    if name != "tree" and ".py" in spec:
        return _load_file(spec, parameters)
    if name in SHELVES:
        theirs, _, text = text.partition(":")
        chosen = {**read_parameters(text, spec), **parameters}
        return _known(from_shelf(name, theirs.strip(), chosen), Source("", f"{name}:{theirs}", chosen))
    chosen = {**read_parameters(text, spec), **parameters}
    try:
        return _load_named(name.strip(), **dict(sorted(chosen.items())))
    except TypeError:  # a value that cannot be hashed, and so cannot be a parameter: _make says why
        return _make(factory_of(name.strip()), name.strip(), chosen)


@dataclass(frozen=True)
class Source:
    """What a game was loaded from."""

    file: str  # a user's; "": another library
    name: str  # in the file, or in the library
    parameters: Mapping[str, Any]


def loaded_from(game: Game) -> Source | None:
    """What `load` made a game of; None where it did not, or the game is one of this package."""
    return _sources().get(game)


def load_again(source: Source) -> Game:
    """A new game, made of the same source. Raises what `load` raises."""
    spec = f"{source.file}:{source.name}" if source.file else source.name
    return load(spec, **source.parameters)


def _known(game: Game, source: Source) -> Game:
    _sources()[game] = source
    return game


@cache
def _sources() -> WeakKeyDictionary[Game, Source]:
    """The sources of the games that were loaded here and are still in use."""
    return WeakKeyDictionary()


def installed_games() -> dict[str, EntryPoint]:
    """The games that installed packages offer, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def factory_of(name: str) -> Callable[..., Game]:
    """The function that makes a game or problem of this package. Raises ZermeloError with a near name."""
    names = {**dict.fromkeys(problem_names(), PROBLEMS), **dict.fromkeys(game_names(), GAMES)}
    if name.replace("_", "-") not in names:
        near = get_close_matches(name.lower(), [*names, *installed_games()], 1)
        hint = f"did you mean {near[0]}?" if near else f"`zermelo games` lists all {len(names)}"
        raise ZermeloError(f"no game is called '{brief(name)}'; {hint}")
    module = importlib.import_module(f"{names[name.replace('_', '-')]}.{python_name(name)}")
    factory: Callable[..., Game] = getattr(module, python_name(name))
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
    if name not in game_names() + problem_names() and name in installed_games():
        return _installed(name, parameters)
    return _make(factory_of(name), name.replace("_", "-"), parameters)


def _installed(name: str, parameters: Mapping[str, Any]) -> Game:
    """A game that an installed package offers. Raises ZermeloError."""
    point = installed_games()[name]
    try:
        thing = point.load()
    except Exception as error:
        raise ZermeloError(f"the game {name} of {point.value} cannot be loaded: {brief(repr(error), 200)}") from None
    return _game_of(thing, name, parameters, None, name)


def _make(
    factory: Callable[..., Game],
    name: str,
    parameters: Mapping[str, Any],
    evaluate: Callable[..., float] | None = None,
) -> Game:
    """Calls a game's factory, checking the parameters first. evaluate: for a game that is to be adapted."""
    known = parameters_of(factory)
    chosen = chosen_parameters(known, parameters, name)
    missing = [p for p in known if p not in chosen]
    if missing:
        raise ZermeloError(f"{name} needs {', '.join(missing)}: end with :{missing[0]}=…")
    try:
        game = factory(**chosen)
    except ValueError as error:
        raise ZermeloError(f"{name}: {brief(error, 200)}") from None
    if not isinstance(game, Game):
        if not kind_of(game):
            raise ZermeloError(f"{name} returned {type(game).__name__}, not a Game")
        game = adapt(game, evaluate)
    rules, about = read_docstring(inspect.getdoc(factory) if inspect.isfunction(factory) else None, known)
    return replace(
        game,
        rules=game.rules or rules,
        about=game.about or about,
        name=name if game.name == "game" else game.name,
        parameters=game.parameters or chosen,
        defaults=game.defaults or known,
    )


def chosen_parameters(
    known: Mapping[str, Any], given: Mapping[str, Any], name: str, noun: str = "parameter"
) -> dict[str, Any]:
    """The parameters (or options) with their defaults, and what was given in place of these.

    known: the defaults by name, as `parameters_of` gives them. Raises ZermeloError where one is given that is not
    known, or is of another kind than its default.
    """
    chosen = {p: default for p, default in known.items() if default is not inspect.Parameter.empty}
    for parameter, value in given.items():
        if parameter not in known:
            allowed = ", ".join(known) if known else "none"
            raise ZermeloError(f"{name} has no {noun} '{brief(parameter)}'; it has {allowed}")
        default = known[parameter]
        chosen[parameter] = value
        if isinstance(default, str) and isinstance(value, int | float):
            chosen[parameter] = str(value)  # a text that looks like a number
        elif default is not inspect.Parameter.empty and default is not None:
            kinds = int | float if isinstance(default, float) else type(default)
            if not isinstance(value, kinds) or isinstance(value, bool) != isinstance(default, bool):
                raise ZermeloError(f"{name}: {parameter} should be {_kind(default)}, not '{brief(value)}'")
    return chosen


def _kind(default: Any) -> str:
    if isinstance(default, bool):
        return "true or false"
    return {int: "a whole number", float: "a number", str: "a text"}.get(type(default), type(default).__name__)


def _is_tree(spec: str) -> bool:
    """Is it a tree rather than a game's name: in brackets, mermaid, several lines, or a file of one?"""
    text = spec.strip().removeprefix("\ufeff")
    looks = (
        r"\A(?:[\[{(]|%%|```|(?:graph|flowchart)[\s;])",
        r"\n[ \t]+\S|\n(?:[│├└]|[|`]-)|\n\s*(?:```|~~~|graph\b|flowchart\b|[\[{(])",
        r"\A(?![\w-]+:\w+=)(?s:.*)\.(?:json|mmd|mermaid|md|markdown|txt|tree)(?:#\d+)?\Z",  # not NAME:words=FILE.txt
    )
    return any(re.search(look, text, re.IGNORECASE) for look in looks)


def _load_figure(text: str, parameters: Mapping[str, Any]) -> Game:
    """The game of a figure, whose start is the figure's position. Raises ZermeloError."""
    name, _, rest = text.partition(":")
    shown = figure(name.strip())
    game = load(shown.game, **read_parameters(rest, f"{FIGURE}:{text}"), **parameters)
    if shown.position is None:
        return game
    if game.has_hidden:
        raise ZermeloError(f"figure {shown.name} begins {game.name} at a position: all would know what it hides")
    return replace(game, initial=_beginning(game.read_state(shown.position)))


def _beginning(state: State) -> Callable[[], State]:
    """A function that returns the state."""

    def initial() -> State:
        return state

    return initial


# --- a user's file --------------------------------------------------------------------------------------------------


def _load_file(spec: str, parameters: Mapping[str, Any]) -> Game:
    match = re.fullmatch(r"(.+?\.py)(?::([A-Za-z_]\w*))?(?::(.*))?", spec)
    if not match:
        raise ZermeloError(f"'{brief(spec)}' should read FILE.py, FILE.py:name or FILE.py:name:parameter=value")
    path, name = Path(match[1]), match[2]
    module = run_file(path)
    name = name or _only_game(module, path)
    made = getattr(module, name, None)
    if made is None:
        there = " or ".join(_games(module))
        raise ZermeloError(f"{path} has no '{brief(name)}'" + (f"; it has {there}" if there else ""))
    chosen = {**read_parameters(match[3] or "", spec), **parameters}
    own = getattr(module, "evaluate", None)
    game = _game_of(made, name, chosen, own if callable(own) else None, f"'{brief(name)}' in {path}")
    return _known(_with_opinions(game, module, path), Source(os.path.abspath(path), name, chosen))


def _game_of(made: Any, name: str, chosen: Mapping[str, Any], own: Callable[..., float] | None, place: str) -> Game:
    """The game that something from outside is, or makes with these parameters. Raises ZermeloError.

    own: the evaluation beside it. place: what it is called in an error.
    """
    if isinstance(made, type) and kind_of(made):
        return _make(maker_of(made, own), name, chosen)
    if isinstance(made, Game) or kind_of(made):
        if chosen:
            what = "a Game" if isinstance(made, Game) else "an object"
            raise ZermeloError(f"{place} is {what}, not a function, and takes no parameters")
        game = adapt(made, own)
        return replace(game, name=name.replace("_", "-") if game.name == "game" else game.name)
    if callable(made) and not isinstance(made, type):
        return _make(made, name.replace("_", "-"), chosen, own)
    raise ZermeloError(f"{place} is neither a Game nor a function that returns one")


def _with_opinions(game: Game, module: ModuleType, path: Path) -> Game:
    """The game with the opinions that it lacks and its file has.

    They are found by name: `evaluator`, `guide` and `expert` (an evaluator, a Guide and an Expert, or functions of the
    game's parameters that return one), and `evaluate` (a function of a state and a player, or an evaluator). Raises
    ZermeloError.
    """
    made = {}
    if game.origin:
        _check_adapted(game, module, path)
        return game
    for field, names in (("evaluate", ("evaluator", "evaluate")), ("guide", ("guide",)), ("expert", ("expert",))):
        there = [name for name in names if not isinstance(vars(module).get(name), ModuleType | None)]
        if getattr(game, field) is None and there:
            own = vars(module)[there[0]]
            made[field] = own if there[0] == "evaluate" else _made_for(own, game, there[0], path)
    try:
        return replace(game, **made)
    except ZermeloError as error:
        raise ZermeloError(f"{path.name}: {error}") from None


def _made_for(maker: Any, game: Game, name: str, path: Path) -> Any:
    """An opinion on a game: the maker itself, or if it is a function what it returns for the game's parameters."""
    if not inspect.isfunction(maker):
        return maker
    known = inspect.signature(maker).parameters.values()
    takes_all = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in known)
    named = {parameter.name for parameter in known}
    given = {key: value for key, value in game.parameters.items() if takes_all or key in named}
    try:
        made = maker(**given)
    except Exception as error:
        raise ZermeloError(f"{path.name}: {name}() cannot be made for this game: {told(error, path)}") from None
    if made is None:
        raise ZermeloError(f"{path.name}: {name}() returns nothing: let it return the opinion")
    return made


def _check_adapted(game: Game, module: ModuleType, path: Path) -> None:
    """Raises ZermeloError where the file of another library's game has an opinion that would be ignored."""
    for name in ("evaluator", "guide", "expert", "evaluate"):
        own = vars(module).get(name)
        if not isinstance(own, ModuleType | None) and not (name == "evaluate" and callable(own)):
            raise ZermeloError(
                f"{path.name}: {name} is not used beside {game.origin}: write a function evaluate(state, player)"
            )


def _only_game(module: ModuleType, path: Path) -> str:
    """The name of the one game in a file: `game`, the file's own name, or the only one there is."""
    makers = _games(module)
    for favourite in ("game", path.stem):
        value = vars(module).get(favourite)
        if favourite in makers or callable(value) or kind_of(value):
            return favourite
    if len(makers) == 1:
        return makers[0]
    if not makers:
        hint = "define a function that returns a Game, annotated '-> Game', or a class in the style of AIMA or easyAI"
        raise ZermeloError(f"{path} has no game: {hint}")
    named = makers + [name for name in _objects(module) if name not in makers]
    raise ZermeloError(f"{path} has several games: say {' or '.join(f'{path.name}:{name}' for name in named)}")


def _objects(module: ModuleType) -> list[str]:
    """The names of the objects in a file that can be adapted."""
    values = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return [name for name, value in values.items() if not isinstance(value, type | Game) and kind_of(value)]


def _games(module: ModuleType) -> list[str]:
    """The names of the games in a file: those of the first kind of which there are any.

    Games, and the functions that say they return one; classes that can be adapted, with those that can not only where
    there are no others; objects that can be adapted; such classes from other files.
    """
    values = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    kinds = [name for name, value in values.items() if isinstance(value, type) and kind_of(value)]
    own = [name for name in kinds if values[name].__module__ == module.__name__]
    whole = [name for name in own if not refusal(values[name])]
    objects = _objects(module)
    problems = [name for name in objects if kind_of(values[name]) == aima_problem.KIND]  # their classes need a start
    ours = [name for name, value in vars(module).items() if _is_game(value, module)]
    return ours or problems or whole or own or objects or kinds


def _is_game(value: Any, module: ModuleType) -> bool:
    is_own = inspect.isfunction(value) and value.__module__ == module.__name__
    return isinstance(value, Game) or (is_own and _returns_game(value))


def _returns_game(function: Callable[..., Any]) -> bool:
    returned = function.__annotations__.get("return")
    if isinstance(returned, str):
        return returned.split(".")[-1] in ("Game", "Problem")
    return isinstance(returned, type) and issubclass(returned, Game)
