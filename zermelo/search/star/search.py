"""Expectiminimax with Ballard's cuts at chance nodes: its options, and a session with the table that it keeps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.evaluate import Tactics
from zermelo.game import CHANCE, Game
from zermelo.search.analysis import Analysis, Variation
from zermelo.search.base import Session, TreeSearch
from zermelo.search.depth_first.deepening import DEEPEST
from zermelo.search.depth_first.iteration import Iteration, Root, report
from zermelo.search.depth_first.layout import PLIES
from zermelo.search.options import choice, switch, whole
from zermelo.search.star.bounds import value_range
from zermelo.search.star.deepening import Deepening, StarLimits
from zermelo.search.star.kernel import StarPlan, example_for, kernel_for
from zermelo.search.star.layout import CUT_NAMES
from zermelo.search.task import Task


@dataclass(frozen=True)
class Star(TreeSearch):
    """Expectiminimax by iterative deepening, with cuts at chance nodes, a table and learnt ordering.

    The value is that of plain expectiminimax to the same depth, unless outcomes are sampled. Values of actions other
    than the best may be upper bounds, which is all the search needs.
    """

    cuts: str = choice(
        "star2", CUT_NAMES, "how outcomes of chance are cut; star2 tries one answer to each of them first", visitor=True
    )
    samples: int | None = whole(
        None, "outcomes drawn at each chance node below the root; by default all count", 1, 512, visitor=512
    )
    table: int = whole(64, "megabytes of the transposition table; 0: none", 0, 10**6)
    threads: int = whole(1, "threads that search together", 1, 256)
    lines: int = whole(1, "how many of the best actions get a value and a line of their own", 1, 256)
    keep: bool = switch(True, "keep the table for the next move of the game")
    seed: int | None = whole(None, "makes another sample of outcomes", None)

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        self.check_served(game)
        return StarSession(self, game, megabytes)

    def kernel_plan(self, game: Game) -> StarPlan:
        """What the kernel is compiled for."""
        evaluator = self.evaluator(game)
        tactics = evaluator.tactics if evaluator else None
        return StarPlan(tactics or Tactics(), value_range(game, evaluator), game.max_actions)

    def wanted(self, game: Game) -> dict[str, Any]:
        """The kernel that serves a game, as arguments of `prepare`."""
        plan = Star.kernel_plan(self, game)
        return self.wanted_kernel(game, kernel_for(plan), example_for(plan.most))

    def parts(self) -> tuple[str, ...]:
        """The parts of the search that are on, in words."""
        words = [self.cuts] if self.cuts != CUT_NAMES[0] else []
        words += [f"{self.samples} samples"] if self.samples else []
        return (*words, *(["table"] if self.table else []), "learning")


class StarSession(Session):
    """A session of expectiminimax with its table."""

    algorithm: Star

    def __init__(self, algorithm: Star, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        kernel = prepare(**Star.wanted(algorithm, game))
        self.is_parallel = kernel.compiled
        self.deepening = Deepening(
            game,
            kernel,
            algorithm.table if megabytes is None else min(algorithm.table, megabytes),
            Star.kernel_plan(algorithm, game),
            algorithm.evaluator(game),
            CUT_NAMES.index(algorithm.cuts),
            algorithm.samples or 0,
            algorithm.seed or 0,
            algorithm.threads if kernel.compiled else 1,
        )

    def search(self, task: Task) -> Analysis:
        search, asked = self.algorithm, task.limits
        is_free = asked.only is None or self.game.to_move(task.state) == CHANCE  # outcomes are not chosen
        within = StarLimits(
            depth=min(search.depth or DEEPEST, asked.depth or DEEPEST, DEEPEST),
            nodes=task.most_nodes(search.nodes),
            lines=asked.lines or search.lines,
            only=None if is_free else task.actions(),
        )
        task.allow(search.time)
        if not search.keep:
            self.new_game()
        allow_recursion(2 * PLIES)

        def told(root: Root, iteration: Iteration) -> Analysis:
            return self._report(task, root, iteration, within)

        def tell(root: Root, iteration: Iteration) -> None:
            if task.watch:
                task.tell(told(root, iteration))

        return told(*self.deepening.search(task.state, within, task.deadline, tell))

    def new_game(self) -> None:
        self.deepening.forget()

    def _report(self, task: Task, root: Root, iteration: Iteration, limits: StarLimits) -> Analysis:
        """The analysis of a depth, with what only this search knows."""
        found = report(task, root, iteration, most_nodes=limits.nodes)
        leading = [one for one in found.ranked() if one.bound == "exact" and one.line][: limits.lines]
        return replace(
            found,
            variations=tuple(Variation(one.value, one.line, decided=one.decided, known=one.known) for one in leading),
            parts=self.algorithm.parts(),
            full=self.deepening.full if self.deepening.kernel.compiled else None,
        )
