"""Iterative deepening for the Star kernel: the root's actions one by one, the best of the last depth first."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.bits import mix
from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, NODES, clear, new_words
from zermelo.compile.kernel.prepare import Kernel
from zermelo.compile.kernel.rules import has_moves
from zermelo.evaluate import Evaluator
from zermelo.game import MAX, Action, Game, State
from zermelo.search.pvs.layout import AGE, LINES_AT, MASK, ROW, SLOTS
from zermelo.search.pvs.table import AGES, fullness, new_table
from zermelo.search.star.kernel import StarPlan, new_numbers
from zermelo.search.star.layout import CUTS, PLIES, SAMPLED, SAMPLES, SEED, USES_TABLE, StarLayout
from zermelo.search.textbook.iteration import Iteration, Root, Searched, averaged, root_at
from zermelo.search.time.budget import UNLIMITED, is_stopped
from zermelo.search.time.deadline import Deadline

DEEPEST = PLIES - 20  # plies of choice
QUICK_NODES = 20_000  # for a search of depth 1 when the time is already up


@dataclass(frozen=True)
class StarLimits:
    """How far to search, apart from the time."""

    depth: int = DEEPEST
    nodes: int | None = None
    lines: int = 1  # how many of the best actions get a value and a line of their own
    only: Collection[Action] | None = None  # the actions to search; None: all


@dataclass
class Deepening:
    """A kernel with its table and its memories: everything that is kept from one move to the next."""

    game: Game
    kernel: Kernel
    plan: StarPlan
    evaluator: Evaluator | None
    megabytes: float
    cuts: int  # NO_CUTS, STAR1 or STAR2
    samples: int  # outcomes drawn at each chance node; 0: all of them
    seed: int  # of the draws
    memory: Any = field(init=False)
    numbers: Any = field(init=False)
    weights: Any = field(init=False)
    table: Any = field(init=False)
    mask: int = field(init=False)
    has_moves: bool = field(init=False)  # are moves in the kernel's lines actions, or indices of actions?
    age: int = 0

    def __post_init__(self) -> None:
        layout, compiled = StarLayout(self.plan.most), self.kernel.compiled
        self.has_moves = not compiled or has_moves(self.game)
        self.memory = new_words(compiled, layout.size)
        self.numbers, self.weights = new_numbers(compiled, layout)
        self.table, self.mask = new_table(compiled, self.megabytes if compiled else min(self.megabytes, 2))

    def forget(self) -> None:
        """Empties the table and the memories, for a new game."""
        self.__post_init__()

    @property
    def full(self) -> float:
        """The share of the table that the last search used."""
        return fullness(self.table, self.mask, self.age)

    def search(
        self, state: State, limits: StarLimits, deadline: Deadline, report: Callable[[Root, Iteration], None]
    ) -> tuple[Root, Iteration]:
        """The root, and what the last depth found; `report` gets each finished depth but the last."""
        self.age = (self.age + 1) % AGES
        self._prepare(limits)
        root = root_at(self.game, state, self.kernel, self.memory, self.evaluator)
        if limits.only is not None and not root.shares:
            root = replace(root, children=tuple(child for child in root.children if child[0] in limits.only))
        found: list[Iteration] = []

        def work() -> None:
            for depth in range(1, limits.depth + 1):
                last = found[-1] if found else None
                leaned = self.memory[CUTOFFS]
                one = self._search_depth(root, depth, limits.lines, last)
                if last is None and not one.complete and deadline.is_over and self.kernel.compiled:
                    self.memory[LIMIT] = self.memory[NODES] + QUICK_NODES  # no time at all: search briefly anyway
                    one = self._search_depth(root, depth, limits.lines, None)
                found.append(one)
                is_over = one.complete and self.memory[CUTOFFS] == leaned  # every line was searched to its end
                if not one.complete or is_over or deadline.is_soft_over():
                    return
                if depth < limits.depth:
                    report(root, one)

        deadline.run(work, [self.memory], self.kernel.compiled)
        return root, found[-1]

    def _prepare(self, limits: StarLimits) -> None:
        """Resets the counters, and ages what was learnt about the order of actions."""
        memory, layout = self.memory, StarLayout(self.plan.most).actions
        for word in (NODES, LEAVES, CUTOFFS):
            memory[word] = 0
        memory[LIMIT] = limits.nodes or UNLIMITED
        memory[AGE], memory[MASK] = self.age, self.mask
        memory[CUTS], memory[SAMPLES], memory[SEED] = self.cuts, self.samples, mix(self.seed)
        memory[USES_TABLE] = int(self.megabytes > 0)
        clear(memory, layout.killers, layout.killers + 2 * ROW)
        if self.kernel.compiled:
            memory.array[layout.history : layout.history + 2 * SLOTS] //= 4
        else:
            clear(memory, layout.history, layout.history + 2 * SLOTS)

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
        searched: list[Searched] = []
        for outcome, child in root.children:
            leaned = self.memory[CUTOFFS]
            value = self._run(child, depth, -math.inf, math.inf)
            if is_stopped(self.memory):
                break
            searched.append(Searched(outcome, value, "exact", self._is_decided(leaned)))
        found = averaged(root, depth, searched)
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
        game, memory = self.game, self.memory
        row = LINES_AT + ROW
        line = [root.children[index][0]]
        state = game.result(root.state, line[0])
        for move in (memory[row + 1 + i] for i in range(memory[row])):
            line.append(move if self.has_moves else game.legal(state)[move])
            state = game.result(state, line[-1])
        return tuple(line)


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
