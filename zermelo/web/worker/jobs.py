"""The jobs of a worker: each is a function of a request, and passes what it finds to `tell` as it goes.

A request holds the game's spec, the first position, and the indices of the actions (or outcomes of chance) played from
there. The server has checked it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from zermelo.arena.match import Pairing, pairings
from zermelo.arena.openings import NoRoom
from zermelo.arena.score import counts_points
from zermelo.arena.strength import LEVELS, LimitedPlayer
from zermelo.arena.tournament.guarded import guarded
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.players.player import Player
from zermelo.search.analysis import Analysis
from zermelo.show.reports.match import mean_name
from zermelo.show.worth import outcome
from zermelo.web.worker.asking.hinting import hint, threat
from zermelo.web.worker.asking.judging import judge
from zermelo.web.worker.asking.why import why
from zermelo.web.worker.debugging.traces import branch, trace
from zermelo.web.worker.open_game import OpenGame
from zermelo.web.worker.open_secret import OpenSecret
from zermelo.web.worker.paths import game_of, open_path, path_of
from zermelo.web.worker.reports import analysis_report
from zermelo.web.worker.searching import (
    MEGABYTES,
    algorithm_of,
    analysed,
    player_for,
    remark_on,
    searcher,
)
from zermelo.web.worker.tell import Request, Tell
from zermelo.web.worker.watched import WatchedLane, told_record

MOST_LINES = 64  # in which a search proves the results of actions


@contextmanager
def discreetly(game: Game, request: Request, viewer: int | None) -> Iterator[None]:
    """Replaces an error that may name what the viewer must not see; None sees everything."""
    try:
        yield
    except Exception as error:
        engine = request.get("engine")
        is_own = bool(engine and "file" in engine)
        if viewer is None or not (is_own or isinstance(error, ZermeloError)):
            raise
        refusal = None if is_own else algorithm_of(game, engine, request["time"]).refusal(game)
        raise ZermeloError(refusal or "this engine cannot say anything about what you see") from None


def warm(request: Request, tell: Tell) -> None:
    """Compiles a search's kernel before its first move.

    timed: will the search have a time limit? Alpha-beta has another kernel then.
    """
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, 10)  # what visitors do comes first
    game = game_of(request)
    algorithm_of(game, request.get("engine"), 1.0 if request.get("timed") else None).open(game, megabytes=1)


def analyse(request: Request, tell: Tell) -> None:
    """Streams what a search finds, depth by depth or time slice by time slice; the last report has `done` set.

    If an open-ended one solves the position before its time is over, it goes on to solve every action.
    """
    game = game_of(request)
    path, ply, viewer = _looked_at(game, request)
    if viewer is not None:
        _check_fair(game, request)

    def report(found: Analysis, done: bool) -> dict[str, Any]:
        return analysis_report(found, ply, done, remark_on(found, request), viewer)

    with discreetly(game, request, viewer):
        found = analysed(game, path, request, lambda so_far: tell(report(so_far, False)))
        if request.get("open_ended") and outcome(found) is not None and found.seconds < request["time"]:
            tell(report(found, False))
            found = _every_action_solved(game, path, request, found)
    tell(report(found, True))


def _check_fair(game: Game, request: Request) -> None:
    """Raises ZermeloError if the engine would tell a player what others hide."""
    engine = request.get("engine")
    if engine and "file" not in engine and algorithm_of(game, engine, None).peeks:
        raise ZermeloError(
            f"{engine['name']} is shown what others hide, and tells it to nobody before the game is over"
        )


def _looked_at(game: Game, request: Request) -> tuple[list[State], int, int | None]:
    """The path to the position that a request is about, its ply, and the player who asks if something is hidden."""
    if request.get("seats") is None:
        path = open_path(game, request)
        return path, len(path) - 1, None
    secret = OpenSecret(request)
    secret.check_turn()
    viewer = int(game.to_move(secret.opened.state))
    return secret.opened.states, len(secret.watched_by(viewer).sight(secret.opened.state).news), viewer


def move(request: Request, tell: Tell) -> None:
    """The index of the action that a level or an engine chooses, and its analysis."""
    game = game_of(request)
    path = open_path(game, request)
    if not game.legal(path[-1]):
        raise ZermeloError("there is nothing to choose here")
    action, thought = chosen(game, path, request, request.get("time"), bool(request.get("cold")))
    report = analysis_report(thought, len(path) - 1, True, remark_on(thought, request)) if thought else None
    opened = OpenGame(game, list(path))
    step = opened.step(action)
    tell({"index": step["index"], "thought": report, "step": step, "position": opened.report()})


def chosen(
    game: Game, path: Sequence[State], seat: Request, seconds: float | None, cold: bool, share: float = 1.0
) -> tuple[Action, Analysis | None]:
    """What a level or an engine chooses at the end of a path, and its analysis if it gives one.

    cold: an interpreted search stands in where the kernel is still being compiled. share: of the engine's own time.
    """
    *past, state = path
    if seat.get("level"):
        level = LEVELS[seat["level"]]
        level = replace(level, time=level.time and level.time * share)
        compiled = False if cold and not level.algorithm(game).is_ready(game) else None
        limited = LimitedPlayer(level, MEGABYTES, compiled=compiled)
        thought = limited.analyse(game, state, past)
        return limited.pick(thought), thought
    player = searcher(game, seat["engine"], seconds, cold, share=share)
    if not player.explains:
        return player.choose(game, state, past), None
    thought = player.analyse(game, state, past)
    return thought.action, thought


def entrants(request: Request, tell: Tell) -> None:
    """Prepares the engines of a match and tells their names, and what the game's results count.

    Compiles their kernels, and the one that judges openings, once; the other processes find them in the cache.
    """
    game = game_of(request)
    players = _entrants(game, request)
    for player in players:
        player.check_served(game)
        player.new_game(game)
    _pairing(game, request, 0)
    names = [str(player) for player in players]
    facts: dict[str, Any] = {"points": game.points or "", "counts_points": counts_points(game), "middle": game.middle}
    facts |= {"sides": list(game.sides)}
    facts["results"] = [game.result_text(utilities) for utilities in request.get("results") or ()]
    tell({"names": names, **facts, "scale": game.scale, "mean_name": mean_name(game)})


def one_game(request: Request, tell: Tell) -> None:
    """Plays one game of a match between two engines: boards on the way, the first engine's seat, and the record."""
    game = game_of(request)
    pairing = _pairing(game, request, request["number"])
    record = WatchedLane(game, _entrants(game, request), tell).play(pairing)
    tell({"seat": pairing.seat, "utilities": list(record.utilities), **told_record(game, pairing, record)})


def _entrants(game: Game, request: Request) -> list[Player]:
    levels = [LEVELS.get(engine.get("level")) for engine in request["engines"]]
    players = [
        LimitedPlayer(level, MEGABYTES) if level else player_for(game, engine, request["time"])
        for level, engine in zip(levels, request["engines"], strict=True)
    ]
    return [guarded(player, False) for player in players] if request.get("is_guarded") else players


def _pairing(game: Game, request: Request, number: int) -> Pairing:
    """A game of a match, with fewer random plies in the opening if the game would be over within them."""
    path, seed = path_of(game, request), request["seed"]
    for plies in range(request["plies"], 0, -1):
        with suppress(NoRoom):
            return next(pairings(game, [number], seed, [path], plies))
    return next(pairings(game, [number], seed, [path]))


JOBS: dict[str, Callable[[Request, Tell], None]] = {
    job.__name__: job for job in (warm, analyse, move, why, threat, hint, judge, entrants, one_game, trace, branch)
}


def _every_action_solved(game: Game, path: list[State], request: Request, found: Analysis) -> Analysis:
    """A solved position, with the results of as many actions as can be proved in the rest of the time."""
    actions = found.candidates
    if _proved(found) == len(actions):
        return found
    rest = {**request, "lines": min(len(actions), MOST_LINES), "time": request["time"] - found.seconds}
    more = analysed(game, path, rest, None)
    return more if outcome(more) is not None and _proved(more) > _proved(found) else found


def _proved(found: Analysis) -> int:
    """How many actions have a proved result."""
    return sum(outcome(found, candidate) is not None for candidate in found.candidates)
