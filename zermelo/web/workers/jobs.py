"""What a worker does for a visitor: each job is a function of a request, which tells what it finds as it goes.

A request names the game as the catalogue knows it, the start of the record, and the indices of the actions (or of the
outcomes of chance) that were played from there: it was checked where it was made, in the server.
"""

from __future__ import annotations

import math
import random
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from zermelo.arena.play import ask, play, seeded
from zermelo.evaluate import opinion
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.loading import load
from zermelo.protocols.engine import default_engine
from zermelo.search import engines
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.analysis import Analysis
from zermelo.search.mcts.search import MCTS
from zermelo.search.textbook.minimax import Minimax
from zermelo.show.described import described
from zermelo.show.share import is_decided, share
from zermelo.web.catalogue import MEMORY
from zermelo.web.debugger.report import branch_report, trace_game, trace_report
from zermelo.web.reports import analysis_report, cells_of, finite

Tell = Callable[[dict[str, Any]], None]
Request = dict[str, Any]

FIRST_SLICE = 0.15  # seconds of Monte Carlo search before the first report; each slice is twice the last
LONGEST_SLICE = 0.6
EQUAL = 0.02  # a difference of share that is none


@dataclass(frozen=True)
class Level:
    """How far a level sees, and how far from the best it may stray."""

    nodes: int | None
    depth: int  # of searches that see every action's value anyway
    sims: int  # of Monte Carlo search
    stray: float  # share of the game: an action worse by so much is chosen 1/e times as often
    time: float | None = None


LEVELS = {
    "beginner": Level(120, 1, 300, 0.16),
    "easy": Level(900, 1, 1_000, 0.07),
    "medium": Level(8_000, 2, 4_000, 0.025),
    "hard": Level(None, 3, 10**7, 0.0, 0.3),
    "full": Level(None, 4, 10**7, 0.0, 1.0),
}


def game_of(request: Request) -> Game:
    """The game of a request; loaded once, and then found again."""
    if request.get("tree") is not None:
        return trace_game(request["tree"])
    return load(request["spec"], **request["parameters"])


def path_of(game: Game, request: Request) -> list[State]:
    """The states of a record, the last of which is meant."""
    state = game.initial() if request["start"] is None else game.read_state(request["start"])
    path = [state]
    for index in request["played"]:
        if game.to_move(state) == CHANCE:
            move = game.outcomes(state)[index][0]
        else:
            move = game.legal(state)[index]
        state = game.result(state, move)
        path.append(state)
    return path


def engine_of(game: Game, request: Request | None, seconds: float | None) -> Any:
    """The search that was asked for, with bounded memory; by default a good one for the game."""
    if not request:
        made = default_engine(game, seconds or 1.0)
    else:
        options = dict(request["options"])
        made = engines()[request["name"]](**options)
    memory = MEMORY.get(getattr(made, "name", ""), {})
    if memory and not (isinstance(made, AlphaBeta) and made.is_plain(game)):
        made = replace(made, **memory)
    if seconds is not None and getattr(made, "time", 0.0) is None:
        made = replace(made, time=seconds)  # whatever ends first
    return made


def analyse(request: Request, tell: Tell) -> None:
    """Streams what a search finds, depth by depth or slice by slice; the last report is done."""
    game = game_of(request)
    path = path_of(game, request)
    found = _analysed(game, path, request, lambda so_far: tell(analysis_report(so_far, len(path) - 1, False)))
    tell(analysis_report(found, len(path) - 1, True))


def move(request: Request, tell: Tell) -> None:
    """The action that a level or an engine chooses, as its index, and what it thought."""
    game = game_of(request)
    path = path_of(game, request)
    legal = game.legal(path[-1])
    if not legal:
        raise ZermeloError("there is nothing to choose here")
    if request.get("level"):
        action, thought = _at_level(game, path, LEVELS[request["level"]])
    else:
        chooser = engine_of(game, request["engine"], request["time"])
        if hasattr(chooser, "analyse"):
            thought = _analysis_of(game, path, chooser, None)
            action = thought.action
        else:
            action, thought = ask(chooser, game, path[-1], path[:-1]), None
    report = analysis_report(thought, len(path) - 1, True) if thought else None
    tell({"index": legal.index(action), "thought": report})


def why(request: Request, tell: Tell) -> None:
    """The refutation of an action: its line played out, and how its end differs from the best line's."""
    game = game_of(request)
    path = path_of(game, request)
    state = path[-1]
    action = game.legal(state)[request["index"]]
    best = _analysed(game, path, request, None)
    mine = best if action == best.action else _refuted(game, path, action, request, best)
    mover = game.to_move(state)
    lost = share(game, best.value, is_decided(best)) - share(game, mine.value, is_decided(mine))
    here, frames = state, []
    for played in mine.line[:12]:
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
            "value": finite(mine.value),
            "share": _shown(game, mover, mine),
            "best": {
                "action": game.action_text(state, best.action),
                "value": finite(best.value),
                "share": _shown(game, mover, best),
                "line": best.texts(best.line[:12]),
            },
            "difference": finite(mine.value - best.value) if is_decided(mine) == is_decided(best) else None,
            "line": mine.texts(mine.line[:12]),
            "frames": frames,
            "terms": [
                {"name": n, "mine": ours.get(n, 0.0), "best": theirs.get(n, 0.0), "change": changes[n]}
                for n in largest[:12]
            ],
            "words": _why_words(game, state, action, best, mine, lost),
        }
    )


def threat(request: Request, tell: Tell) -> None:
    """What the other side would do if the one to move passed."""
    game = game_of(request)
    path = path_of(game, request)
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


def one_game(request: Request, tell: Tell) -> None:
    """A game of a match, between two engines: what each player got."""
    game = game_of(request)
    made = [engine_of(game, engine, request["time"]) for engine in request["engines"]]
    luck = random.Random(request["seed"])
    pair = [seeded(engine, luck.getrandbits(32)) for engine in made]
    for engine in pair:
        refusal = engine.refusal(game) if hasattr(engine, "refusal") else None
        if refusal:
            raise ZermeloError(refusal)
    path = path_of(game, request)
    noise = random.Random(request["opening"])
    for _ in range(request["plies"]):
        state = path[-1]
        moves = game.legal(state) if game.to_move(state) != CHANCE else [o for o, _ in game.outcomes(state)]
        after = game.result(state, noise.choice(moves)) if moves else state
        if game.is_terminal(after):
            break
        path.append(after)
    players = [pair[player != request["first"]] for player in range(game.players)]
    record = play(game, players, path[-1], luck.getrandbits(32), past=path[:-1])
    tell({"utilities": list(record.utilities), "names": [str(engine) for engine in made], "ending": record.ending})


def trace(request: Request, tell: Tell) -> None:
    """A search, step by step."""
    game = game_of(request)
    state = path_of(game, request)[-1]
    tell(trace_report(game, state, **request["options"]))


def branch(request: Request, tell: Tell) -> None:
    """A branch that was cut, searched."""
    game = game_of(request)
    state = path_of(game, request)[-1]
    tell(branch_report(game, state, request["report"], request["node"]))


JOBS: dict[str, Callable[[Request, Tell], None]] = {
    job.__name__: job for job in (analyse, move, why, threat, one_game, trace, branch)
}


def can_pass(game: Game, state: State) -> bool:
    """Does passing make sense, so that a threat can be shown?"""
    evaluator = opinion(game)
    tactics = evaluator.tactics if evaluator else None
    if tactics is None or tactics.passed is None or game.is_terminal(state):
        return False
    if tactics.forced is not None and tactics.forced(state):
        return False
    return tactics.may_pass is None or bool(tactics.may_pass(state))


def _analysed(game: Game, path: list[State], request: Request, watch: Callable[[Analysis], None] | None) -> Analysis:
    engine = engine_of(game, request.get("engine"), request["time"])
    if not hasattr(engine, "analyse"):
        raise ZermeloError(f"{engine} plays but does not analyse: try alphabeta or mcts")
    if isinstance(engine, AlphaBeta) and request.get("lines", 1) > 1 and not engine.plain:
        engine = replace(engine, lines=min(request["lines"], max(1, len(game.legal(path[-1])))))
    return _analysis_of(game, path, engine, watch)


def _analysis_of(game: Game, path: list[State], engine: Any, watch: Callable[[Analysis], None] | None) -> Analysis:
    """A search's analysis, with the path where it wants one; Monte Carlo search in slices that double."""
    if isinstance(engine, AlphaBeta) and not engine.is_plain(game):
        return engine.think(game, path[-1], watch, past=path[:-1])
    if not isinstance(engine, MCTS) or engine.time is None or watch is None:
        found: Analysis = engine.analyse(game, path[-1], watch)
        return found
    start, slice_, simulations, nodes = clock.perf_counter(), FIRST_SLICE, 0, 0
    while True:
        left = engine.time - (clock.perf_counter() - start)
        part = engine.within(time=max(0.01, min(slice_, left)), early=False)  # a slice settles nothing
        so_far = part.analyse(game, path[-1])
        simulations, nodes = simulations + (so_far.simulations or 0), nodes + so_far.nodes
        seconds = clock.perf_counter() - start
        so_far = replace(so_far, simulations=simulations, nodes=nodes, seconds=seconds, engine=str(engine))
        if left <= slice_ or so_far.exact or (engine.sims is not None and simulations >= engine.sims):
            return so_far
        watch(so_far)
        slice_ = min(2 * slice_, LONGEST_SLICE)


def _at_level(game: Game, path: list[State], level: Level) -> tuple[Action, Analysis]:
    """What a player of a level does: it sees so much, and does not always choose the best of what it sees."""
    engine = default_engine(game, level.time or 1.0)
    legal = game.legal(path[-1])
    if isinstance(engine, MCTS):
        engine = replace(engine, sims=level.sims, time=level.time or 1.0, megabytes=MEMORY["mcts"]["megabytes"])
    elif not isinstance(engine, AlphaBeta):
        engine = replace(engine, depth=level.depth, time=level.time or 1.0)
    elif engine.is_plain(game):
        engine = Minimax(depth=level.depth) if level.stray else engine
    else:
        lines = min(8, len(legal)) if level.stray else 1
        engine = AlphaBeta(nodes=level.nodes, time=level.time, lines=lines, table=MEMORY["alphabeta"]["table"])
    thought = _analysis_of(game, path, engine, None)
    if not level.stray:
        return thought.action, thought
    seen = [c for c in thought.candidates if c.bound == "exact" and math.isfinite(c.value)]
    if thought.simulations is not None:  # a mean of few playouts says little
        seen = sorted(seen, key=lambda c: -(c.visits or 0))[:8]
    settled = thought.exact or thought.simulations is not None
    worths = [share(game, c.value, c.decided or settled) for c in seen]
    if not seen or max(worths) > 0.99:  # a win that was seen is never missed
        return thought.action, thought
    weights = [math.exp((worth - max(worths)) / level.stray) for worth in worths]
    return random.choices([c.action for c in seen], weights)[0], thought


def _refuted(game: Game, path: list[State], action: Action, request: Request, best: Analysis) -> Analysis:
    """An analysis as if the action were the only one."""
    state = path[-1]
    engine = engine_of(game, request.get("engine"), request["time"])
    after = game.result(state, action)
    if isinstance(engine, AlphaBeta) and not engine.is_plain(game) and not game.is_terminal(after):
        return engine.think(game, state, past=path[:-1], only=[action])
    mover = game.to_move(state)
    if game.is_terminal(after):
        value = float(game.utility(after, mover))
        return replace(best, action=action, value=value, exact=True, line=(action,), terms=(), values=())
    known = next((c for c in best.candidates if c.action == action), None)
    if game.to_move(after) == CHANCE or game.players != 2:
        value = known.value if known and math.isfinite(known.value) else best.value
        return replace(best, action=action, value=value, exact=False, line=(action,), terms=())
    reply = _analysis_of(game, [*path, after], engine, None)
    sign = 1 if game.to_move(after) == mover else -1
    terms = tuple(replace(term, feature=sign * term.feature) for term in reply.terms)
    return replace(reply, state=state, action=action, value=sign * reply.value, line=(action, *reply.line), terms=terms)


def _shown(game: Game, mover: int, analysis: Analysis) -> float:
    worth = share(game, analysis.value, is_decided(analysis))
    return worth if mover == 0 else 1 - worth


def _why_words(game: Game, state: State, action: Action, best: Analysis, mine: Analysis, lost: float) -> str:
    name, better = game.action_text(state, action), game.action_text(state, best.action)
    if action == best.action:
        return f"{name} is the best move here."
    texts = mine.texts(mine.line[:6])
    reply = f" The answer is {' '.join(texts[1:])}." if len(texts) > 1 else ""
    if abs(lost) <= EQUAL:
        return f"{name} is as good as {better}: it {_worth(game, mine)} too.{reply}"
    if lost < 0:
        return f"{name} turns out better than {better}: it {_worth(game, mine)}.{reply}"
    return f"{name} {_worth(game, mine)}, {better} {_worth(game, best)}.{reply}"


def _worth(game: Game, analysis: Analysis) -> str:
    """A value in words: by force where the rules decide and there is only winning and losing."""
    if is_decided(analysis) and analysis.simulations is None and game.best_utility == 1.0:
        return "wins by force" if analysis.value > 0 else "loses by force" if analysis.value < 0 else "draws"
    return f"is worth {analysis.value:+.4g}"
