"""Iterative deepening and IDA*: depth-first search again and again, within a bound that grows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import CUTOFFS, LIMIT, NODES
from zermelo.compile.kernel.prepare import Kernel
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.game import State, ZermeloError
from zermelo.problem import Problem
from zermelo.search.options import whole
from zermelo.search.single.base import SingleAgent
from zermelo.search.single.best_first import quick
from zermelo.search.single.deepening import (
    BOUND,
    COSTS,
    DEEPEST,
    DEPTHS,
    ESTIMATES,
    EXPANDED,
    LENGTH,
    NEXT,
    PATH,
    example,
    kernel_for,
    new_deepening,
)
from zermelo.search.single.way import FOUND, NONE, STOPPED, way_at
from zermelo.search.time.budget import UNLIMITED, is_stopped
from zermelo.search.time.deadline import Deadline


@dataclass(frozen=True)
class Deepened(SingleAgent):
    """A depth-first search that begins again with a larger bound until it finds a goal."""

    factors: ClassVar[tuple[float, float, float]]  # what a rank is made of: costs, estimates and depths

    def first_bound(self, problem: Problem, state: State) -> float:
        """The bound of the first round."""
        return 0.0

    def last_bound(self) -> float:
        """No round goes beyond it."""
        return math.inf

    def sure(self, problem: Problem) -> SingleAgent | None:
        return quick(self, problem)

    factory = staticmethod(kernel_for)
    arguments = staticmethod(example)

    def found(self, kernel: Kernel, problem: Problem, state: State, deadline: Deadline) -> dict[str, Any]:
        memory, numbers = new_deepening(kernel.compiled, kernel.buffer)
        numbers[COSTS], numbers[ESTIMATES], numbers[DEPTHS] = self.factors
        numbers[NEXT], memory[LIMIT] = self.first_bound(problem, state), self.nodes or UNLIMITED
        root, is_found, rounds = kernel.state(state), False, 0
        allow_recursion(DEEPEST)

        def work() -> None:
            nonlocal is_found
            is_found = bool(kernel.run(root, memory, numbers))

        while not is_found and numbers[NEXT] <= self.last_bound() and numbers[NEXT] < math.inf:
            if is_stopped(memory) or deadline.is_over:
                break
            numbers[BOUND], rounds = numbers[NEXT], rounds + 1
            deadline.run(work, [memory], kernel.compiled)
        if not is_found and memory[CUTOFFS]:
            raise ZermeloError(
                f"{self.name}: there is no way of up to {DEEPEST:,} actions, and it follows no longer one"
            )
        is_cut = is_stopped(memory) or deadline.is_over or numbers[NEXT] < math.inf
        way = way_at(problem, state, (int(memory[PATH + i]) for i in range(int(memory[LENGTH])))) if is_found else ()
        outcome, kept = FOUND if is_found else STOPPED if is_cut else NONE, len(way) + 1 if is_found else None
        counted = {"generated": int(memory[NODES]), "expanded": int(memory[EXPANDED]), "kept": kept, "rounds": rounds}
        return {"actions": way, "outcome": outcome, **counted}


@dataclass(frozen=True)
class IterativeDeepening(Deepened):
    """Depth-first search to depth 1, 2, 3, …: the way with the fewest actions, in little memory.

    >>> import zermelo
    >>> way = zermelo.IterativeDeepening().solve(zermelo.load("route"))
    >>> way.cost, way.generated
    (450.0, 29)
    """

    depth: int | None = whole(None, "depth after which it gives up", 1, DEEPEST, visitor=60)

    name: ClassVar[str] = "iterative-deepening"
    factors: ClassVar[tuple[float, float, float]] = (0.0, 0.0, 1.0)

    def last_bound(self) -> float:
        return math.inf if self.depth is None else float(self.depth)

    def proves(self, problem: Problem) -> bool:
        return problem.cost is None


@dataclass(frozen=True)
class IDAStar(Deepened):
    """Depth-first search within a cost and estimate that grow: the cheapest way as by A*, in little memory.

    >>> import zermelo
    >>> way = zermelo.IDAStar().solve(zermelo.load("route"))
    >>> way.cost, way.generated
    (418.0, 46)
    """

    name: ClassVar[str] = "idastar"
    needs_estimates: ClassVar[bool] = True
    factors: ClassVar[tuple[float, float, float]] = (1.0, 1.0, 0.0)

    def first_bound(self, problem: Problem, state: State) -> float:
        return problem.estimate(state)

    def proves(self, problem: Problem) -> bool:
        return problem.admissible
