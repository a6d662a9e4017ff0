"""Iterative deepening for the PVS kernel: aspiration windows, several lines, threads, and when to stop."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.bits import as_float, signed
from zermelo.compile.kernel.memory import CUTOFFS, LIMIT, Words, clear
from zermelo.compile.plain.mapped import place_of
from zermelo.game import State
from zermelo.search.depth_first.deepening import DEEPEST, TableSearch, deepen
from zermelo.search.depth_first.layout import LINES_AT
from zermelo.search.depth_first.lines import read_line
from zermelo.search.pvs.kernel import KernelPlan
from zermelo.search.pvs.layout import BEFORE, DATABASES, PAST, ROOT_DEPTH, SELECTIVE, layout_for
from zermelo.search.time.budget import is_stopped
from zermelo.search.time.deadline import Deadline
from zermelo.solve.databases.endgames import Endgames

FIRST_ASPIRATION = 5  # smallest depth with narrow windows


@dataclass(frozen=True)
class FoundLine:
    """One of the best lines: its value in the kernel's units, and its moves as `fill` writes them."""

    value: float
    moves: tuple[Any, ...]
    index: int  # of the line's first action


@dataclass(frozen=True)
class DepthResult:
    """What a search to one depth found."""

    depth: int
    selective: int  # the length of the longest line searched
    lines: tuple[FoundLine, ...]  # the best first
    complete: bool
    certain: bool  # is it free of evaluations and unsound cuts?


@dataclass(frozen=True)
class PvsLimits:
    """How far to search, apart from the time."""

    depth: int = DEEPEST
    nodes: int | None = None
    lines: int = 1  # how many of the best actions get a value and a line of their own
    only: frozenset[int] | None = None  # indices of the actions to search; None: all
    distance: int | None = None  # plies: stop when a win at most this far away is found
    stops_when_decided: bool = True  # stop before the time is up once the value cannot change


@dataclass
class Deepening(TableSearch):
    """Principal-variation search by iterative deepening, in one or more threads that share the table."""

    plan: KernelPlan
    threads: int
    endgames: Endgames | None = None
    directory: Any = field(init=False)  # of the endgame databases

    def __post_init__(self) -> None:
        self.renew(self.threads)
        self.directory = self.endgames.directory(self.kernel.compiled) if self.endgames else None
        for memory in self.memories if self.endgames else ():
            memory[DATABASES] = place_of(self.directory, self.kernel.compiled)

    @property
    def layout(self) -> Words:
        return layout_for(self.plan.most)

    def root_value(self, index: int) -> tuple[float, int]:
        """An action's last value at the root (an upper bound, unless it leads a line), and the depth of that value."""
        place = self.layout.root_values + 2 * index
        return as_float(self.memories[0][place]), self.memories[0][place + 1]

    def search(
        self,
        state: State,
        past: Sequence[State],
        limits: PvsLimits,
        deadline: Deadline,
        report: Callable[[DepthResult], None],
    ) -> DepthResult | None:
        """The result of the last depth that found a line, or None; `report` gets the result of each finished depth."""
        self.begin(limits.nodes)
        for memory in self.memories:
            self._prepare(memory, past, limits)
        found: list[DepthResult] = []
        root = self.kernel.state(state)

        def work() -> None:
            helpers = [
                threading.Thread(target=self._help, args=(memory, number, root, limits), daemon=True)
                for number, memory in enumerate(self.memories[1:], 1)
            ]
            for helper in helpers:
                helper.start()
            try:
                self._deepen(root, limits, deadline, found, report)
            finally:
                while any(helper.is_alive() for helper in helpers):
                    for memory in self.memories[1:]:
                        memory[LIMIT] = 0
                    helpers[0].join(0.01)
                    helpers = [helper for helper in helpers if helper.is_alive()]

        deadline.run(work, self.memories, self.kernel.compiled)
        return found[-1] if found else None

    def _prepare(self, memory: Any, past: Sequence[State], limits: PvsLimits) -> None:
        """Sets the path before the root, and the actions to leave out."""
        layout, game, most = self.layout, self.game, self.plan.most
        before = list(past)[-PAST:] if game.reversible else []
        memory[SELECTIVE], memory[BEFORE] = 0, len(before)
        for back, earlier in enumerate(reversed(before), 1):
            memory[layout.path + PAST - back] = signed(game.state_key(earlier))
        clear(memory, layout.root, layout.root + most + 1, 0 if limits.only is None else 1)
        for index in limits.only or ():
            memory[layout.root + index] = 0
        clear(memory, layout.root_values, layout.root_values + 2 * most)

    def _deepen(
        self,
        root: State,
        limits: PvsLimits,
        deadline: Deadline,
        found: list[DepthResult],
        report: Callable[[DepthResult], None],
    ) -> None:
        """Searches one depth after another on the first memory, until a limit is reached."""
        steady = 0

        def search(depth: int, last: DepthResult | None) -> DepthResult:
            return self._search_depth(self.memories[0], root, depth, limits, last)

        depths = range(1, limits.depth + 1)
        for seen in deepen(depths, search, lambda seen: not seen.lines and self.is_hurried(deadline)):
            if seen.lines:
                if found:
                    steady = steady + 1 if seen.lines[0].index == found[-1].lines[0].index else 0
                fell = bool(found) and seen.lines[0].value < found[-1].lines[0].value - 0.3 * self.plan.tactics.margin
                found.append(seen if seen.complete or not found else replace(seen, depth=found[-1].depth))
                if seen.complete:
                    report(seen)
            if not seen.complete or seen.certain or deadline.is_over:
                return
            best = seen.lines[0]
            distance = self.plan.scale.distance(best.value)
            if limits.distance is not None and distance is not None and best.value > 0 and distance <= limits.distance:
                return
            if distance is not None and limits.lines == 1 and limits.stops_when_decided:
                depth, proves = seen.depth, self.plan.parts.proves
                proved = depth >= distance if proves else depth > 2 * distance + 4
                if proved:
                    return
            patience = (0.55 if steady >= 5 else 1.0) * (1.4 if fell else 1.0)
            if deadline.soft is not None and deadline.is_soft_over(patience):
                return

    def _search_depth(
        self, memory: Any, root: State, depth: int, limits: PvsLimits, last: DepthResult | None
    ) -> DepthResult:
        """All lines at one depth; an interrupted depth counts for the actions that were searched to the end."""
        layout = self.layout
        memory[ROOT_DEPTH], memory[SELECTIVE] = depth, 0
        leaned = memory[CUTOFFS]
        lines: list[FoundLine] = []
        complete = True
        any_left_out = memory[layout.root + self.plan.most]
        for number in range(limits.lines):
            expected = last.lines[number].value if last and number < len(last.lines) else None
            line = self._line(memory, root, depth, expected)
            if line:
                lines.append(line)
                if limits.lines > 1:
                    memory[layout.root + line.index] = memory[layout.root + self.plan.most] = 1
            if is_stopped(memory):
                complete = False
            if not complete or not line:
                break
        if limits.lines > 1:
            for line in lines:
                memory[layout.root + line.index] = 0
            memory[layout.root + self.plan.most] = any_left_out
        if not complete and last and len(lines) < len(last.lines):
            seen = {line.index for line in lines}
            lines += [line for line in last.lines if line.index not in seen][: len(last.lines) - len(lines)]
        lines.sort(key=lambda line: -line.value)
        return DepthResult(depth, memory[SELECTIVE], tuple(lines), complete, complete and memory[CUTOFFS] == leaned)

    def _line(self, memory: Any, root: State, depth: int, expected: float | None) -> FoundLine | None:
        """The best line among the actions not left out: with a narrow window first, and wider ones if that fails."""
        scale, advice = self.plan.scale, self.plan.tactics
        half_width = 0.25 * advice.margin if advice.margin else 2.0**20 * scale.width
        low, high = -math.inf, math.inf
        if self.plan.parts.aspiration and expected is not None and depth >= FIRST_ASPIRATION:
            low, high = expected - half_width, expected + half_width
        line = None
        while True:
            memory[LINES_AT] = 0
            value = float(self.kernel.run(root, depth, low, high, memory, self.table))
            line = self._read_line(memory) or line
            if is_stopped(memory):
                return line
            if value <= low and low > -math.inf:
                low = value - half_width
            elif value >= high and high < math.inf:
                high = value + half_width
            else:
                return line
            half_width *= 3
            if half_width > 64 * advice.margin:
                low, high = -math.inf, math.inf

    def _read_line(self, memory: Any) -> FoundLine | None:
        moves, layout = read_line(memory, 0), self.layout
        if not moves:
            return None
        index = next(i for i in range(self.plan.most) if memory[layout.moves + i] == moves[0])
        value = as_float(memory[layout.root_values + 2 * index])
        return FoundLine(value, moves, index)

    def _help(self, memory: Any, number: int, root: State, limits: PvsLimits) -> None:
        """The work of a helper thread: fills the table, at the first thread's depth or one more by its number.

        It never stays behind the first thread, to which shallower results are of no use. The first helper keeps to the
        first thread's depth: what it finds there is what that thread needs next.
        """
        ahead, depth, expected = (number + 1) % 2, 1, None
        while depth <= limits.depth:
            memory[ROOT_DEPTH] = depth
            line = self._line(memory, root, depth, expected)
            if line is None or is_stopped(memory):
                return
            depth, expected = max(depth + 1, self.memories[0][ROOT_DEPTH] + ahead), line.value
