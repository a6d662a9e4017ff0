"""A single-agent search step by step: the same kernels, interpreted, with their notes recorded as a tree.

Every node that is generated is in the tree, also where its state was reached before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.arguments import checked
from zermelo.compile.kernel.memory import LIMIT
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.game import Game, State, ZermeloError
from zermelo.numerals import plain
from zermelo.picture import Node, Tree, drawn_by
from zermelo.problem import Problem
from zermelo.search.single import deepening, frontier
from zermelo.search.single.base import SingleAgent
from zermelo.search.single.best_first import BestFirst
from zermelo.search.single.deepened import Deepened
from zermelo.search.single.frontier import AGAIN, CHEAPER, EXPAND, GENERATE, GOAL, Room
from zermelo.search.single.local import HillClimbing
from zermelo.search.single.names import KINDS, single_agent, usual_search
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.trace.moment import Drawn
from zermelo.search.trace.recorder import TooLarge

MOST_NODES = 20_000
KIND = "state"  # of the tree's nodes
SHOWN = 6  # states of a frontier that are named
LEFT_OUT = "×"  # the label of a node that the search does not follow
WHOLE = 1 << 30


@dataclass
class Reached:
    """A node of the search tree: a state, and how it was reached."""

    state: State
    edge: str  # the action that led here
    above: int  # the parent's number; -1: none
    depth: int
    cost: float
    estimate: float | None
    label: str  # its rank, or its value in a local search; × once it is left out
    note: str = ""  # what the rank is the sum of
    status: str = ""  # cut: left out; best: on the way that was found
    children: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class SingleStep:
    """One step of the search."""

    event: str  # generate, expand, again, cheaper, goal, bound, climb, take, stuck
    node: int
    label: str  # the node's, from now on
    words: str
    frontier: tuple[str, ...] = ()  # what is waiting after it, the next one first: a state and its rank
    explored: int = 0  # states that were expanded so far


@dataclass(frozen=True)
class SingleTrace(Drawn):
    """All steps of one search, and the tree that it made."""

    game: Problem
    algorithm: str
    state: State
    reached: tuple[Reached, ...]
    steps: tuple[SingleStep, ...]
    goal: int | None  # the number of the node where it ended well

    @property
    def generated(self) -> int:
        """Nodes of the tree."""
        return len(self.reached)

    @property
    def expanded(self) -> int:
        """States whose actions were listed."""
        return sum(step.event in ("expand", "climb") for step in self.steps)

    @property
    def line(self) -> list[str]:
        """The actions to the goal; none if there is no goal."""
        found, node = [], -1 if self.goal is None else self.goal
        while node > 0 and self.reached[node].above >= 0:
            found.append(self.reached[node].edge)
            node = self.reached[node].above
        return [edge for edge in reversed(found) if not edge.startswith("bound ")]

    @property
    def cost(self) -> float | None:
        """What the way costs; None: none was found."""
        return None if self.goal is None else self.reached[self.goal].cost

    def to_json(self) -> dict[str, Any]:
        """The object that `trace --json` prints."""
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.state),
            "algorithm": self.algorithm,
            "line": self.line if self.goal is not None else None,
            "cost": self.cost,
            "generated": self.generated,
            "expanded": self.expanded,
            "steps": [
                {
                    "step": number,
                    "event": step.event,
                    "node": step.node,
                    "state": self.game.state_text(self.reached[step.node].state),
                    "cost": self.reached[step.node].cost,
                    "estimate": self.reached[step.node].estimate,
                    "label": step.label,
                    "frontier": list(step.frontier),
                    "explored": step.explored,
                    "words": step.words,
                }
                for number, step in enumerate(self.steps, 1)
            ],
        }

    def __str__(self) -> str:
        return drawn_by("single_text", self)

    def __repr__(self) -> str:
        found = "no goal" if self.goal is None else f"cost {plain(self.cost or 0.0)}"
        return f"<SingleTrace of {self.algorithm} on {self.game.title}: {found}, {self.generated} nodes generated>"

    def picture(self) -> Tree:
        """The tree, with the way that was found."""
        nodes: list[Node] = []
        for one in reversed(range(len(self.reached))):
            here = self.reached[one]
            children = tuple(nodes[len(self.reached) - 1 - child] for child in here.children)
            name = self.game.state_text(here.state)
            edge = here.edge or name
            nodes.append(Node(KIND, here.label, edge, here.status, children, here.note))
        found = "no goal" if self.goal is None else f"cost {plain(self.cost or 0.0)}"
        return Tree(nodes[-1], f"{self.algorithm}: {found}, {self.generated} nodes generated")


@checked
def trace_single(
    game: Game, state: State | None = None, algorithm: str | None = None, most: int = MOST_NODES
) -> SingleTrace:
    """Runs a search for one agent, by default the one that suits the problem, and records every step.

    Raises TooLarge, a ZermeloError, if it generates more than `most` nodes, and ZermeloError if the game is no problem
    or the search has no tree.

    >>> import zermelo
    >>> trace = zermelo.trace_single(zermelo.load("route"), algorithm="greedy")
    >>> len(trace.steps)
    14
    """
    search = usual_search(game) if algorithm is None else single_agent(algorithm)
    search.check_served(game)
    assert isinstance(game, Problem)
    begin = game.initial() if state is None else state
    if isinstance(search, BestFirst):
        return _best_first(game, begin, search, most)
    if isinstance(search, Deepened):
        return _deepened(game, begin, search, most)
    if isinstance(search, HillClimbing):
        return _climbing(game, begin, search, most)
    traced = [name for name, kind in KINDS.items() if issubclass(kind, BestFirst | Deepened | HillClimbing)]
    raise ZermeloError(f"{search.name} has no tree to show: trace {', '.join(traced)}")


class _Recorder:
    """The tree and the steps so far."""

    def __init__(self, problem: Problem, search: SingleAgent, factors: tuple[float, float, float], most: int) -> None:
        self.problem, self.search, self.factors, self.most = problem, search, factors, most
        self.reached: list[Reached] = []
        self.steps: list[SingleStep] = []
        self.explored = 0

    def add(self, state: State, edge: str, above: int, cost: float, estimate: float) -> int:
        """Adds a node and returns its number."""
        if len(self.reached) == self.most:
            raise TooLarge(f"more than {self.most:,} nodes are too many to show: take an easier position")
        depth = self.reached[above].depth + 1 if above >= 0 else 0
        known = estimate if self.problem.heuristic is not None else None
        label, note = self.rank(cost, estimate, depth)
        self.reached.append(Reached(state, edge, above, depth, cost, known, label, note))
        if above >= 0:
            self.reached[above].children.append(len(self.reached) - 1)
        return len(self.reached) - 1

    def rank(self, cost: float, estimate: float, depth: int) -> tuple[str, str]:
        """The rank of a node, and what it is made of."""
        costs, estimates, depths = self.factors
        total = plain(costs * cost + estimates * estimate + abs(depths) * depth)
        weight = "" if estimates in (0.0, 1.0) else f"{plain(estimates)} × "
        return total, f"{plain(cost)} + {weight}{plain(estimate)}" if costs and estimates else ""

    def sum(self, node: int) -> str:
        """A node's rank in words: "f = 140 + 253 = 393"."""
        here = self.reached[node]
        costs, estimates, _ = self.factors
        letter = "f" if costs and estimates else "h" if estimates else "g" if costs else "depth"
        return f"{letter} = {here.note} = {here.label}" if here.note else f"{letter} = {here.label}"

    def name(self, node: int) -> str:
        return self.problem.state_text(self.reached[node].state)

    def step(self, event: str, node: int, words: str, waiting: tuple[str, ...] = ()) -> None:
        self.steps.append(SingleStep(event, node, self.reached[node].label, words, waiting, self.explored))

    def leave_out(self, node: int) -> None:
        self.reached[node].label, self.reached[node].status = LEFT_OUT, "cut"

    def finished(self, state: State, goal: int | None) -> SingleTrace:
        """The trace, with the way to the goal marked."""
        node = -1 if goal is None else goal
        while node > 0:
            self.reached[node].status = "best"
            node = self.reached[node].above
        nodes, steps = tuple(self.reached), tuple(self.steps)
        return SingleTrace(self.problem, str(self.search), state, nodes, steps, goal)


def _best_first(problem: Problem, state: State, search: BestFirst, most: int) -> SingleTrace:
    order = search.order()
    recorder = _Recorder(problem, search, order[:3], most)
    room = Room(False, problem.max_actions, 1)
    node_of: dict[int, int] = {}  # of a state's number, as the kernel counts: its node in the tree
    names: list[str] = []  # of the expanded state's actions
    place, goal = 0, list[int]()

    def waiting() -> tuple[str, ...]:
        """The frontier, the next state first."""
        queue = [int(one) for one in room.nodes.heap[: int(room.memory[frontier.FRONTIER])]]
        nodes, weight = room.nodes, order.estimates
        queue.sort(key=lambda one: (nodes.ranks[one], nodes.estimates[one] if weight else 0.0, one))
        named = [f"{recorder.name(node_of[one])} {recorder.reached[node_of[one]].label}" for one in queue[: SHOWN + 1]]
        return (*named[:SHOWN], f"… and {len(queue) - SHOWN} more") if len(queue) > SHOWN else tuple(named)

    def note(event: int, at: State, number: int, cost: float, estimate: float, parent: float) -> None:
        nonlocal place
        if event == GOAL:
            goal.append(node_of[number])
            recorder.step("goal", goal[0], f"{recorder.name(goal[0])} is a goal: {recorder.sum(goal[0])}.")
            return
        if event == EXPAND:
            names[:] = [problem.action_text(at, action) for action in problem.actions(at)]
            place = 0
            recorder.explored += 1
            node, left = node_of[number], waiting()
            rest = f" Still waiting: {', '.join(left)}." if left else " Nothing else is waiting."
            words = f"Expand {recorder.name(node)}, the first on the frontier: {recorder.sum(node)}.{rest}"
            recorder.step("expand", node, words, left)
            return
        above = node_of[int(parent)] if parent >= 0 else -1
        edge = names[place] if above >= 0 else ""
        place += 1
        node = recorder.add(at, edge, above, cost, estimate)
        name, after = recorder.name(node), "" if edge in ("", recorder.name(node)) else f" after {edge}"
        if event == AGAIN:
            old = "a way to it that costs no more" if order.costs else "a way to it"
            recorder.leave_out(node)
            recorder.step("again", node, f"{name}{after} was reached before: {old} is known, so this one is left out.")
            return
        if event == CHEAPER:
            recorder.leave_out(node_of[number])
            recorder.step("again", node_of[number], f"The way to {name} known so far costs more than one just found.")
        node_of[number] = node
        if event == CHEAPER:
            recorder.step("cheaper", node, f"{name}{after}, more cheaply than before: {recorder.sum(node)}.", waiting())
        else:
            recorder.step("generate", node, f"{name}{after} goes on the frontier: {recorder.sum(node)}.", ())

    kernel = frontier.kernel_for(problem)(interpreted_rules(problem, note=note))
    while not goal and (room.memory[frontier.COUNT] == 0 or room.memory[frontier.FRONTIER]):
        room.grow()
        room.memory[LIMIT] = UNLIMITED
        kernel(state, WHOLE, room.actions, order, room.memory, room.states, room.index, room.nodes)
    return recorder.finished(state, goal[0] if goal else None)


def _deepened(problem: Problem, state: State, search: Deepened, most: int) -> SingleTrace:
    factors = search.factors
    recorder = _Recorder(problem, search, factors, most)
    memory, numbers = deepening.new_deepening(False, 0)
    numbers[deepening.COSTS], numbers[deepening.ESTIMATES], numbers[deepening.DEPTHS] = factors
    memory[LIMIT] = UNLIMITED
    line: list[int] = []  # the nodes on the way to the current one
    goal: list[int] = []
    bound = search.first_bound(problem, state)
    top = recorder.add(state, "", -1, 0.0, problem.estimate(state))
    recorder.step("generate", top, f"{recorder.name(top)} is the start: {recorder.sum(top)}.")

    def note(event: int, at: State, place: int, cost: float, estimate: float, depth: float) -> None:
        level = int(depth)
        if event == GENERATE:
            del line[level:]
            if level == 0:
                line.append(recorder.add(at, f"bound {plain(bound)}", top, 0.0, estimate))
                recorder.step("bound", line[0], f"A new round, in which no rank goes beyond {plain(bound)}.")
                return
            above = line[level - 1]
            action = list(problem.actions(recorder.reached[above].state))[place]
            edge = problem.action_text(recorder.reached[above].state, action)
            line.append(recorder.add(at, edge, above, cost, estimate))
            node = line[level]
            if not factors[0]:
                here = recorder.reached[node]
                here.depth, here.label = level, plain(cost + factors[1] * estimate)
            name = recorder.name(node)
            after = "" if edge == name else f" after {edge}"
            recorder.step("generate", node, f"{name}{after}: {recorder.sum(node)}.")
        elif event == AGAIN:
            node = line[level]
            rank = recorder.sum(node)
            recorder.leave_out(node)
            recorder.step("again", node, f"{recorder.name(node)} is left out in this round: {rank}, beyond the bound.")
        elif event == EXPAND:
            recorder.explored += 1
            recorder.step("expand", line[level], f"Go on from {recorder.name(line[level])}.")
        elif event == GOAL:
            goal.append(line[level])
            recorder.step("goal", goal[0], f"{recorder.name(goal[0])} is a goal: {recorder.sum(goal[0])}.")

    kernel = deepening.kernel_for(problem)(interpreted_rules(problem, note=note))
    allow_recursion(deepening.DEEPEST)
    while not goal and bound <= search.last_bound() and bound < float("inf"):
        numbers[deepening.BOUND] = bound
        kernel(state, memory, numbers)
        bound = numbers[deepening.NEXT]
    return recorder.finished(state, goal[0] if goal else None)


def _climbing(problem: Problem, state: State, search: HillClimbing, most: int) -> SingleTrace:
    """Hill climbing from one start: each state on the way with all that lies around it."""
    recorder = _Recorder(problem, search, (0.0, 0.0, 0.0), most)
    way = HillClimbing(sideways=search.sideways, steps=search.steps, seed=search.seed, compiled=False)
    found = way.solve(problem, state)

    def add(at: State, edge: str, above: int, cost: float) -> int:
        node = recorder.add(at, edge, above, cost, 0.0)
        recorder.reached[node].label, recorder.reached[node].note = plain(problem.worth(at)), ""
        return node

    here, at, cost = add(state, "", -1, 0.0), state, 0.0
    recorder.step("generate", here, f"{recorder.name(here)} is the start: value {recorder.reached[here].label}.")
    actions = list(found.actions or ())
    for action in [*actions, None]:
        if action is None and found.is_found:
            break
        recorder.explored += 1
        value = recorder.reached[here].label
        recorder.step("climb", here, f"Look at all that can be done in {recorder.name(here)}, of value {value}.")
        after: dict[Any, int] = {}
        for other in problem.legal(at):
            then = problem.result(at, other)
            edge = problem.action_text(at, other)
            node = after[other] = add(then, edge, here, cost + problem.step_cost(at, other, then))
            recorder.step("generate", node, f"{edge} leads to value {recorder.reached[node].label}.")
        if action is None:
            why = "no action leads to a better state" if after else "there is no action"
            recorder.step("stuck", here, f"Stuck at value {value}: {why}.")
        else:
            here, at = after[action], problem.result(at, action)
            cost = recorder.reached[here].cost
            recorder.reached[here].status = "best"
            label = recorder.reached[here].label
            recorder.step("take", here, f"{recorder.reached[here].edge} leads highest, to value {label}: take it.")
    if found.is_found:
        recorder.step("goal", here, f"{recorder.name(here)} is a goal.")
    return recorder.finished(state, here if found.is_found else None)
