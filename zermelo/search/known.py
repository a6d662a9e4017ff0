"""What is known about a position without a search, as an analysis: by databases, tables, or a solver of one game."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.evaluate import expert_of
from zermelo.game import Game
from zermelo.installed import is_installed
from zermelo.search.analysis import SOLVER, Analysis, Candidate, Variation
from zermelo.search.task import Task
from zermelo.search.time.budget import UNLIMITED
from zermelo.solve.known import Known, KnownAction
from zermelo.solve.solver import PositionSolver

LONGEST_LINE = 40  # plies: a longer one would take longer than to search
HELP = "endgame databases: auto uses those that are built, none uses none; else the folder that they are in"
TABLES_HELP = "a folder of Syzygy tables (.rtbw and .rtbz) to play endings by"
SOLVED = "an exact solver of this game reached the end of every line that matters"


def open_tables(game: Game, path: str | None) -> Known | None:
    """The tables in a folder that an option names; None: none, or the game has no such tables. Raises ZermeloError."""
    make = expert_of(game).tables
    return _opened(make, Path(path)) if path and make else None


@lru_cache(maxsize=4)
def _opened(make: Callable[[Path], Known], path: Path) -> Known:
    return make(path)


def known_analysis(source: Known | None, task: Task, lines: int = 1) -> Analysis | None:
    """The analysis of a position whose actions are all known to a source; None: it must be searched.

    lines: how many of the best actions get a line of their own.
    An end that may come too late, because the game is drawn after many quiet plies, is not called exact.
    """
    known = source.known_actions(task.state, task.limits.only) if source is not None else None
    if source is None or not known:
        return None
    game = source.game

    def utility(one: KnownAction) -> float:
        return game.middle + one.outcome * (game.reach or 1.0)

    ranked = sorted(known, key=lambda one: one.merit, reverse=True)
    variations = tuple(
        Variation(
            utility(one),
            (one.action, *source.line(game.result(task.state, one.action), LONGEST_LINE - 1)),
            one.distance,
            one.decided,
            True,
        )
        for one in ranked[: max(lines, 1)]
    )
    best = variations[0]
    analysis = task.found(
        Candidate(ranked[0].action, best.value, line=best.line),
        [Candidate(one.action, utility(one), decided=one.decided, distance=one.distance) for one in known],
        exact=best.decided,
        depth=1,
        nodes=1 + len(known),
        compiled=True,
        distance=best.distance,
        in_utilities=True,
        variations=variations,
        stopped=f"the position is in {source.name}",
    )
    task.tell(analysis)
    return analysis


def has_solver(game: Game) -> bool:
    """Has the game an exact solver that is asked during play?"""
    return expert_of(game).is_ready is not None


def solver_is_ready(game: Game) -> bool:
    """Can the game's solver be opened without compiling anything?"""
    is_ready = expert_of(game).is_ready
    return is_ready is not None and is_ready(game)


def open_solver(game: Game, compiled: bool, megabytes: float, insists: bool) -> PositionSolver:
    """The solver of a game that has one. insists: see `Expert.solver`."""
    make = expert_of(game).solver
    assert make is not None
    return make(game, compiled and is_installed("numba"), megabytes, insists)


def solved_analysis(solver: PositionSolver, task: Task, until: float | None, lines: int) -> Analysis | None:
    """The analysis of a position that the game's solver could solve; None if it could not.

    until: the deadline's elapsed seconds at which the attempt ends; None: the deadline's own.
    lines: how many of the best actions get a line in the analysis.
    """
    known, only = list[KnownAction](), None if task.limits.only is None else task.actions()
    for memory in solver.memories:
        memory[NODES], memory[LIMIT] = 0, UNLIMITED
    ask = partial(solver.known_actions, task.state, only)
    task.deadline.run(lambda: known.extend(ask() or ()), solver.memories, solver.compiled, until=until)
    if not known:
        return None
    ranked = sorted(known, key=lambda one: one.merit, reverse=True)

    def utility(one: KnownAction) -> float:
        score = one.merit if math.isfinite(one.merit) else ranked[0].merit  # at most as good as the best
        return task.game.middle + solver.utility(int(score))

    candidates = {
        one.action: Candidate(
            one.action,
            utility(one),
            "upper" if one.is_bound else "exact",
            decided=one.decided,
            line=one.line,
            distance=one.distance,
        )
        for one in known
    }
    best = candidates[ranked[0].action]
    shown = [candidates[one.action] for one in ranked if not one.is_bound][:lines]
    return task.found(
        best,
        tuple(candidates.values()),
        exact=True,
        depth=len(best.line),
        nodes=solver.nodes,
        compiled=solver.compiled,
        reason="" if solver.compiled else "asked to interpret",
        distance=best.distance,
        in_utilities=True,
        variations=tuple(Variation(one.value, one.line, one.distance, decided=True) for one in shown),
        chosen=SOLVER,
        why=SOLVED,
    )
