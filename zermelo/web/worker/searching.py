"""The searches that jobs are asked for: by a level, by an engine with its options, or the default one for the game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.arena.strength import LEVELS
from zermelo.evaluate.learned import Learned, read_learned
from zermelo.game import Game, State
from zermelo.players.engines import default_engine, engines
from zermelo.players.engines import engine as own_engine
from zermelo.players.player import Player, SearchPlayer, as_player
from zermelo.search.analysis import Analysis
from zermelo.search.base import Algorithm
from zermelo.search.task import Limits, Watch
from zermelo.web.worker.tell import Request

MEGABYTES = 64  # of memory that one search may take
STAND_IN = "interpreted, while the fast search compiles"


def algorithm_of(game: Game, engine: Request | None, seconds: float | None, lines: int = 1) -> Algorithm:
    """The search asked for; by default, the default engine for the game."""
    if not engine:
        algorithm = default_engine(game, seconds or 1.0)
    else:
        learned = {option: _learned(file, Path(file).stat().st_mtime_ns) for option, file in _files(engine)}
        algorithm = engines()[engine["name"]](**engine["options"], **learned)
    if seconds is not None and getattr(algorithm, "time", None) is None:
        algorithm = algorithm.with_options(time=seconds)  # besides the engine's own limits
    return algorithm.with_lines(lines) if lines > 1 else algorithm


def _files(engine: Request) -> list[tuple[str, str]]:
    """The learned files that the command line named, by the options that they are for."""
    return list(engine.get("learned", {}).items())


@lru_cache(maxsize=16)
def _learned(file: str, changed: int) -> Learned:
    """A learned file; it is read again when it has changed, since a run in progress goes on writing it."""
    return read_learned(Path(file))


def chooser_of(game: Game, seat: Request) -> Algorithm:
    """The search of a level or an engine."""
    return LEVELS[seat["level"]].algorithm(game) if seat.get("level") else algorithm_of(game, seat["engine"], None)


def owned(request: Request) -> bool:
    """Has a request, or a seat in one, an engine from a file that the command line named?"""
    seated = (seat["engine"] for seat in request.get("seats") or () if seat)
    engines = (request.get("engine"), *request.get("engines", ()), *seated)
    return any(engine and "file" in engine for engine in engines)


def player_of_own(spec: str, seconds: float | None = None) -> Player:
    """The player that a file on the command line has. seconds: for a search that has no time of its own."""
    made = own_engine(spec)
    if isinstance(made, Algorithm):
        is_timed = seconds is not None and getattr(made, "time", None) is None
        return SearchPlayer(made.with_options(time=seconds) if is_timed else made, MEGABYTES)
    return as_player(made)


def player_for(game: Game, engine: Request | None, seconds: float | None) -> Player:
    """A player with this search and bounded memory, or one from a file on the command line."""
    if engine and "file" in engine:
        return player_of_own(engine["file"], seconds)
    return SearchPlayer(algorithm_of(game, engine, seconds), MEGABYTES)


def analysed(game: Game, path: list[State], request: Request, watch: Watch | None, **limits: Any) -> Analysis:
    """What the search asked for finds at the end of a path."""
    player = searcher(game, request.get("engine"), request["time"], bool(request.get("cold")), request.get("lines", 1))
    return player.analyse(game, path[-1], path[:-1], watch, limits=Limits(**limits))


def searcher(
    game: Game, engine: Request | None, seconds: float | None, cold: bool, lines: int = 1, share: float = 1.0
) -> Player:
    """The player asked for: a search that runs interpreted while its kernel is compiled, or the owner's engine.

    share: of a search's own time.
    """
    if engine and "file" in engine:
        player = player_for(game, engine, seconds)
        player.new_game(game)
        return player
    algorithm = algorithm_of(game, engine, seconds, lines)
    own = getattr(algorithm, "time", None)
    if own and share < 1.0:
        algorithm = algorithm.with_options(time=own * share)
    if cold and not algorithm.is_ready(game):
        algorithm = algorithm.with_options(compiled=False)
    return SearchPlayer(algorithm, MEGABYTES)


def remark_on(found: Analysis, request: Request) -> str:
    """A remark if an interpreted search answered in place of the compiled one; else ""."""
    return STAND_IN if request.get("cold") and not found.compiled else ""
