"""Engines by name: `alphabeta:time=0.5`, `mcts:sims=10000`, `expectimax:opponent=0.8*minimax2+0.2*random`.

Other people's engines by their command: `uci:stockfish,time=0.1`, `gtp:gtp-rhino -l 5`, `gnubg:gnubg,plies=2`.
With a file of their own: `pubeval:weights=FILE`, `blueprint:file=FILE`.
Engines of one's own: `mybot.py:flat,sims=50`, and those that installed packages offer, by name.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from types import ModuleType
from typing import Any, cast

from zermelo.arguments import checked
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.installed import NotInstalled
from zermelo.players.auto import Auto
from zermelo.players.own import engine_from_file, installed_engine, installed_engines, is_file
from zermelo.players.player import FunctionPlayer, Player, as_player
from zermelo.search.analysis import Analysis
from zermelo.search.base import Algorithm
from zermelo.search.options import read_options
from zermelo.search.single.base import SingleAgent

ALGORITHMS = ("zermelo.search", "zermelo.hidden")  # every algorithm in these packages is discovered
EXPERTS = "zermelo.experts"  # as is every engine in a module `engines` of a folder in this one
EXTERNAL = {  # protocols of other people's engines: the module and function that make a player
    "uci": ("zermelo.protocols.uci.player", "uci_player"),
    "gtp": ("zermelo.protocols.gtp.player", "gtp_player"),
    "gnubg": ("zermelo.protocols.gnubg.player", "gnubg_player"),
}
# the default, then the book's order
FIRST = (
    *("auto", "random", "minimax", "alphabeta", "expectimax", "expectiminimax", "maxn", "mcts", "puct"),
    *("determinized", "alphamu", "belief", "ismcts", "cfr"),
)


@cache
def engines() -> dict[str, type[Algorithm]]:
    """Every algorithm by its name. One that is derived from another of the same name takes its place."""
    for name in ALGORITHMS:
        for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}."):
            importlib.import_module(module.name)
    _of_experts()
    inside = (*(f"{name}." for name in (*ALGORITHMS, EXPERTS)), Auto.__module__)
    here = [kind for kind in _kinds(cast(Any, Algorithm)) if kind.__module__.startswith(inside)]
    found = {kind.name: kind for kind in here if kind.name and not kind.__abstractmethods__}
    order = {name: place for place, name in enumerate(FIRST)}
    return dict(sorted(found.items(), key=lambda item: (order.get(item[0], len(order)), item[0])))


@cache
def _of_experts() -> list[ModuleType]:
    """The modules with engines that play one game only."""
    folders = [one.name for one in pkgutil.iter_modules(importlib.import_module(EXPERTS).__path__) if one.ispkg]
    found = []
    for folder in folders:
        name = f"{EXPERTS}.{folder}.engines"
        with suppress(NotInstalled):  # those that need NumPy where it is missing
            if importlib.util.find_spec(name) is not None:
                found.append(importlib.import_module(name))
    return found


@cache
def _with_files() -> dict[str, Callable[[str], Player]]:
    """Players that need a file of the user's, by name: functions that make a player of what is typed after it."""
    return {name: make for module in _of_experts() for name, make in getattr(module, "PLAYERS", {}).items()}


def _kinds(kind: type[Algorithm]) -> list[type[Algorithm]]:
    return [below for child in kind.__subclasses__() for below in (child, *_kinds(child))]


def engine(spec: str, others: Mapping[str, Callable[[], Player]] | None = None) -> Algorithm | Player:
    """The engine that a person typed, for whatever takes a player.

    NAME[:option=value,…] is an engine of this package or of an installed one (entry points of `zermelo.engines`),
    FILE.py[:name][,option=value,…] one from a file, which is run, and uci:, gtp: or gnubg:COMMAND another program.
    others: further players by name, such as `human`. Raises ZermeloError naming what is allowed.

    >>> import zermelo
    >>> zermelo.engine("alphabeta:depth=4").depth
    4
    """
    name, _, typed = spec.strip().partition(":")
    if name in EXTERNAL:
        module, maker = EXTERNAL[name]
        made: Player = getattr(importlib.import_module(module), maker)(typed)
        return made
    if name in _with_files():
        return _with_files()[name](typed)
    if others and name in others:
        if typed:
            raise ZermeloError(f"{name} takes no options")
        return others[name]()
    kinds = engines()
    if name not in kinds and is_file(spec):
        return engine_from_file(spec, engine)
    if name not in kinds and name in installed_engines():
        return installed_engine(name, typed, engine)
    if name not in kinds:
        names = [*kinds, *installed_engines(), *(others or ())]
        near = get_close_matches(name.lower(), names, 1)
        general = [one for one in names if one not in kinds or not is_special(kinds[one])]
        known = f"there are {', '.join(general)}, {external_commands()}, and your own, FILE.py:NAME"
        hint = f"did you mean {near[0]}?" if near else known
        if name == "human":
            hint = "people play in `zermelo play`"
        raise ZermeloError(f"no engine is called '{brief(name)}'; {hint}")
    return kinds[name](**read_options(name, kinds[name], typed, engine))


def is_special(kind: type[Algorithm]) -> bool:
    """Does an algorithm play one game only, or problems of single-agent search only?"""
    return bool(kind.game) or issubclass(kind, SingleAgent)


def external_commands() -> str:
    """How other people's engines are named: `uci:COMMAND, gtp:COMMAND, gnubg:COMMAND`."""
    return ", ".join(f"{protocol}:COMMAND" for protocol in EXTERNAL)


def summary_of(engine: Any) -> str:
    """One line about an engine: the first of its docstring."""
    return (inspect.getdoc(engine) or "").partition("\n")[0]


@checked
def default_engine(game: Game, seconds: float = 1.0) -> Algorithm:
    """The engine that plays a game where nobody names one.

    >>> import zermelo
    >>> str(zermelo.default_engine(zermelo.load("tic-tac-toe")))
    'auto:time=1.0'
    """
    return Auto(time=seconds)


@checked
def analyse(game: Game, state: State | None = None, player: Any = None) -> Analysis:
    """Analyses a position: by default the initial one, with the default engine for one second.

    player: a search, or its text, such as "mcts:sims=1000" or "mybot.py:Flat,sims=50".

    >>> import zermelo
    >>> analysis = zermelo.analyse(zermelo.load("tic-tac-toe"))
    >>> analysis.value, analysis.exact
    (0.0, True)
    """
    return player_of(default_engine(game) if player is None else player).analyse(game, state)


def player_of(chooser: Any) -> Player:
    """A player of anything that chooses, or of an engine's text. Raises ZermeloError if it cannot be one."""
    return as_player(engine(chooser) if isinstance(chooser, str) else chooser)


def players_of(choosers: Sequence[Any]) -> list[Player]:
    """One player for each chooser; the same chooser twice, or the same text, is the same player.

    Different functions of one name are told apart: `flat` and `flat (2)`.
    """
    made: dict[Any, Player] = {}
    for chooser in choosers:
        key = chooser if isinstance(chooser, str) else id(chooser)
        if key not in made:
            made[key] = _told_apart(player_of(chooser), made.values())
    return [made[chooser if isinstance(chooser, str) else id(chooser)] for chooser in choosers]


def _told_apart(player: Player, others: Iterable[Player]) -> Player:
    """A player of a function, under a name that is not that of another function."""
    if not isinstance(player, FunctionPlayer):
        return player
    taken = {str(other) for other in others if isinstance(other, FunctionPlayer) and other.plays_unlike(player)}
    names = (player.name, *(f"{player.name} ({number})" for number in range(2, len(taken) + 2)))
    free = next(name for name in names if name not in taken)
    return player if free == player.name else FunctionPlayer(player.function, player.options, free)
