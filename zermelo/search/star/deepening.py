"""Iterative deepening for the Star kernel: the root's actions one by one, the best of the last depth first."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.bits import mix
from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, NODES, Words
from zermelo.evaluate import Evaluator
from zermelo.game import MAX, Action, State
from zermelo.search.depth_first.deepening import DEEPEST, TableSearch, deepen
from zermelo.search.depth_first.iteration import Iteration, Root, Searched, averaged, root_at
from zermelo.search.depth_first.lines import read_line
from zermelo.search.star.kernel import StarPlan, outcome_numbers
from zermelo.search.star.layout import CUTS, SAMPLED, SAMPLES, SEED, USES_TABLE, layout_for
from zermelo.search.time.budget import is_stopped
from zermelo.search.time.deadline import Deadline


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
    numbers: Any = field(init=False)
    weights: Any = field(init=False)

    def __post_init__(self) -> None:
        self.renew()
        self.numbers, self.weights = outcome_numbers(self.kernel.compiled, self.plan.most)

    @property
    def layout(self) -> Words:
        return layout_for(self.plan.most)

    @property
    def memory(self) -> Any:
        return self.memories[0]

    def search(
        self, state: State, limits: StarLimits, deadline: Deadline, report: Callable[[Root, Iteration], None]
    ) -> tuple[Root, Iteration]:
        """The root, and what the last depth found; `report` gets each finished depth but the last."""
        self.begin(limits.nodes)
        memory = self.memory
        memory[CUTS], memory[SAMPLES], memory[SEED] = self.cuts, self.samples, mix(self.seed)
        memory[USES_TABLE] = int(self.megabytes > 0)
        root = root_at(self.game, state, self.kernel, self.memory, self.evaluator)
        if limits.only is not None and not root.shares:
            root = replace(root, children=tuple(child for child in root.children if child[0] in limits.only))
        found: list[Iteration] = []

        def search(depth: int, last: Iteration | None) -> Iteration:
            return self._search_depth(root, depth, limits.lines, last)

        def work() -> None:
            leaned, depths = 0, range(1, limits.depth + 1)
            for one in deepen(depths, search, lambda one: not one.complete and self.is_hurried(deadline)):
                found.append(one)
                is_over, leaned = memory[CUTOFFS] == leaned, memory[CUTOFFS]  # was every line searched to its end?
                if not one.complete or is_over or deadline.is_soft_over():
                    return
                if one.depth < limits.depth:
                    report(root, one)

        deadline.run(work, [self.memory], self.kernel.compiled)
        return root, found[-1]

    def _run(self, child: State, depth: int, low: float, high: float) -> float:
        """MAX's value of a child of the root, in the kernel's units."""
        return float(self.kernel.run(child, depth, low, high, self.memory, self.numbers, self.weights, self.table))

    def _search_depth(self, root: Root, depth: int, lines: int, last: Iteration | None) -> Iteration:
        """What is found with this many plies of choice; after an interruption, what was searched to the end counts."""
        self.memory[NODES] += 1
        if root.shares:
            return self._average(root, depth, last)
        sign = 1.0 if root.player == MAX else -1.0
        found: dict[int, Searched] = {}
        for index in _order(root, last):
            action, child = root.children[index]
            floor = _place(lines, [one.value for one in found.values() if one.bound == "exact"])
            low, high = (floor, math.inf) if root.player == MAX else (-math.inf, -floor)
            leaned = self.memory[CUTOFFS]
            value = sign * self._run(child, depth - 1, low, high)
            if is_stopped(self.memory):
                break
            bound = "upper" if value <= floor else "exact"
            line = self._line(root, index) if bound == "exact" else ()
            found[index] = Searched(action, value, bound, self._is_decided(leaned), line)
        return self._chosen(root, depth, found, last)

    def _average(self, root: Root, depth: int, last: Iteration | None) -> Iteration:
        """The same where chance is to move: an outcome is no ply of choice."""
        found = averaged(root, depth, lambda child: self._run(child, depth, -math.inf, math.inf), self._is_decided)
        return found if found.complete or last is None else replace(last, leaves=found.leaves, complete=False)

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
            return replace(last, leaves=self.memory[LEAVES], complete=False)
        if not found:
            first = root.children[0][0]
            return Iteration(depth, 0, 0.0, tuple(searched), (first,), self.memory[LEAVES], False, False)
        choice = max((index for index in found if found[index].bound == "exact"), key=lambda i: found[i].value)
        best = found[choice]
        return Iteration(
            depth=depth if complete or last is None else last.depth,
            choice=choice,
            value=best.value,
            searched=tuple(searched),
            line=best.line,
            leaves=self.memory[LEAVES],
            complete=complete,
            exact=complete and all(one.decided for one in searched),
        )

    def _is_decided(self, leaned: int) -> bool:
        """Did no evaluation and no sample go into what was searched since so many evaluations?

        Any sample since the table was empty counts: the table does not tell which of its values are made of samples.
        """
        return bool(self.memory[CUTOFFS] == leaned and self.memory[SAMPLED] == 0)

    def _line(self, root: Root, index: int) -> tuple[Action, ...]:
        """A child's action, and the line below it that the kernel found; it ends where chance moves."""
        action, _ = root.children[index]
        return (action, *self.actions(self.game.result(root.state, action), read_line(self.memory, 1)))


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
