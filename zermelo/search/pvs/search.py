"""Principal-variation search: its options, and a session with the table that it keeps from one move to the next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from zermelo.books.book import Book
from zermelo.books.files import read_book
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.game import Action, Game, State
from zermelo.search.analysis import Analysis
from zermelo.search.base import Session, TreeSearch, needs_no_chance, needs_no_secrets, needs_two_players
from zermelo.search.depth_first.layout import PLIES
from zermelo.search.known import (
    HELP,
    TABLES_HELP,
    has_solver,
    known_analysis,
    open_solver,
    open_tables,
    solved_analysis,
    solver_is_ready,
)
from zermelo.search.options import switch, text, whole
from zermelo.search.pvs.deepening import Deepening, DepthResult, PvsLimits
from zermelo.search.pvs.kernel import KernelPlan, example_for, kernel_for
from zermelo.search.pvs.parts import PvsParts
from zermelo.search.pvs.report import Reporter, planned
from zermelo.search.task import Task
from zermelo.search.time.clock import Clock
from zermelo.solve.databases.endgames import built_indexing, open_endgames
from zermelo.solve.solver import PositionSolver

SOLVER_SHARE, SOLVER_SECONDS = 0.5, 3.0  # of the time, and at most, for an attempt of the game's exact solver
SMALL = 30  # plies: games this short are searched to the end anyway
FIRST_LOOK = 8  # plies that are searched before such an attempt, for whoever watches or interrupts it
PART_NAMES = tuple(f.name for f in fields(PvsParts) if f.name not in ("table", "deeper"))


@dataclass(frozen=True)
class PVS(TreeSearch):
    """Principal-variation search with a table, learnt ordering and selective depth.

    A part that the game does not allow is off, whatever its option says. Values of actions other than the best may be
    upper bounds, which is all the search needs.
    """

    exact: bool = switch(False, "leave out every part that could change minimax's value", visitor=True)
    table: int = whole(64, "megabytes of the transposition table; 0: none", 0, 10**6)
    threads: int = whole(1, "threads that search together", 1, 256)
    lines: int = whole(1, "how many of the best actions get a value and a line of their own", 1, 256)
    keep: bool = switch(True, "keep the table for the next move of the game")
    book: str | None = text(None, "a file of openings to play from: a Polyglot .bin or a text")
    seed: int | None = whole(None, "makes the choice among the book's moves repeatable", None)
    databases: str = text("auto", HELP)
    syzygy: str | None = text(None, TABLES_HELP)
    scout: bool | None = switch(None, "try to refute all actions but the first with a null window")
    aspiration: bool | None = switch(None, "begin each depth with a narrow window around the last value")
    learning: bool | None = switch(None, "order actions by killers, history and counter-moves")
    null_move: bool | None = switch(None, "cut where even passing would be good enough", visitor=True)
    reductions: bool | None = switch(None, "search late actions less deeply first", visitor=True)
    futility: bool | None = switch(None, "leave out quiet actions near the horizon that cannot help", visitor=True)
    razoring: bool | None = switch(
        None, "look only at noisy actions where a position near the horizon is hopeless", visitor=True
    )
    quiescence: bool | None = switch(
        None, "follow noisy actions at the horizon until the position is quiet", visitor=True
    )
    check_extensions: bool | None = switch(None, "search a ply deeper where the answer is forced")
    singular_extensions: bool | None = switch(None, "search a ply deeper where only one action is good")
    repetition: bool | None = switch(None, "count a position that came up before on the way as a draw")
    perfect: bool | None = switch(
        None, "true: use the game's exact solver if it has one; false: never; by default briefly"
    )

    def refusal(self, game: Game) -> str | None:
        return (
            needs_no_secrets(game, self.name) or needs_two_players(game, self.name) or needs_no_chance(game, self.name)
        )

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        self.check_served(game)
        return PvsSession(self, game, megabytes)

    def uses_solver(self, game: Game) -> bool:
        """Is the game's exact solver asked first? By default where only the time is limited."""
        if self.perfect is not None or not has_solver(game):
            return bool(self.perfect) and has_solver(game)
        is_default = self.evaluate is None and self.compiled is not False and not self.exact
        is_long = game.max_plies is None or game.max_plies > SMALL
        return is_default and is_long and self.depth is None and self.nodes is None

    def kernel_plan(self, game: Game) -> KernelPlan:
        """What the kernel is compiled for: the parts that serve the game, without those switched off."""
        asked = {name: getattr(self, name) for name in PART_NAMES}
        if self.table == 0:
            asked["table"] = False
        return planned(game, self.evaluator(game), self.exact, asked, built_indexing(game, self.databases))

    def wanted(self, game: Game) -> dict[str, Any]:
        """The kernel that serves a game, as arguments of `prepare`."""
        plan = self.kernel_plan(game)
        return self.wanted_kernel(game, kernel_for(plan), example_for(plan.most))

    def is_ready(self, game: Game) -> bool:
        return super().is_ready(game) and (not self.uses_solver(game) or solver_is_ready(game))


class PvsSession(Session):
    """A session of principal-variation search, with its table and its book."""

    algorithm: PVS

    def __init__(self, algorithm: PVS, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.book: Book | None = read_book(game, algorithm.book) if algorithm.book is not None else None
        self.noise = random.Random(algorithm.seed)  # for the choice among the book's moves
        kernel = prepare(**algorithm.wanted(game))
        table = algorithm.table if megabytes is None else min(algorithm.table, megabytes)
        if megabytes is not None and algorithm.uses_solver(game):
            table //= 2  # the solver has a table too
        threads = algorithm.threads if kernel.compiled else 1
        self.is_parallel = kernel.compiled
        self.endgames = open_endgames(game, algorithm.databases)
        self.tables = open_tables(game, algorithm.syzygy)
        self.deepening = Deepening(game, kernel, table, algorithm.kernel_plan(game), threads, self.endgames)
        self.table = table  # megabytes
        self.solver: PositionSolver | None = None
        if algorithm.uses_solver(game) and (algorithm.perfect or algorithm.time is not None):
            self._open_solver()  # before the time runs

    def search(self, task: Task) -> Analysis:
        search, state, past, limits, deadline = self.algorithm, task.state, task.past, task.limits, task.deadline
        actions = tuple(self.game.legal(state))
        chosen = None if limits.only is None else frozenset(map(actions.index, task.actions()))
        lines = limits.lines or search.lines
        within = PvsLimits(
            depth=min(search.depth or PvsLimits.depth, limits.depth or PvsLimits.depth, PvsLimits.depth),
            nodes=task.most_nodes(search.nodes),
            lines=min(lines, len(actions) if chosen is None else len(chosen)),
            only=chosen,
            distance=limits.distance,
            stops_when_decided=not limits.endless,
        )
        known = known_analysis(self.endgames, task, lines) or known_analysis(self.tables, task, lines)
        if known is not None:
            return known
        task.allow(search.time)
        if not search.keep:
            self.new_game()
        allow_recursion(2 * PLIES)
        reporter = Reporter(self.deepening, search.evaluator(self.game), task, actions, within)

        def tell(result: DepthResult) -> None:
            if task.watch:
                task.tell(reporter.analysis(result))

        if not search.uses_solver(self.game):
            return reporter.analysis(self.deepening.search(state, past, within, deadline, tell))
        shallow = replace(within, depth=min(within.depth, FIRST_LOOK))
        look = self.deepening.search(state, past, shallow, deadline, tell)
        solved = self._solved(task, lines)
        if solved is not None:
            return solved
        found = self.deepening.search(state, past, within, deadline, tell)
        is_deeper = look is None or (found is not None and found.depth >= look.depth)
        return reporter.analysis(found if is_deeper else look)  # the solver may have had all the time

    def _solved(self, task: Task, lines: int) -> Analysis | None:
        """What the game's exact solver proves within the time that it is given; None if that is too little or none."""
        search, limits, deadline = self.algorithm, task.limits, task.deadline
        left, until = deadline.left, None
        if not search.perfect:
            if left is None or limits.endless or limits.depth or limits.nodes or limits.distance:
                return None
            if deadline.soft is not None:
                left = min(left, max(deadline.soft - deadline.elapsed, 0.0))
            until = deadline.elapsed + min(SOLVER_SHARE * left, SOLVER_SECONDS)
        return solved_analysis(self.solver or self._open_solver(), task, until, lines)

    def _open_solver(self) -> PositionSolver:
        search = self.algorithm
        self.solver = open_solver(self.game, search.compiled is not False, self.table, insists=bool(search.perfect))
        return self.solver

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        known = self.book.choose(state, self.noise) if self.book else None
        return super().choose(state, past, clock) if known is None else known

    def new_game(self) -> None:
        self.deepening.forget()
