"""The recorder of a search: receives the notes of an interpreted kernel, and builds the tree and the steps."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE, MAX, Action, Game, State, ZermeloError
from zermelo.numerals import bounded, plain, window, worth
from zermelo.search.textbook.opponents import RANDOM, Opponent
from zermelo.search.textbook.steps import BACK, CUT, ENTER, LEAF, PRUNE, UPDATE

NAMES = {ENTER: "enter", LEAF: "leaf", CUT: "depth", UPDATE: "update", PRUNE: "prune", BACK: "back"}
MARKS = {**NAMES, PRUNE: "cut"}  # by which the pseudocode finds its line


class TooLarge(ZermeloError):
    """The tree has too many nodes to show."""


class Valued:
    """What a node and a step have in common: a value, and its texts."""

    value: float | None
    values: tuple[float, ...]
    bound: str
    scale: float

    @property
    def worth(self) -> str:
        """The value, or the values of all players, as text; "" if it is not known."""
        return worth(self.value, self.values, self.scale)

    @property
    def label(self) -> str:
        """The value as far as it is known: 3, ≤2, 1.5…, (1, 0, -1); "" if it is not."""
        return bounded(self.worth, self.bound) if self.worth else ""


@dataclass
class Visited(Valued):
    """A node of the searched tree."""

    path: tuple[str, ...]  # names of the actions from the root
    kind: str  # max, min, chance, leaf; in max^n, player 0, player 1, …
    state: State
    depth: int
    number: int = 0  # in order of visit, which is preorder; the root is 0
    above: int = -1  # the parent's number
    place: int = 0  # among its siblings
    alpha: float = -math.inf
    beta: float = math.inf
    value: float | None = None
    values: tuple[float, ...] = ()  # in max^n: one per player; `value` is that of the player to move
    bound: str = ""  # ≤ or ≥: because of cuts below, the value is only a bound
    status: str = ""  # cut: skipped
    skipped: int = 0  # leaves below it, if it was cut
    probability: float | None = None
    best: int | None = None  # index of the child that the value comes from
    children: list[Visited] = field(default_factory=list)
    scale: float = 1.0  # the game's: see Game.scale
    called: str = ""  # what the figure calls it, if the game was read from one: A, B, …

    @property
    def name(self) -> str:
        return ".".join(self.path) or "root"


@dataclass(frozen=True)
class Step(Valued):
    """One event: alpha, beta and value are MAX's, as in the book. In max^n, the value is the mover's."""

    number: int
    event: str  # enter, leaf, depth, update, prune, back
    node: str
    player: str  # MAX, MIN, CHANCE, OPPONENT, the name of a player in max^n, or leaf
    depth: int
    alpha: float
    beta: float
    value: float | None
    reason: str = ""
    index: int = 0  # the node's number
    bound: str = ""  # of the value: "" exact, ≤, ≥, … an average in progress, ? unknown because of cuts
    values: tuple[float, ...] = ()  # in max^n: one per player
    scale: float = 1.0  # the game's: see Game.scale
    line: int = 0  # of the pseudocode, that the step executes: see Trace.pseudocode
    called: str = ""  # the node's name in a figure

    @property
    def shown(self) -> str:
        """The node as text: its name in a figure, else the actions that lead to it."""
        return self.called or self.node

    @property
    def cut(self) -> str:
        """The name of a cut: α-cut-off at a MIN node, β-cut-off at a MAX node; "" if nothing was cut."""
        return cut_name(self.player) if self.event == "prune" else ""

    @property
    def window(self) -> str:
        """Alpha and beta as text."""
        return window(self.alpha, self.beta, self.scale)

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
            "bound": self.bound,
            "line": self.line,
        }
        if self.values:
            report["values"] = list(self.values)
        if self.called:
            report["name"] = self.called
        return {**report, "cut": self.cut, "reason": self.reason} if self.reason else report


@dataclass
class Open:
    """A node being searched. Its values are in the kernel's units, so that they can be compared."""

    node: Visited
    moves: list[tuple[Action, float | None]]  # with their probabilities, if chance moves
    low: float  # bounds on its value, from the children seen so far
    high: float


class Recorder:
    """Receives a kernel's notes and builds the tree and the steps."""

    def __init__(
        self,
        game: Game,
        bounded: bool,
        most: int,
        win: float,
        maximiser: int | None = None,
        values: list[float] | None = None,
        opponent: Opponent = RANDOM,
    ) -> None:
        """maximiser: of expectimax; the others then play as `opponent` does. values: the second memory of max^n."""
        self.game, self.bounded, self.most, self.win = game, bounded, most, win
        self.maximiser, self.memory, self.opponent = maximiser, values, opponent
        self.steps: list[Step] = []
        self.marks: list[str] = []  # what each step lights in the pseudocode
        self.stack: list[Open] = []
        self.leaves = self.skipped = self.nodes = 0
        self.counted = True
        self.cut_at: list[tuple[Visited, int]] = []
        self.reported = (0.0, 0.0)  # bounds on the value of the last finished node

    def root(self, state: State) -> None:
        self.top = Visited((), self.kind(state), state, 0, scale=self.game.scale, called=called(self.game, state))

    def kind(self, state: State) -> str:
        if self.game.is_terminal(state):
            return "leaf"
        mover = self.game.to_move(state)
        if mover == CHANCE:
            return "chance"
        if self.memory is not None:
            return f"player {mover}"
        if self.maximiser is not None:
            return "max" if mover == self.maximiser else "chance"
        return "max" if mover == MAX else "min"

    def values(self, depth: int) -> tuple[float, ...]:
        """The values that max^n has just found at this depth, one per player; () for other algorithms."""
        players = self.game.players
        if self.memory is None:
            return ()
        return tuple(self.unit(value) for value in self.memory[depth * players : (depth + 1) * players])

    def unit(self, value: float) -> float:
        """Converts a decided game's value to a utility; others stay in the evaluation's units."""
        reach = 1.0 if self.game.reach is None else self.game.reach
        if math.isinf(value) or (self.win != 1.0 and abs(value) < reach * self.win):
            return float(value)
        return float(value / self.win) + self.game.middle

    def note(self, event: int, state: State, depth: int, alpha: float, beta: float, value: float) -> None:
        if event in (ENTER, LEAF, CUT):
            self.arrive(event, state, depth, alpha, beta, value)
            return
        here = self.stack[-1]
        node = here.node
        if event != BACK:
            self.hear(here)
        complete = len(node.children) == len(here.moves)
        if event == UPDATE and node.kind == "chance" and self.maximiser is not None:
            value = here.low  # the kernel averages an opponent's actions only when all are known
        node.bound = self.bound(here, value, complete)
        node.values = self.values(depth)
        alpha, beta, value = self.unit(alpha), self.unit(beta), self.unit(value)
        before = node.value
        node.value = value
        self.marks.append(f"{MARKS[event]} {role(node.kind)}")
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

    def arrive(self, event: int, state: State, depth: int, alpha: float, beta: float, value: float) -> None:
        """Adds a state that was reached from the one on top of the stack."""
        node = self.child(self.stack[-1], state) if self.stack else self.top
        self.count()
        alpha, beta = self.unit(alpha), self.unit(beta)
        node.alpha, node.beta = alpha, beta
        self.marks.append(f"enter {role(node.kind)}" if event == ENTER else MARKS[event])
        if event == ENTER:
            low, high = {"max": (-math.inf, -math.inf), "min": (math.inf, math.inf)}.get(node.kind, (0.0, 0.0))
            self.stack.append(Open(node, self.moves(node), low, high))
            self.step(event, node, alpha, beta, None)
            return
        self.reported = value, value
        node.value = self.unit(value)
        node.values = self.values(depth)
        self.leaves += 1
        self.step(event, node, alpha, beta, node.value)

    def count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLarge(f"more than {self.most:,} nodes are too many to show: give a smaller depth (--depth)")

    def moves(self, node: Visited) -> list[tuple[Action, float | None]]:
        if self.game.to_move(node.state) == CHANCE:
            return [(outcome, probability) for outcome, probability in self.game.outcomes(node.state)]
        if node.kind == "chance":
            return list(self.opponent.probabilities(self.game, node.state).items())
        return [(action, None) for action in self.game.actions(node.state)]

    def child(self, parent: Open, state: State) -> Visited:
        """Adds a node as the parent's next child."""
        above, place = parent.node, len(parent.node.children)
        move, probability = parent.moves[place]
        path = (*above.path, self.game.action_text(above.state, move))
        where = above.depth + 1, self.nodes, above.number, place
        node = Visited(path, self.kind(state), state, *where, probability=probability, scale=above.scale)
        node.called = called(self.game, state)
        above.children.append(node)
        return node

    def hear(self, here: Open) -> None:
        """Updates the bounds from the child that was just finished; max^n has none."""
        low, high = self.reported
        if self.memory is not None:
            return
        if here.node.kind == "chance":
            share = here.moves[len(here.node.children) - 1][1] or 0.0
            here.low, here.high = here.low + share * low, here.high + share * high
        else:
            choose = max if here.node.kind == "max" else min
            here.low, here.high = choose(here.low, low), choose(here.high, high)

    def interval(self, here: Open, complete: bool) -> tuple[float, float]:
        """The range of possible values: children not seen may have any value."""
        low, high = here.low, here.high
        if not complete:
            low, high = {"max": (low, math.inf), "min": (-math.inf, high)}.get(here.node.kind, (-math.inf, math.inf))
        return low, high

    def bound(self, here: Open, value: float, complete: bool) -> str:
        """The kind of bound that the value is: see `Step.bound`."""
        low, high = self.interval(here, complete)
        if here.node.kind == "chance":
            return "" if complete else "…"
        if self.memory is not None:
            return ""
        return "" if low == high else "≤" if high == value else "≥" if low == value else "?"

    def prune(self, here: Open, alpha: float, beta: float, value: float, depth: int) -> str:
        """Marks the skipped children and returns the reason in words."""
        node = here.node
        node.best = len(node.children) - 1
        for action, _ in here.moves[len(node.children) :]:
            skipped = self.child(here, self.game.result(node.state, action))
            self.count()
            skipped.status = "cut"
            self.cut_at.append((skipped, depth - 1))
        forced, low, high = (plain(one, node.scale) for one in (value, alpha, beta))
        if node.kind == "min":
            reason = f"MIN can force ≤ {forced} here, MAX already has {low}"
        else:
            reason = f"MAX can force ≥ {forced} here, MIN already has {high}"
        return f"{reason} ({cut_name(node.kind)}): the rest is skipped"

    def step(self, event: int, node: Visited, alpha: float, beta: float, value: float | None, reason: str = "") -> None:
        player = self.mover_name(node)
        if not self.bounded:
            alpha, beta = -math.inf, math.inf
        known = node.bound if value is not None else ""
        values = node.values if value is not None else ()
        self.steps.append(
            Step(
                number=len(self.steps) + 1,
                event=NAMES[event],
                node=node.name,
                player=player,
                depth=node.depth,
                alpha=alpha,
                beta=beta,
                value=value,
                reason=reason,
                index=node.number,
                bound=known,
                values=values,
                scale=node.scale,
                called=node.called,
            )
        )

    def mover_name(self, node: Visited) -> str:
        """Who is to move at a node: see `Step.player`."""
        if node.kind == "leaf":
            return "leaf"
        mover = self.game.to_move(node.state)
        if self.memory is not None and mover != CHANCE:
            return self.game.player_name(mover)
        return "OPPONENT" if node.kind == "chance" and mover != CHANCE else node.kind.upper()

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


def role(kind: str) -> str:
    """The kind of a node as the pseudocode's marks have it: every player of max^n is "player"."""
    return kind.partition(" ")[0]


def cut_name(player: str) -> str:
    """What a cut at a node of MAX or MIN is called: after the bound of the other player that it runs into."""
    return "α-cut-off" if player.lower() == "min" else "β-cut-off"


def called(game: Game, state: State) -> str:
    """What the figure that a game was read from calls a state; "" if there is none, or no name in it."""
    return game.annotations.name(state) if game.annotations else ""


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value
