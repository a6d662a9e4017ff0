"""A search, step by step: the very kernels of this folder, interpreted, with someone watching."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from zermelo.evaluate import opinion
from zermelo.game import CHANCE, MAX, Game, State, ZermeloError
from zermelo.memory import DEEPEST, LIMIT, new_memory
from zermelo.picture import Node, Tree
from zermelo.rules import interpreted_rules
from zermelo.search import alphabeta, expectiminimax, minimax
from zermelo.search.budget import UNLIMITED
from zermelo.search.lookahead import Lookahead, allow_recursion
from zermelo.search.steps import BACK, CUT, ENTER, LEAF, PRUNE, UPDATE

KINDS: dict[str, type[Lookahead]] = {
    kind.name: kind for kind in (minimax.Minimax, alphabeta.AlphaBeta, expectiminimax.Expectiminimax)
}
MOST_NODES = 20_000  # of a tree that is shown step by step

NAMES = {ENTER: "enter", LEAF: "leaf", CUT: "depth", UPDATE: "update", PRUNE: "prune", BACK: "back"}


@dataclass
class Visited:
    """A node of the searched tree."""

    path: tuple[str, ...]  # names of the actions from the root
    kind: str  # max, min, chance, leaf
    state: State
    depth: int
    alpha: float = -math.inf
    beta: float = math.inf
    value: float | None = None
    status: str = ""  # cut: skipped
    probability: float | None = None
    best: int | None = None  # index of the child whose value this is
    children: list[Visited] = field(default_factory=list)

    @property
    def name(self) -> str:
        return ".".join(self.path) or "root"


@dataclass(frozen=True)
class Step:
    """One event: alpha, beta and value are MAX's, as in the book."""

    number: int
    event: str  # enter, leaf, depth, update, prune, back
    node: str
    player: str  # MAX, MIN, CHANCE or leaf
    depth: int
    alpha: float
    beta: float
    value: float | None
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """A JSON object; infinities become null."""
        report: dict[str, Any] = {
            "step": self.number,
            "event": self.event,
            "node": self.node,
            "player": self.player,
            "depth": self.depth,
            "alpha": _finite(self.alpha),
            "beta": _finite(self.beta),
            "value": self.value,
        }
        return {**report, "reason": self.reason} if self.reason else report


@dataclass(frozen=True)
class Trace:
    """All steps of one search and the tree that it saw."""

    game: Game
    algorithm: str
    steps: tuple[Step, ...]
    root: Visited
    value: float  # MAX's
    leaves: int
    skipped: int  # leaves that were cut off
    bounded: bool  # does the algorithm keep alpha and beta?

    def visited_leaves(self) -> list[Visited]:
        """The leaves in the order in which they were looked at."""
        return [node for node in _walk(self.root) if not node.children and node.status != "cut"]

    def to_json(self) -> dict[str, Any]:
        """The object that `trace --json` prints."""
        best = self.root.children[self.root.best].path[-1] if self.root.best is not None else None
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.root.state),
            "algorithm": self.algorithm,
            "action": best,
            "value": self.value,
            "leaves": self.leaves,
            "skipped": self.skipped,
            "steps": [step.to_json() for step in self.steps],
        }

    def picture(self) -> Tree:
        """The tree with values, the best line and the cut branches."""
        caption = f"{self.algorithm}: {number(self.value)} for MAX, {self.leaves} leaves"
        if self.skipped:
            caption += f", {self.skipped} skipped"
        return Tree(self._drawn(self.root, True), caption)

    def _drawn(self, node: Visited, on_line: bool) -> Node:
        edge = node.path[-1] if node.path else ""
        if node.probability is not None:
            edge = f"{edge} ({node.probability:g})"
        window = f"α {number(node.alpha)} β {number(node.beta)}" if self.bounded and node.children else ""
        return Node(
            kind=node.kind if node.children or node.kind != "leaf" else "leaf",
            label=number(node.value) if node.value is not None else "",
            edge=edge,
            state=node.status or ("best" if on_line and node.path else ""),
            children=tuple(
                self._drawn(child, on_line and index == node.best) for index, child in enumerate(node.children)
            ),
            note=window,
        )


def trace(
    game: Game,
    algorithm: str = "alphabeta",
    state: State | None = None,
    depth: int | None = None,
    strict: bool = False,
    most: int = MOST_NODES,
) -> Trace:
    """Runs minimax, alphabeta or expectiminimax on a small tree and keeps every step.

    depth: plies to look ahead; None: to the end of the game. Raises ZermeloError where the tree is too large.
    """
    if algorithm not in KINDS:
        raise ZermeloError(f"trace knows {', '.join(KINDS)} and mcts, not '{algorithm}'")
    state = game.initial() if state is None else state
    search = KINDS[algorithm]()
    refusal = search.refusal(game)
    if refusal:
        raise ZermeloError(refusal)
    plies = min(depth or game.max_plies or DEEPEST, DEEPEST)
    evaluator = opinion(game)
    recorder = _Recorder(game, algorithm == "alphabeta", most, evaluator.win if evaluator else 1.0)
    rules = interpreted_rules(
        game, evaluator.function if evaluator else None, evaluator.win if evaluator else 1.0, recorder.note
    )
    memory = new_memory(False, plies)
    memory[LIMIT] = UNLIMITED
    run = search.factory(game)(rules) if algorithm != "alphabeta" else alphabeta.kernel_for(strict)(rules)
    window = (-math.inf, math.inf) if algorithm == "alphabeta" else ()
    recorder.root(state)
    allow_recursion(plies)
    value = recorder.unit(run(state, plies, *window, memory))
    recorder.count_skipped()
    return Trace(
        game=game,
        algorithm=algorithm,
        steps=tuple(recorder.steps),
        root=recorder.top,
        value=float(value),
        leaves=recorder.leaves,
        skipped=recorder.skipped,
        bounded=algorithm == "alphabeta",
    )


class _Recorder:
    """Hears a kernel's notes and keeps the tree and the steps."""

    def __init__(self, game: Game, bounded: bool, most: int, win: float) -> None:
        self.game, self.bounded, self.most, self.win = game, bounded, most, win
        self.steps: list[Step] = []
        self.stack: list[Visited] = []
        self.leaves = self.skipped = self.nodes = 0
        self.cut_at: list[tuple[State, int]] = []

    def root(self, state: State) -> None:
        self.top = Visited((), self.kind(state), state, 0)

    def kind(self, state: State) -> str:
        if self.game.is_terminal(state):
            return "leaf"
        mover = self.game.to_move(state)
        return "chance" if mover == CHANCE else "max" if mover == MAX else "min"

    def unit(self, value: float) -> float:
        """A decided game is told in utilities, all else in the evaluation's units."""
        decided = self.win <= abs(value) < math.inf
        return float(value / self.win) if decided else float(value)

    def note(self, event: int, state: State, depth: int, alpha: float, beta: float, value: float) -> None:
        alpha, beta, value = self.unit(alpha), self.unit(beta), self.unit(value)
        if event in (ENTER, LEAF, CUT):
            self.arrive(event, state, depth, alpha, beta, value)
            return
        node = self.stack[-1]
        before = node.value
        node.value = value
        reason = ""
        if event == PRUNE and len(node.children) == len(self.game.legal(node.state)):
            event = BACK  # it came with the last child: there is nothing left to skip
            node.best = len(node.children) - 1
        elif event == PRUNE:
            reason = self.prune(node, alpha, beta, value, depth)
        elif node.kind != "chance" and value != before:
            node.best = sum(child.status != "cut" for child in node.children) - 1
        self.step(event, node, alpha, beta, value, reason)
        if event in (PRUNE, BACK):
            self.stack.pop()

    def arrive(self, event: int, state: State, depth: int, alpha: float, beta: float, value: float) -> None:
        """A state comes into view below the one on top of the stack."""
        self.nodes += 1
        if self.nodes > self.most:
            raise ZermeloError(f"more than {self.most:,} nodes are too many to show: look less deep with --depth")
        if self.stack:
            parent = self.stack[-1]
            node = self.child(parent, len(parent.children), state)
            parent.children.append(node)
        else:
            node = self.top
        node.alpha, node.beta = alpha, beta
        if event == ENTER:
            self.stack.append(node)
            self.step(event, node, alpha, beta, None)
            return
        node.value = value
        self.leaves += 1
        self.step(event, node, alpha, beta, value)

    def child(self, parent: Visited, index: int, state: State) -> Visited:
        """The index-th child of a node."""
        if parent.kind == "chance":
            action, probability = self.game.outcomes(parent.state)[index]
        else:
            action, probability = self.game.legal(parent.state)[index], None
        name = self.game.action_text(parent.state, action)
        return Visited((*parent.path, name), self.kind(state), state, parent.depth + 1, probability=probability)

    def prune(self, node: Visited, alpha: float, beta: float, value: float, depth: int) -> str:
        """Marks what is skipped and says why in words."""
        node.best = len(node.children) - 1
        actions = self.game.legal(node.state)
        for index in range(len(node.children), len(actions)):
            after = self.game.result(node.state, actions[index])
            skipped = self.child(node, index, after)
            skipped.status = "cut"
            node.children.append(skipped)
            self.cut_at.append((after, depth - 1))
        if node.kind == "min":
            reason = f"MIN can force ≤ {number(value)} here, MAX already has {number(alpha)}"
        else:
            reason = f"MAX can force ≥ {number(value)} here, MIN already has {number(beta)}"
        return f"{reason}: the rest is skipped"

    def step(self, event: int, node: Visited, alpha: float, beta: float, value: float | None, reason: str = "") -> None:
        player = node.kind.upper() if node.kind != "leaf" else "leaf"
        if not self.bounded:
            alpha, beta = -math.inf, math.inf
        self.steps.append(
            Step(len(self.steps) + 1, NAMES[event], node.name, player, node.depth, alpha, beta, value, reason)
        )

    def count_skipped(self) -> None:
        """Counts the leaves below the cuts."""
        for state, depth in self.cut_at:
            waiting = [(state, depth)]
            while waiting:
                here, plies = waiting.pop()
                if plies == 0 or self.game.is_terminal(here):
                    self.skipped += 1
                    if self.skipped > self.most:
                        return
                    continue
                waiting += [(self.game.result(here, action), plies - 1) for action in self.game.legal(here)]


def number(value: float) -> str:
    """A number as a lecture writes it."""
    if math.isinf(value):
        return "-∞" if value < 0 else "+∞"
    return f"{value:g}"


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value


def _walk(node: Visited) -> list[Visited]:
    """The nodes in the order of visit."""
    found, waiting = [], [node]
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting += reversed(here.children)
    return found
