"""What the textbook's tree searches share: the root, iterative deepening, and the analysis of an iteration.

An algorithm supplies its kernel and how to call it for a child of the root; minimax.py is the shortest.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from zermelo.compile.kernel.memory import CUTOFFS, DEEPEST, LEAVES, LIMIT, LINE, LINES, NODES, new_memory
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE, MAX, Action, Game, State
from zermelo.search.analysis import Analysis
from zermelo.search.base import Session, TreeSearch
from zermelo.search.depth_first.deepening import deepen
from zermelo.search.depth_first.iteration import Iteration, Root, Searched, averaged, report, root_at
from zermelo.search.task import Limits, Task, least
from zermelo.search.time.budget import UNLIMITED, is_stopped


@dataclass(frozen=True)
class Lookahead(TreeSearch):
    """A depth-first tree search: what each algorithm supplies, and what all of them share."""

    # --- what an algorithm supplies ---

    @abstractmethod
    def factory(self, game: Game) -> Callable[[Rules], Any]:
        """The kernel's factory: a function that stays the same object for equal options."""

    @abstractmethod
    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        """Example arguments for the compiler, after the state."""

    @abstractmethod
    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        """The value of a child for the player at the root; `best` is the best value of the children before it."""

    def extra_words(self, game: Game) -> int:
        """How many extra words of memory the kernel needs."""
        return 0

    def shows_wins(self, game: Game) -> bool:
        """Does the value of a won or lost game prove that the game is won or lost, even if states were evaluated?

        An average of wins and evaluations may be rounded to a win.
        """
        return game.is_duel and not game.has_chance

    def finish(self, analysis: Analysis) -> Analysis:
        """The analysis, with what is only known when the search is over."""
        return analysis

    # --- what all of them share ---

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        self.check_served(game)
        return LookaheadSession(self, game)

    def wanted(self, game: Game) -> dict[str, Any]:
        """The kernel that serves a game, as arguments of `prepare`."""
        return self.wanted_kernel(game, self.factory(game), self.arguments())

    def kernel(self, game: Game) -> Kernel:
        """The kernel for a game, compiled if possible."""
        return prepare(**self.wanted(game))

    def plan(self, game: Game) -> tuple[int, bool]:
        """The greatest depth, and whether to reach it by iterative deepening."""
        longest = min(game.max_plies or DEEPEST, DEEPEST)
        deepest = min(self.depth, longest) if self.depth is not None else longest
        anytime = self.time is not None or self.nodes is not None
        return deepest, anytime or (self.depth is None and game.max_plies is None)

    def root(self, game: Game, state: State, kernel: Kernel) -> Root:
        """The root with its children, a memory for the kernel, and the evaluator."""
        deepest, _ = self.plan(game)
        memory = new_memory(kernel.compiled, deepest, kernel.buffer, self.extra_words(game))
        memory[LIMIT] = self.nodes or UNLIMITED
        return root_at(game, state, kernel, memory, self.evaluator(game))

    def search_to(self, root: Root, depth: int) -> Iteration:
        """Searches every child of the root to this depth, in order; the choice is the first of the best."""
        memory = root.memory
        memory[NODES] += 1
        memory[LEAVES] = memory[CUTOFFS] = 0
        if root.shares:
            return self._average(root, depth)
        best, choice = -math.inf, 0
        line: tuple[Action, ...] = ()
        values: tuple[float, ...] = ()
        searched: list[Searched] = []
        top = (root.game.reach or 0.0) * root.win if self.shows_wins(root.game) else 0.0
        for index, (action, child) in enumerate(root.children):
            evaluated = memory[CUTOFFS]
            value = self.child_value(root, child, depth - 1, best)
            if is_stopped(memory):
                break
            bound = "upper" if self.is_bound(value, best) else "exact"
            if bound == "upper" and 0.0 < top <= -value:
                bound = "exact"  # it cannot be worse
            decided = memory[CUTOFFS] == evaluated or 0.0 < top <= abs(value)
            searched.append(Searched(action, value, bound, decided))
            if value > best:
                best, choice = value, index
                line = (action, *self.child_line(root, child, depth - 1))
                values = self.child_values(root, depth - 1)
        complete = len(searched) == len(root.children)
        for action, _ in root.children[len(searched) :]:
            searched.append(Searched(action, math.nan, "stopped", False))
        if not line:
            line, best = (root.children[0][0],), 0.0
        exact = complete and (memory[CUTOFFS] == 0 or 0.0 < top <= abs(best))
        return Iteration(depth, choice, best, tuple(searched), line, memory[LEAVES], complete, exact, values)

    def _average(self, root: Root, depth: int) -> Iteration:
        """The same where chance is to move: the average of the outcomes, each of which gets its value."""
        return averaged(
            root,
            depth,
            lambda child: self.child_value(root, child, depth - 1, -math.inf),
            lambda evaluated: bool(root.memory[CUTOFFS] == evaluated),
            lambda: self.child_values(root, depth - 1),
        )

    def is_bound(self, value: float, best: float) -> bool:
        """Is a child's value only an upper bound?"""
        return False

    def child_values(self, root: Root, depth: int) -> tuple[float, ...]:
        """The value of the child just searched for each player, if the algorithm knows it."""
        return ()

    def child_line(self, root: Root, child: State, depth: int) -> Iterable[Action]:
        """The line that the kernel remembered below a child."""
        game, line = root.game, list[Action]()
        if depth == 0:
            return ()
        state = root.kernel.given_back(child)
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            return ()
        row = LINES + depth * LINE
        for i in range(1, root.memory[row] + 1):
            action = _nth(game.actions(state), root.memory[row + i])
            line.append(action)
            state = game.result(state, action)
        return line

    def analysis(self, task: Task, root: Root, iteration: Iteration, is_first: bool) -> Analysis:
        """An iteration in the game's own units: a utility if the value is decided, else the evaluation's units.

        is_first: was every smaller depth searched, and none of them exact?
        """
        distance = iteration.depth if is_first and self._is_over(root, iteration) else None
        return report(task, root, iteration, distance, self.nodes)

    def _is_over(self, root: Root, iteration: Iteration) -> bool:
        """Does the value say that the game is won or lost within the depth searched?"""
        reach = (root.game.reach or 0.0) * root.win
        return self.shows_wins(root.game) and iteration.exact and 0.0 < reach <= abs(iteration.value)


class LookaheadSession(Session):
    """A session of a textbook search. It keeps nothing from one move to the next."""

    algorithm: Lookahead

    def __init__(self, algorithm: Lookahead, game: Game) -> None:
        super().__init__(algorithm, game)
        self.kernel = algorithm.kernel(game)
        self.is_parallel = self.kernel.compiled

    def search(self, task: Task) -> Analysis:
        search, deadline = narrowed(self.algorithm, task.limits), task.deadline
        task.allow(search.time)
        root = _restricted(search.root(self.game, task.state, self.kernel), task)
        deepest, deepens = search.plan(self.game)
        deepens = deepens or task.is_anytime
        iterations: list[Iteration] = []

        def report(iteration: Iteration) -> Analysis:
            return search.analysis(task, root, iteration, deepens)

        def work() -> None:
            depths = range(1, deepest + 1) if deepens else (deepest,)
            for iteration in deepen(depths, lambda depth, _: search.search_to(root, depth)):
                if iteration.complete or not iterations:
                    iterations.append(iteration)
                if not iteration.complete or iteration.exact or deadline.is_soft_over():
                    return
                if task.watch:
                    task.tell(report(iteration))

        allow_recursion(deepest)
        deadline.run(work, [root.memory], root.kernel.compiled)
        return search.finish(report(iterations[-1]))


def narrowed(search: Lookahead, limits: Limits) -> Lookahead:
    """The search with the depth and node limits of one call."""
    if limits.depth is None and limits.nodes is None:
        return search
    return replace(search, depth=least(search.depth, limits.depth), nodes=least(search.nodes, limits.nodes))


def _restricted(root: Root, task: Task) -> Root:
    """The root with only the children to be searched."""
    if task.limits.only is None or root.shares:
        return root
    chosen = task.actions()
    return replace(root, children=tuple(child for child in root.children if child[0] in chosen))


def max_sign(player: int) -> int:
    """1 for MAX, -1 for MIN: turns MAX's value into the player's."""
    return 1 if player == MAX else -1


def _nth(actions: Iterable[Action], index: int) -> Action:
    for i, action in enumerate(actions):
        if i == index:
            return action
    raise IndexError(index)
