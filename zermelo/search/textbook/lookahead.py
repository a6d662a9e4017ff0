"""What the tree searches share: one record of knobs, the root, iterative deepening, and the budget.

An algorithm brings its kernel and how to call it for a child of the root; see minimax.py for the shortest.
"""

from __future__ import annotations

import math
import sys
import time as clock
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from zermelo.compile.memory import CUTOFFS, DEEPEST, LEAVES, LIMIT, LINE, LINES, NODES, new_memory
from zermelo.compile.prepare import Kernel, prepare
from zermelo.compile.rules import Rules
from zermelo.evaluate import Evaluator, Term, opinion
from zermelo.evaluate.linear import as_evaluator
from zermelo.game import CHANCE, MAX, Action, Game, State, ZermeloError
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.time.budget import UNLIMITED, is_stopped, supervise

Watch = Callable[[Analysis], None]


@dataclass(frozen=True)
class Root:
    """The position to search and all that a look at one depth needs."""

    game: Game
    state: State
    kernel: Kernel
    memory: Any
    player: int
    children: tuple[tuple[Action, State], ...]  # action and the state after it
    win: float  # what a utility of 1 is worth inside the kernel
    values: Any = None  # a second memory, for an algorithm whose states have a value a player


@dataclass(frozen=True)
class Look:
    """What one depth showed. Values are in the kernel's units, for the player to move."""

    depth: int
    choice: int  # index of the best child
    value: float
    candidates: tuple[Candidate, ...]
    line: tuple[Action, ...]
    leaves: int
    complete: bool
    exact: bool
    evaluated: bool  # was an evaluation asked on the way?
    values: tuple[float, ...] = ()


@dataclass(frozen=True)
class Lookahead(ABC):
    """The knobs of every depth-first tree search."""

    depth: int | None = None  # plies to look ahead; None: to the end of the game
    time: float | None = None  # seconds; looks deeper and deeper until they are over
    nodes: int | None = None  # states to visit, likewise
    evaluate: Any = None  # evaluator or function(state, player); None: the game's own, "none": no opinion
    compiled: bool | None = None  # True insists, False interprets, None compiles where it can

    name: ClassVar[str] = "lookahead"

    def __post_init__(self) -> None:
        for knob, least in (("depth", 1), ("nodes", 1)):
            value = getattr(self, knob)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
                raise ZermeloError(f"{self.name}: {knob} must be a whole number of at least {least}, not {value}")
        if self.depth is not None and self.depth > DEEPEST:
            raise ZermeloError(f"{self.name}: depth is at most {DEEPEST}, not {self.depth}")
        if self.time is not None and not (isinstance(self.time, int | float) and 0 < self.time < math.inf):
            raise ZermeloError(f"{self.name}: time must be a number of seconds above 0, not {self.time}")

    # --- what an algorithm gives ---

    @abstractmethod
    def refusal(self, game: Game) -> str | None:
        """Why this algorithm cannot serve the game, in one sentence that names one that can."""

    @abstractmethod
    def factory(self, game: Game) -> Callable[[Rules], Any]:
        """The kernel's factory: a function that stays the same object for equal options."""

    @abstractmethod
    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        """Example arguments for the compiler, after the state."""

    @abstractmethod
    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        """The value of a child for the player at the root; `best` is what an earlier child is worth."""

    def extra_words(self, game: Game) -> int:
        """How many words more the kernel wants in its memory."""
        return 0

    # --- what all of them do ---

    def __call__(self, game: Game, state: State) -> Action:
        return self.analyse(game, state).action

    def __str__(self) -> str:
        chosen = {f.name: getattr(self, f.name) for f in fields(self) if f.init and getattr(self, f.name) != f.default}
        words = [f"{name}={str(v).lower() if isinstance(v, bool) else v}" for name, v in chosen.items()]
        return f"{self.name}:{','.join(words)}" if words else self.name

    def evaluator(self, game: Game) -> Evaluator | None:
        """The opinion that this search asks."""
        if self.evaluate is None:
            return opinion(game)
        return None if self.evaluate == "none" else as_evaluator(self.evaluate)

    def analyse(self, game: Game, state: State | None = None, watch: Watch | None = None) -> Analysis:
        """Searches a position (by default the initial one).

        watch: is told of each depth as it is finished.
        Raises ZermeloError where the game or the position is not one that this search can serve.
        """
        state = game.initial() if state is None else state
        self.check(game, state)
        root, evaluator = self.root(game, state)
        deepest, anytime = self.plan(game)
        start = clock.perf_counter()
        looks: list[Look] = []

        def report(look: Look) -> Analysis:
            return self._analysis(root, evaluator, look, clock.perf_counter() - start)

        def work() -> None:
            for depth in range(1, deepest + 1) if anytime else (deepest,):
                look = self.look(root, depth)
                if look.complete or not looks:
                    looks.append(look)
                if not look.complete or look.exact:
                    return
                if watch:
                    watch(report(look))

        allow_recursion(deepest)
        supervise(work, [root.memory], self.time, root.kernel.compiled)
        return report(looks[-1])

    def check(self, game: Game, state: State) -> None:
        """Raises ZermeloError unless there is something to choose and this algorithm can choose it."""
        refusal = self.refusal(game)
        if refusal:
            raise ZermeloError(refusal)
        check_choice(game, state)

    def plan(self, game: Game) -> tuple[int, bool]:
        """The deepest look, and whether to come to it step by step."""
        longest = min(game.max_plies or DEEPEST, DEEPEST)
        deepest = min(self.depth, longest) if self.depth is not None else longest
        anytime = self.time is not None or self.nodes is not None
        return deepest, anytime or (self.depth is None and game.max_plies is None)

    def root(self, game: Game, state: State) -> tuple[Root, Evaluator | None]:
        """Gets the kernel and lays out the root's children."""
        evaluator = self.evaluator(game)
        win = evaluator.win if evaluator else 1.0
        kernel = prepare(
            game,
            self.factory(game),
            self.arguments(),
            label=self.name,
            evaluate=evaluator.function if evaluator else None,
            win=win,
            compiled=self.compiled,
        )
        deepest, _ = self.plan(game)
        memory = new_memory(kernel.compiled, deepest, kernel.buffer, self.extra_words(game))
        memory[LIMIT] = self.nodes or UNLIMITED
        children = tuple((action, kernel.state(game.result(state, action))) for action in game.actions(state))
        return Root(game, state, kernel, memory, game.to_move(state), children, win), evaluator

    def look(self, root: Root, depth: int) -> Look:
        """Searches every child of the root to one depth, in their order; the first of the best is the choice."""
        memory = root.memory
        memory[NODES] += 1
        memory[LEAVES] = memory[CUTOFFS] = 0
        best, choice = -math.inf, 0
        line: tuple[Action, ...] = ()
        values: tuple[float, ...] = ()
        candidates: list[Candidate] = []
        for index, (action, child) in enumerate(root.children):
            value = self.child_value(root, child, depth - 1, best)
            if is_stopped(memory):
                break
            bound = "upper" if self.is_bound(value, best) else "exact"
            candidates.append(Candidate(action, value, bound))
            if value > best:
                best, choice = value, index
                line = (action, *self.child_line(root, child, depth - 1))
                values = self.child_values(root, depth - 1)
        complete = len(candidates) == len(root.children)
        for action, _ in root.children[len(candidates) :]:
            candidates.append(Candidate(action, math.nan, "stopped"))
        if not line:
            line, best = (root.children[0][0],), 0.0
        decided = root.game.best_utility is not None and abs(best) >= root.game.best_utility * root.win > 0
        exact = complete and (memory[CUTOFFS] == 0 or (decided and root.game.zero_sum and root.game.players == 2))
        return Look(
            depth, choice, best, tuple(candidates), line, memory[LEAVES], complete, exact, memory[CUTOFFS] > 0, values
        )

    def is_bound(self, value: float, best: float) -> bool:
        """Is a child's value only known to be at most this?"""
        return False

    def child_values(self, root: Root, depth: int) -> tuple[float, ...]:
        """What the child just searched is worth to each player, where the algorithm knows."""
        return ()

    def child_line(self, root: Root, child: State, depth: int) -> Iterable[Action]:
        """The line that the kernel remembered below a child."""
        game, state, line = root.game, child, []
        if depth == 0 or game.is_terminal(state) or game.to_move(state) == CHANCE:
            return ()
        row = LINES + depth * LINE
        for i in range(1, root.memory[row] + 1):
            action = _nth(game.actions(state), root.memory[row + i])
            line.append(action)
            state = game.result(state, action)
        return line

    def _analysis(self, root: Root, evaluator: Evaluator | None, look: Look, seconds: float) -> Analysis:
        """A look in the game's own units: utilities where the game was decided, else the evaluation's."""
        game = root.game

        def decided(value: float) -> bool:
            return not look.evaluated or abs(value) >= root.win

        def units(value: float) -> float:
            return value / root.win if decided(value) else value

        end = root.state
        for action in look.line:
            end = game.result(end, action)
        terms: tuple[Term, ...] = ()
        if evaluator and len(look.line) == look.depth and not game.is_terminal(end) and game.to_move(end) != CHANCE:
            terms = evaluator.terms(end, root.player)
        return Analysis(
            game=game,
            state=root.state,
            engine=str(self),
            action=root.children[look.choice][0],
            value=units(look.value),
            exact=look.exact,
            line=look.line,
            depth=look.depth,
            nodes=min(root.memory[NODES], self.nodes or UNLIMITED),
            seconds=seconds,
            candidates=tuple(
                Candidate(c.action, units(c.value), c.bound, decided=c.bound != "stopped" and decided(c.value))
                for c in look.candidates
            ),
            leaves=look.leaves,
            values=tuple(units(value) for value in look.values),
            terms=terms,
            compiled=root.kernel.compiled,
            reason=root.kernel.reason,
        )


def check_choice(game: Game, state: State) -> None:
    """Raises ZermeloError unless a player is to choose here."""
    if game.is_terminal(state):
        raise ZermeloError(f"the game is over at {game.state_text(state)}: there is nothing to choose")
    if game.to_move(state) == CHANCE:
        raise ZermeloError(f"chance is to move at {game.state_text(state)}: play an outcome first")


def needs_two_players(game: Game, name: str) -> str | None:
    """The refusal of an algorithm that sees one number, good for one side and bad for the other."""
    if game.players != 2:
        return f"{name} needs two players, {game.name} has {game.players}: try maxn or mcts"
    if not game.zero_sum:
        return f"{name} needs a zero-sum game, {game.name} is not one: try maxn or mcts"
    return None


def needs_no_secrets(game: Game, name: str) -> str | None:
    """The refusal of an algorithm that must see the whole state."""
    if game.has_hidden:
        return f"{name} needs perfect information, {game.name} hides some: no search here serves it yet"
    return None


def needs_no_chance(game: Game, name: str) -> str | None:
    """The refusal of an algorithm that knows no dice."""
    return f"{name} knows no chance and {game.name} has some: try expectiminimax or mcts" if game.has_chance else None


def max_sign(player: int) -> int:
    """1 for MAX, -1 for MIN: turns MAX's value into the player's."""
    return 1 if player == MAX else -1


def _nth(actions: Iterable[Action], index: int) -> Action:
    for i, action in enumerate(actions):
        if i == index:
            return action
    raise IndexError(index)


def allow_recursion(depth: int) -> None:
    """Lets interpreted kernels recurse so deep. Never lowered again: another search may be on its way down."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * depth + 1000))
