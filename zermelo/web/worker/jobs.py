"""The jobs of a worker: each is a function of a request, and passes what it finds to `tell` as it goes.

A request holds the game's spec, the first position, and the indices of the actions (or outcomes of chance) played from
there. The server has checked it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from zermelo.arena.match import Lane, Pairing, pairings
from zermelo.arena.openings import NoRoom
from zermelo.arena.score import counts_points
from zermelo.arena.strength import LEVELS, LimitedPlayer
from zermelo.evaluate import opinion
from zermelo.evaluate.learned import Learned, read_learned
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.numerals import signed
from zermelo.players.engines import default_engine, engines
from zermelo.players.engines import engine as own_engine
from zermelo.players.player import Player, SearchPlayer, as_player
from zermelo.search.advantage import advantage_of
from zermelo.search.analysis import Analysis
from zermelo.search.base import Algorithm
from zermelo.search.task import Limits, Watch
from zermelo.show.described import described
from zermelo.show.reports.match import mean_name
from zermelo.show.worth import difference_words, outcome, value_clause, value_words
from zermelo.web.messages import finite
from zermelo.web.worker.open_game import OpenGame
from zermelo.web.worker.open_secret import OpenSecret
from zermelo.web.worker.paths import game_of, open_path, path_of
from zermelo.web.worker.reports import analysis_report, can_pass, cells_of
from zermelo.web.worker.tell import Request, Tell, beating
from zermelo.web.worker.trace_report import branch_report, trace_report

MEGABYTES = 64  # of memory that one search may take
STAND_IN = "interpreted, while the fast search compiles"
MOST_LINES = 64  # in which a search proves the results of actions
SHORTEST_LINE = 3  # plies of the lines in "why not my move?", where the game goes on that long
PATIENCE = 3.0  # seconds, for a search that must reach a depth
EQUAL = 0.02  # shares that differ by no more count as equal


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


def player_of(game: Game, engine: Request | None, seconds: float | None) -> Player:
    """A player with this search and bounded memory, or one from a file on the command line."""
    if engine and "file" in engine:
        return player_of_own(engine["file"], seconds)
    return SearchPlayer(algorithm_of(game, engine, seconds), MEGABYTES)


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

    def report(found: Analysis, done: bool) -> dict[str, Any]:
        return analysis_report(found, ply, done, _remark(found, request), viewer)

    with discreetly(game, request, viewer):
        found = _analysed(game, path, request, lambda so_far: tell(report(so_far, False)))
        if request.get("open_ended") and outcome(found) is not None and found.seconds < request["time"]:
            tell(report(found, False))
            found = _every_action_solved(game, path, request, found)
    tell(report(found, True))


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
    report = analysis_report(thought, len(path) - 1, True, _remark(thought, request)) if thought else None
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
    player = _searcher(game, seat["engine"], seconds, cold, share=share)
    if not player.explains:
        return player.choose(game, state, past), None
    thought = player.analyse(game, state, past)
    return thought.action, thought


def why(request: Request, tell: Tell) -> None:
    """Why an action is not best: its line played out, and how the terms at its end differ from the best line's."""
    game = game_of(request)
    path = open_path(game, request)
    state = path[-1]
    action = game.read_action(state, request["action"])
    best, mine = _compared(game, path, request, action)
    best_line, my_line = (_whole_line(game, path, request, found) for found in (best, mine))
    mover = game.to_move(state)
    lost = _share(best) - _share(mine)
    difference = _difference(mine, best)
    here, frames = state, []
    for played in my_line[:12]:
        text, cells = game.action_text(here, played), cells_of(game, here, played)
        here = game.result(here, played)
        frames.append({"text": text, "picture": described(game.describe(here)), "cells": cells})
    theirs = {term.name: term.share for term in best.terms}
    ours = {term.name: term.share for term in mine.terms}
    changes = {name: ours.get(name, 0.0) - theirs.get(name, 0.0) for name in [*ours, *theirs] if ours and theirs}
    largest = sorted((name for name in changes if abs(changes[name]) >= 0.005), key=lambda name: -abs(changes[name]))
    tell(
        {
            "action": game.action_text(state, action),
            "value": finite(mine.value) if mine.best.known else None,
            "value_words": value_words((mine, mine.best)),
            "share": _shown(game, mover, mine),
            "best": {
                "action": game.action_text(state, best.action),
                "value": finite(best.value) if best.best.known else None,
                "value_words": value_words((best, best.best)),
                "share": _shown(game, mover, best),
                "line": best.texts(best_line[:12]),
            },
            "difference": difference,
            "difference_words": "" if difference is None else difference_words(mine, best),
            "line": mine.texts(my_line[:12]),
            "frames": frames,
            "terms": [
                _changed_term(name, ours.get(name, 0.0), theirs.get(name, 0.0), changes[name]) for name in largest[:12]
            ],
            "words": _why_words(game, best, mine, mine.texts(my_line[:6]), lost),
        }
    )


def threat(request: Request, tell: Tell) -> None:
    """What the opponent would play if the player to move passed."""
    game = game_of(request)
    path = open_path(game, request)
    state = path[-1]
    evaluator = opinion(game)
    tactics = evaluator.tactics if evaluator else None
    if not can_pass(game, state) or tactics is None or tactics.passed is None:
        raise ZermeloError("passing makes no sense here, so there is no threat to show")
    passed = tactics.passed(state)
    if game.is_terminal(passed):
        raise ZermeloError("after a pass the game would be over")
    found = _analysed(game, [passed], request, None)
    report = analysis_report(found, len(path) - 1, True)
    other = game.player_name(game.to_move(passed))
    report["words"] = f"If {game.player_name(game.to_move(state))} passed, {other} would play {report['action']}."
    tell(report)


def entrants(request: Request, tell: Tell) -> None:
    """Prepares the engines of a match and tells their names, and what the game's results count.

    Compiles their kernels, and the one that judges openings, once; the other processes find them in the cache.
    """
    game = game_of(request)
    players = _entrants(game, request)
    for player in players:
        refusal = player.refusal(game)
        if refusal:
            raise ZermeloError(refusal)
        player.new_game(game)
    _pairing(game, request, 0)
    names = [str(player) for player in players]
    facts = {"points": game.points or "", "counts_points": counts_points(game), "middle": game.middle}
    tell({"names": names, **facts, "scale": game.scale, "mean_name": mean_name(game)})


def one_game(request: Request, tell: Tell) -> None:
    """Plays one game of a match between two engines: the first engine's seat, and the utilities."""
    game = game_of(request)
    pairing = _pairing(game, request, request["number"])
    record = Lane(game, _entrants(game, request), progress=beating(tell)).play(pairing)
    tell({"seat": pairing.seat, "utilities": list(record.utilities), "ending": record.ending})


def _entrants(game: Game, request: Request) -> list[Player]:
    return [player_of(game, engine, request["time"]) for engine in request["engines"]]


def _pairing(game: Game, request: Request, number: int) -> Pairing:
    """A game of a match, with fewer random plies in the opening if the game would be over within them."""
    path, seed = path_of(game, request), request["seed"]
    for plies in range(request["plies"], 0, -1):
        with suppress(NoRoom):
            return next(pairings(game, [number], seed, [path], plies))
    return next(pairings(game, [number], seed, [path]))


def trace(request: Request, tell: Tell) -> None:
    """Traces a search step by step."""
    game = game_of(request)
    state = open_path(game, request)[-1]
    tell(trace_report(game, state, **request["options"]))


def branch(request: Request, tell: Tell) -> None:
    """Searches a branch that was cut."""
    game = game_of(request)
    state = open_path(game, request)[-1]
    tell(branch_report(game, state, request["report"], request["node"]))


JOBS: dict[str, Callable[[Request, Tell], None]] = {
    job.__name__: job for job in (warm, analyse, move, why, threat, entrants, one_game, trace, branch)
}


def _analysed(game: Game, path: list[State], request: Request, watch: Watch | None, **limits: Any) -> Analysis:
    """What the search asked for finds at the end of a path."""
    player = _searcher(game, request.get("engine"), request["time"], bool(request.get("cold")), request.get("lines", 1))
    return player.analyse(game, path[-1], path[:-1], watch, limits=Limits(**limits))


def _searcher(
    game: Game, engine: Request | None, seconds: float | None, cold: bool, lines: int = 1, share: float = 1.0
) -> Player:
    """The player asked for: a search that runs interpreted while its kernel is compiled, or the owner's engine.

    share: of a search's own time.
    """
    if engine and "file" in engine:
        player = player_of(game, engine, seconds)
        player.new_game(game)
        return player
    algorithm = algorithm_of(game, engine, seconds, lines)
    own = getattr(algorithm, "time", None)
    if own and share < 1.0:
        algorithm = algorithm.with_options(time=own * share)
    if cold and not algorithm.is_ready(game):
        algorithm = algorithm.with_options(compiled=False)
    return SearchPlayer(algorithm, MEGABYTES)


def _every_action_solved(game: Game, path: list[State], request: Request, found: Analysis) -> Analysis:
    """A solved position, with the results of as many actions as can be proved in the rest of the time."""
    actions = found.candidates
    if _proved(found) == len(actions):
        return found
    rest = {**request, "lines": min(len(actions), MOST_LINES), "time": request["time"] - found.seconds}
    more = _analysed(game, path, rest, None)
    return more if outcome(more) is not None and _proved(more) > _proved(found) else found


def _proved(found: Analysis) -> int:
    """How many actions have a proved result."""
    return sum(outcome(found, candidate) is not None for candidate in found.candidates)


def _compared(game: Game, path: list[State], request: Request, action: Action) -> tuple[Analysis, Analysis]:
    """The best action and the one asked about, so searched that their values can be compared.

    Evaluations after an odd and an even number of plies differ by a tempo, and a search of one or two plies does not
    see an answer. So both searches look at least SHORTEST_LINE plies ahead, and by an even number of plies apart.
    """
    best = _far_enough(game, path, request, None)
    if action == best.action:
        return best, best
    mine = _far_enough(game, path, request, [action])
    if not _has_parity(best) or not _has_parity(mine) or (best.depth - mine.depth) % 2 == 0:
        return best, mine
    other = mine.depth - 1 if mine.depth > SHORTEST_LINE else mine.depth + 1
    return best, _searched_to(other, game, path, request, [action]) or mine


def _far_enough(game: Game, path: list[State], request: Request, only: list[Action] | None) -> Analysis:
    """What the search asked for finds, or one of SHORTEST_LINE plies if it did not look as far ahead."""
    found = _analysed(game, path, request, None, only=only)
    if not _has_parity(found) or found.depth >= SHORTEST_LINE:
        return found
    return _searched_to(SHORTEST_LINE, game, path, request, only) or found


def _has_parity(found: Analysis) -> bool:
    """Does the value depend on how many plies were searched? A mean of playouts, or one that is decided, does not."""
    return found.simulations is None and not found.is_utility()


def _searched_to(
    depth: int, game: Game, path: list[State], request: Request, only: list[Action] | None
) -> Analysis | None:
    """The search to this depth, or until the value is decided; None if that takes longer than PATIENCE."""
    found = _analysed(game, path, {**request, "time": PATIENCE}, None, only=only, depth=depth)
    return found if found.depth == depth or found.best.decided else None


def _whole_line(game: Game, path: list[State], request: Request, found: Analysis) -> tuple[Action, ...]:
    """The line of an analysis, searched on from its end until it has SHORTEST_LINE plies, or a choice is nobody's.

    A search that finds a position in its table ends the line there.
    """
    line, states = found.line, list(path)
    for action in line:
        states.append(game.result(states[-1], action))
    while len(line) < SHORTEST_LINE and not game.is_terminal(states[-1]) and game.to_move(states[-1]) != CHANCE:
        more = _analysed(game, states, request, None, depth=max(1, found.depth - len(line)))
        line += more.line
        for action in more.line:
            states.append(game.result(states[-1], action))
    return line


def _remark(found: Analysis, request: Request) -> str:
    """A remark if an interpreted search answered in place of the compiled one; else ""."""
    return STAND_IN if request.get("cold") and not found.compiled else ""


def _shown(game: Game, mover: int, analysis: Analysis) -> float:
    return _share(analysis) if mover == 0 else 1 - _share(analysis)


def _share(analysis: Analysis) -> float:
    worth = advantage_of(analysis)
    return 0.5 if worth is None else worth


def _difference(mine: Analysis, best: Analysis) -> float | None:
    """How much less an action is worth than the best; None if the values are not in the same units."""
    comparable = mine.is_utility() == best.is_utility() and mine.best.known and best.best.known
    return finite(mine.value - best.value) if comparable else None


def _changed_term(name: str, mine: float, best: float, change: float) -> dict[str, Any]:
    """A term of the evaluation at the ends of two lines: numbers, and their texts."""
    numbers = {"mine": mine, "best": best, "change": change}
    return {"name": name, **numbers, **{f"{key}_words": signed(number) for key, number in numbers.items()}}


def _why_words(game: Game, best: Analysis, mine: Analysis, texts: Sequence[str], lost: float) -> str:
    """texts: the moves of the line asked about."""
    name, better = game.action_text(mine.state, mine.action), game.action_text(best.state, best.action)
    if mine.action == best.action:
        return f"{name} is the best move here."
    reply = f" The answer is {' '.join(texts[1:])}." if len(texts) > 1 else ""
    if abs(lost) <= EQUAL:
        return f"{name} is as good as {better}: it {value_clause(mine)} too.{reply}"
    if lost < 0:
        return f"{name} turns out better than {better}: it {value_clause(mine)}.{reply}"
    return f"{name} {value_clause(mine)}, {better} {value_clause(best)}.{reply}"
