"""A search step by step: the same kernels, interpreted, with their notes recorded."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from zermelo.compile.memory import CUTOFFS, DEEPEST, LIMIT, new_memory
from zermelo.compile.rules import interpreted_rules
from zermelo.evaluate import centred, opinion
from zermelo.game import CHANCE, MAX, Action, Game, State, ZermeloError, brief
from zermelo.picture import Node, Tree, drawn_by
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.expectiminimax import Expectiminimax
from zermelo.search.textbook.lookahead import Lookahead, allow_recursion
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.textbook.steps import BACK, CUT, ENTER, LEAF, PRUNE, UPDATE
from zermelo.search.time.budget import UNLIMITED

KINDS: dict[str, type[Lookahead]] = {kind.name: kind for kind in (Minimax, AlphaBeta, Expectiminimax)}
MOST_NODES = 20_000  # in a trace

NAMES = {ENTER: "enter", LEAF: "leaf", CUT: "depth", UPDATE: "update", PRUNE: "prune", BACK: "back"}


class TooLarge(ZermeloError):
    """The tree has too many nodes to show."""


@dataclass
class Visited:
    """A node of the searched tree."""

    path: tuple[str, ...]  # names of the actions from the root
    kind: str  # max, min, chance, leaf
    state: State
    depth: int
    number: int = 0  # in order of visit, which is preorder; the root is 0
    above: int = -1  # the parent's number
    place: int = 0  # among its siblings
    alpha: float = -math.inf
    beta: float = math.inf
    value: float | None = None
    bound: str = ""  # ≤ or ≥: because of cuts below, the value is only a bound
    status: str = ""  # cut: skipped
    skipped: int = 0  # leaves below it, if it was cut
    probability: float | None = None
    best: int | None = None  # index of the child that the value comes from
    children: list[Visited] = field(default_factory=list)

    @property
    def name(self) -> str:
        return ".".join(self.path) or "root"


class Drawn:
    """Something with a picture: the last line of a notebook cell draws it."""

    def picture(self) -> Tree:
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return drawn_by("svg", self.picture())

    def _repr_html_(self) -> str:
        return f'<figure style="margin:0;overflow:auto">{self._repr_svg_()}</figure>'


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
    index: int = 0  # the node's number
    bound: str = ""  # of the value: "" exact, ≤, ≥, … an average in progress, ? unknown because of cuts

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
class Trace(Drawn):
    """All steps of one search and the tree it visited."""

    game: Game
    algorithm: str
    steps: tuple[Step, ...]
    root: Visited
    value: float  # MAX's
    leaves: int
    skipped: int  # leaves that were cut off
    bounded: bool  # does the algorithm keep alpha and beta?
    counted: bool = True  # False: too many to count, so `skipped` is a lower bound
    judged: bool = True  # False: nothing evaluates positions at the depth limit, so they count as even
    known: bool = True  # False: the value comes from such positions and means nothing

    @property
    def worth(self) -> str:
        """The value in words."""
        return number(self.value) if self.known else "unknown"

    @property
    def action(self) -> str | None:
        """The best action's name; None if the root is a leaf or a chance node."""
        return self.root.children[self.root.best].path[-1] if self.root.best is not None else None

    def nodes(self) -> list[Visited]:
        """Every node, indexed by its number."""
        return _walk(self.root)

    def visited_leaves(self) -> list[Visited]:
        """The leaves in the order in which they were visited."""
        return [node for node in _walk(self.root) if not node.children and node.status != "cut"]

    def to_json(self) -> dict[str, Any]:
        """The object that `trace --json` prints."""
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.root.state),
            "algorithm": self.algorithm,
            "action": self.action,
            "value": self.value if self.known else None,
            "leaves": self.leaves,
            "skipped": self.skipped,
            "steps": [step.to_json() for step in self.steps],
        }

    def picture(self) -> Tree:
        """The tree with values, the best line and the cut branches."""
        caption = f"{self.algorithm}: {self.worth} for MAX, {self.leaves} leaves"
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
    """Runs minimax, alphabeta or expectiminimax on a small tree and records every step.

    depth: plies to look ahead; None: to the end of the game. Raises TooLarge, a ZermeloError, if there are more than
    `most` nodes.
    """
    if algorithm not in KINDS:
        raise ZermeloError(f"trace knows {', '.join(KINDS)} and mcts, not '{brief(algorithm)}'")
    state = game.initial() if state is None else state
    search = KINDS[algorithm]().with_options(strict=strict)
    refusal = search.refusal(game)  # also where max^n would take its place
    if refusal:
        raise ZermeloError(refusal)
    plies = min(depth if depth is not None else game.max_plies or DEEPEST, DEEPEST)
    evaluator = opinion(game)
    recorder = _Recorder(game, algorithm == "alphabeta", most, evaluator.win if evaluator else 1.0)
    rules = interpreted_rules(
        game, centred(evaluator, game.middle) if evaluator else None, evaluator.win if evaluator else 1.0, recorder.note
    )
    memory = new_memory(False, plies)
    memory[LIMIT] = UNLIMITED
    run = search.factory(game)(rules)
    window = (-math.inf, math.inf) if algorithm == "alphabeta" else ()
    recorder.root(state)
    allow_recursion(plies)
    found = run(state, plies, *window, memory)
    value = recorder.unit(found)
    recorder.count_skipped()
    is_won = algorithm != "expectiminimax" and game.reach is not None and abs(found) >= game.reach > 0
    return Trace(
        game=game,
        algorithm=algorithm,
        steps=tuple(recorder.steps),
        root=recorder.top,
        value=float(value),
        leaves=recorder.leaves,
        skipped=recorder.skipped,
        bounded=algorithm == "alphabeta",
        counted=recorder.counted,
        judged=evaluator is not None,
        known=evaluator is not None or not memory[CUTOFFS] or is_won,
    )


@dataclass
class _Open:
    """A node being searched. Its values are in the kernel's units, so that they can be compared."""

    node: Visited
    moves: list[tuple[Action, float | None]]  # with their probabilities, if chance moves
    low: float  # bounds on its value, from the children seen so far
    high: float


class _Recorder:
    """Receives a kernel's notes and builds the tree and the steps."""

    def __init__(self, game: Game, bounded: bool, most: int, win: float) -> None:
        self.game, self.bounded, self.most, self.win = game, bounded, most, win
        self.steps: list[Step] = []
        self.stack: list[_Open] = []
        self.leaves = self.skipped = self.nodes = 0
        self.counted = True
        self.cut_at: list[tuple[Visited, int]] = []
        self.reported = (0.0, 0.0)  # bounds on the value of the last finished node

    def root(self, state: State) -> None:
        self.top = Visited((), self.kind(state), state, 0)

    def kind(self, state: State) -> str:
        if self.game.is_terminal(state):
            return "leaf"
        mover = self.game.to_move(state)
        return "chance" if mover == CHANCE else "max" if mover == MAX else "min"

    def unit(self, value: float) -> float:
        """Converts a decided game's value to a utility; others stay in the evaluation's units."""
        reach = 1.0 if self.game.reach is None else self.game.reach
        if math.isinf(value) or (self.win != 1.0 and abs(value) < reach * self.win):
            return float(value)
        return float(value / self.win) + self.game.middle

    def note(self, event: int, state: State, depth: int, alpha: float, beta: float, value: float) -> None:
        if event in (ENTER, LEAF, CUT):
            self.arrive(event, state, alpha, beta, value)
            return
        here = self.stack[-1]
        node = here.node
        if event != BACK:
            self.hear(here)
        complete = len(node.children) == len(here.moves)
        node.bound = self.bound(here, value, complete)
        alpha, beta, value = self.unit(alpha), self.unit(beta), self.unit(value)
        before = node.value
        node.value = value
        reason = ""
        if event == PRUNE and complete:
            event = BACK  # a cut at the last child skips nothing
            node.best = len(node.children) - 1
        elif event == PRUNE:
            reason = self.prune(here, alpha, beta, value, depth)
        elif node.kind != "chance" and value != before:
            node.best = len(node.children) - 1
        self.step(event, node, alpha, beta, value, reason)
        if event in (PRUNE, BACK):
            self.stack.pop()
            self.reported = self.interval(here, complete)

    def arrive(self, event: int, state: State, alpha: float, beta: float, value: float) -> None:
        """Adds a state that was reached from the one on top of the stack."""
        node = self.child(self.stack[-1], state) if self.stack else self.top
        self.count()
        alpha, beta = self.unit(alpha), self.unit(beta)
        node.alpha, node.beta = alpha, beta
        if event == ENTER:
            low, high = {"max": (-math.inf, -math.inf), "min": (math.inf, math.inf)}.get(node.kind, (0.0, 0.0))
            self.stack.append(_Open(node, self.moves(node), low, high))
            self.step(event, node, alpha, beta, None)
            return
        self.reported = value, value
        node.value = self.unit(value)
        self.leaves += 1
        self.step(event, node, alpha, beta, node.value)

    def count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLarge(f"more than {self.most:,} nodes are too many to show: give a smaller --depth")

    def moves(self, node: Visited) -> list[tuple[Action, float | None]]:
        if node.kind == "chance":
            return [(outcome, probability) for outcome, probability in self.game.outcomes(node.state)]
        return [(action, None) for action in self.game.actions(node.state)]

    def child(self, parent: _Open, state: State) -> Visited:
        """Adds a node as the parent's next child."""
        above, place = parent.node, len(parent.node.children)
        move, probability = parent.moves[place]
        path = (*above.path, self.game.action_text(above.state, move))
        node = Visited(
            path, self.kind(state), state, above.depth + 1, self.nodes, above.number, place, probability=probability
        )
        above.children.append(node)
        return node

    def hear(self, here: _Open) -> None:
        """Updates the bounds from the child that was just finished."""
        low, high = self.reported
        if here.node.kind == "chance":
            share = here.moves[len(here.node.children) - 1][1] or 0.0
            here.low, here.high = here.low + share * low, here.high + share * high
        else:
            choose = max if here.node.kind == "max" else min
            here.low, here.high = choose(here.low, low), choose(here.high, high)

    def interval(self, here: _Open, complete: bool) -> tuple[float, float]:
        """The range of possible values: children not seen may have any value."""
        low, high = here.low, here.high
        if not complete:
            low, high = {"max": (low, math.inf), "min": (-math.inf, high)}.get(here.node.kind, (-math.inf, math.inf))
        return low, high

    def bound(self, here: _Open, value: float, complete: bool) -> str:
        """The kind of bound that the value is: see `Step.bound`."""
        low, high = self.interval(here, complete)
        if here.node.kind == "chance":
            return "" if complete else "…"
        return "" if low == high else "≤" if high == value else "≥" if low == value else "?"

    def prune(self, here: _Open, alpha: float, beta: float, value: float, depth: int) -> str:
        """Marks the skipped children and returns the reason in words."""
        node = here.node
        node.best = len(node.children) - 1
        for action, _ in here.moves[len(node.children) :]:
            skipped = self.child(here, self.game.result(node.state, action))
            self.count()
            skipped.status = "cut"
            self.cut_at.append((skipped, depth - 1))
        if node.kind == "min":
            reason = f"MIN can force ≤ {number(value)} here, MAX already has {number(alpha)}"
        else:
            reason = f"MAX can force ≥ {number(value)} here, MIN already has {number(beta)}"
        return f"{reason}: the rest is skipped"

    def step(self, event: int, node: Visited, alpha: float, beta: float, value: float | None, reason: str = "") -> None:
        player = node.kind.upper() if node.kind != "leaf" else "leaf"
        if not self.bounded:
            alpha, beta = -math.inf, math.inf
        known = node.bound if value is not None else ""
        where = node.name, player, node.depth
        self.steps.append(
            Step(len(self.steps) + 1, NAMES[event], *where, alpha, beta, value, reason, node.number, known)
        )

    def count_skipped(self) -> None:
        """Counts the leaves below the cuts; beyond `most`, each further branch counts as one leaf."""
        for node, depth in self.cut_at:
            waiting = [(node.state, depth)]
            while waiting and self.counted:
                here, plies = waiting.pop()
                if plies == 0 or self.game.is_terminal(here):
                    node.skipped += 1
                    self.counted = self.skipped + node.skipped <= self.most
                else:
                    waiting += [(self.game.result(here, action), plies - 1) for action in self.game.actions(here)]
            node.skipped = max(1, node.skipped)
            self.skipped += node.skipped


def number(value: float) -> str:
    """A number as text, with ∞ for infinity."""
    if math.isinf(value):
        return "-∞" if value < 0 else "+∞"
    return f"{value:g}"


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value


def _walk(node: Visited) -> list[Visited]:
    """The nodes in preorder."""
    found, waiting = [], [node]
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting += reversed(here.children)
    return found
