"""Iterative deepening for the Star kernel: the root's actions one by one, the best of the last depth first.

Several threads share the table, and take the root's actions from one queue. A thread that takes one before the best is
known searches against the best value of the last depth: whatever comes out above what the depth then really has is
searched once more. So values do not depend on the number of threads.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.bits import mix
from zermelo.compile.kernel.memory import CUTOFFS, LIMIT, NODES, Words
from zermelo.evaluate import Evaluator
from zermelo.game import MAX, Action, State
from zermelo.search.depth_first.deepening import DEEPEST, TableSearch, deepen
from zermelo.search.depth_first.iteration import Iteration, Root, Searched, averaged, root_at
from zermelo.search.depth_first.lines import read_line
from zermelo.search.star.kernel import StarPlan, outcome_numbers
from zermelo.search.star.layout import CUTS, SAMPLED, SAMPLES, SEED, USES_TABLE, layout_for
from zermelo.search.time.budget import is_stopped, stop
from zermelo.search.time.deadline import Deadline
from zermelo.search.time.threads import run_together


@dataclass(frozen=True)
class StarLimits:
    """How far to search, apart from the time."""

    depth: int = DEEPEST
    nodes: int | None = None
    lines: int = 1  # how many of the best actions get a value and a line of their own
    only: Collection[Action] | None = None  # the actions to search; None: all


@dataclass
class Deepening(TableSearch):
    """Expectiminimax by iterative deepening; the kernel searches one child of the root at a time."""

    plan: StarPlan
    evaluator: Evaluator | None
    cuts: int  # NO_CUTS, STAR1 or STAR2
    samples: int  # outcomes drawn at each chance node; 0: all of them
    seed: int  # of the draws
    threads: int = 1
    numbers: list[tuple[Any, Any]] = field(init=False)  # [thread] the kernel's second memory, and the probabilities

    def __post_init__(self) -> None:
        self.renew(self.threads)
        self.numbers = [outcome_numbers(self.kernel.compiled, self.plan.most) for _ in range(self.threads)]

    @property
    def layout(self) -> Words:
        return layout_for(self.plan.most)

    @property
    def leaned(self) -> int:
        """How many positions were evaluated by opinion."""
        return sum(memory[CUTOFFS] for memory in self.memories)

    def search(
        self, state: State, limits: StarLimits, deadline: Deadline, report: Callable[[Root, Iteration], None]
    ) -> tuple[Root, Iteration]:
        """The root, and what the last depth found; `report` gets each finished depth but the last."""
        self.begin(None if limits.nodes is None else -(-limits.nodes // self.threads))
        for memory in self.memories:
            memory[CUTS], memory[SAMPLES], memory[SEED] = self.cuts, self.samples, mix(self.seed)
            memory[USES_TABLE] = int(self.megabytes > 0)
        root = root_at(self.game, state, self.kernel, self.memories[0], self.evaluator)
        if limits.only is not None and not root.shares:
            root = replace(root, children=tuple(child for child in root.children if child[0] in limits.only))
        found: list[Iteration] = []

        def search(depth: int, last: Iteration | None) -> Iteration:
            return self._search_depth(root, depth, limits.lines, last)

        def work() -> None:
            leaned, depths = 0, range(1, limits.depth + 1)
            for one in deepen(depths, search, lambda one: not one.complete and self.is_hurried(deadline)):
                found.append(one)
                is_over, leaned = self.leaned == leaned, self.leaned  # was every line searched to its end?
                if not one.complete or is_over or deadline.is_soft_over():
                    return
                if one.depth < limits.depth:
                    report(root, one)

        deadline.run(work, self.memories, self.kernel.compiled)
        return root, found[-1]

    def _run(self, child: State, depth: int, low: float, high: float, thread: int = 0) -> float:
        """MAX's value of a child of the root, in the kernel's units."""
        memory, numbers = self.memories[thread], self.numbers[thread]
        return float(self.kernel.run(child, depth, low, high, memory, *numbers, self.table))

    def _search_depth(self, root: Root, depth: int, lines: int, last: Iteration | None) -> Iteration:
        """What is found with this many plies of choice; after an interruption, what was searched to the end counts."""
        self.memories[0][NODES] += 1
        if root.shares:
            return self._average(root, depth, last)
        sign = 1.0 if root.player == MAX else -1.0
        found: dict[int, Searched] = {}
        order, changed = list(_order(root, last)), threading.Lock()
        waiting, first = list(order), order[0]

        def floor_now() -> float:
            """What an action must exceed to be among the best of those that were searched."""
            return _place(lines, [one.value for one in found.values() if one.bound == "exact"])

        def take() -> tuple[int, float] | None:
            """The next action, and the value that it is searched against; None: there is no other."""
            with changed:
                if not waiting:  # what came out above the best, and at most a value that was only expected
                    floor = floor_now()
                    waiting.extend(i for i in order if i in found and _is_open(found[i], floor))
                if not waiting:
                    return None
                index, floor = waiting.pop(0), floor_now()
                found.pop(index, None)
                if index != first and first not in found and last is not None and lines == 1:
                    floor = max(floor, last.value)
                return index, floor

        def work(thread: int) -> None:
            memory = self.memories[thread]
            while (taken := take()) is not None:
                index, floor = taken
                action, child = root.children[index]
                low, high = (floor, math.inf) if root.player == MAX else (-math.inf, -floor)
                leaned = memory[CUTOFFS]
                value = sign * self._run(child, depth - 1, low, high, thread)
                if is_stopped(memory):
                    with changed:
                        waiting.insert(0, index)
                    return
                bound = "upper" if value <= floor else "exact"
                line = self._line(root, index, memory) if bound == "exact" else ()
                with changed:
                    found[index] = Searched(action, value, bound, self._is_decided(leaned, memory), line)

        run_together(work, self.threads)
        floor = floor_now()
        for index in [i for i, one in found.items() if _is_open(one, floor)]:  # an interruption left them so
            del found[index]
        return self._chosen(root, depth, {index: found[index] for index in order if index in found}, last)

    def _average(self, root: Root, depth: int, last: Iteration | None) -> Iteration:
        """The same where chance is to move: an outcome is no ply of choice. Other threads fill the table."""
        found: list[Iteration] = []
        limits = [memory[LIMIT] for memory in self.memories]

        def work(thread: int) -> None:
            memory = self.memories[thread]

            def value_of(child: State) -> float:
                return self._run(child, depth, -math.inf, math.inf, thread)

            if thread == 0:
                found.append(averaged(root, depth, value_of, lambda leaned: self._is_decided(leaned, memory)))
                for other in self.memories[1:]:
                    stop(other)
                return
            for _, child in reversed(root.children):
                value_of(child)
                if is_stopped(memory):
                    return

        run_together(work, self.threads)
        if not is_stopped(self.memories[0]):
            for memory, limit in zip(self.memories, limits, strict=True):
                memory[LIMIT] = limit
        return found[0] if found[0].complete or last is None else replace(last, leaves=self.leaves, complete=False)

    def _chosen(self, root: Root, depth: int, found: dict[int, Searched], last: Iteration | None) -> Iteration:
        """The best of what was found. Actions not searched to the end keep what the last depth found."""
        complete = len(found) == len(root.children)
        searched = []
        for index, (action, _) in enumerate(root.children):
            before = last.searched[index] if last else Searched(action, math.nan, "stopped", False)
            if index not in found and found and before.bound == "exact":
                before = before._replace(bound="stopped", value=math.nan, line=())
            searched.append(found.get(index, before))
        if not found and last:
            return replace(last, leaves=self.leaves, complete=False)
        if not found:
            first = root.children[0][0]
            return Iteration(depth, 0, 0.0, tuple(searched), (first,), self.leaves, False, False)
        choice = max((index for index in found if found[index].bound == "exact"), key=lambda i: found[i].value)
        best = found[choice]
        return Iteration(
            depth=depth if complete or last is None else last.depth,
            choice=choice,
            value=best.value,
            searched=tuple(searched),
            line=best.line,
            leaves=self.leaves,
            complete=complete,
            exact=complete and all(one.decided for one in searched),
        )

    def _is_decided(self, leaned: int, memory: Any) -> bool:
        """Did no evaluation and no sample go into what was searched since so many evaluations?

        Any sample since the table was empty counts: the table does not tell which of its values are made of samples.
        """
        return bool(memory[CUTOFFS] == leaned and not any(one[SAMPLED] for one in self.memories))

    def _line(self, root: Root, index: int, memory: Any) -> tuple[Action, ...]:
        """A child's action, and the line below it that the kernel found; it ends where chance moves."""
        action, _ = root.children[index]
        return (action, *self.actions(self.game.result(root.state, action), read_line(memory, 1)))


def _order(root: Root, last: Iteration | None) -> Sequence[int]:
    """The root's children, the best of the last depth first; bounds rank as values."""
    if last is None:
        return range(len(root.children))

    def place(index: int) -> tuple[bool, float]:
        one = last.searched[index]
        return index != last.choice, math.inf if math.isnan(one.value) else -one.value

    return sorted(range(len(root.children)), key=place)


def _place(lines: int, values: Sequence[float]) -> float:
    """The value that an action must exceed to be among the best."""
    return sorted(values, reverse=True)[lines - 1] if len(values) >= lines else -math.inf


def _is_open(one: Searched, floor: float) -> bool:
    """Does the bound that was found leave open whether the action is among the best, which exceed the floor?"""
    return one.bound == "upper" and one.value > floor
