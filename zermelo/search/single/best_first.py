"""Breadth-first, depth-first, uniform-cost, greedy search and A*: one kernel, five orders of the frontier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.compile.kernel.prepare import Kernel
from zermelo.compile.kernel.states import words_of
from zermelo.game import Action, State
from zermelo.installed import np
from zermelo.problem import Problem
from zermelo.search.options import number, whole
from zermelo.search.single.base import SingleAgent
from zermelo.search.single.frontier import (
    COUNT,
    EXPANDED,
    FRONTIER,
    Order,
    Room,
    example,
    kernel_for,
)
from zermelo.search.single.frontier import FOUND as GOAL
from zermelo.search.single.way import FOUND, NONE, STOPPED, way_at
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline

WHOLE = 1 << 62  # states to expand: the kernel returns when it needs more room, or when its limit is set to 0
AT_MOST, FEW = 200_000, 5_000  # states that a quick search generates: compiled, interpreted


class Frontier:
    """A best-first search in progress."""

    def __init__(self, problem: Problem, state: State, order: Order, kernel: Kernel) -> None:
        self.problem, self.start, self.order, self.kernel = problem, state, order, kernel
        self._state = kernel.state(state)
        self.room = Room(kernel.compiled, problem.max_actions, words_of(problem) if kernel.compiled else 1)

    @property
    def is_over(self) -> bool:
        """Has a goal been found, or every state been expanded?"""
        return bool(self.room.memory[GOAL]) or (self.reached > 0 and not self.room.memory[FRONTIER])

    @property
    def reached(self) -> int:
        """How many states were reached."""
        return int(self.room.memory[COUNT])

    @property
    def goal(self) -> int | None:
        """The number of the goal that was found; None: none was."""
        return int(self.room.memory[GOAL]) - 1 if self.room.memory[GOAL] else None

    def run(self, deadline: Deadline, nodes: int | None = None, megabytes: int | None = None) -> None:
        """Searches until it is over, the time is up, so many states were generated, or the memory is full.

        Raises ZermeloError.
        """
        room, most = self.room, nodes or UNLIMITED
        states = UNLIMITED if megabytes is None else megabytes * 1_000_000 // room.bytes_per_state
        while not self.is_over and not deadline.is_over and room.memory[NODES] < most:
            if self.reached + room.actions > states:
                return
            room.grow()
            room.memory[LIMIT] = most
            deadline.run(self._work, [room.memory], self.kernel.compiled)

    def _work(self) -> None:
        room = self.room
        arguments = (room.actions, self.order, room.memory, room.states, room.index, room.nodes)
        self.kernel.run(self._state, WHOLE, *arguments)

    def way_to(self, node: int) -> tuple[Action, ...]:
        """The actions from the start to a state that was reached."""
        places = []
        while node > 0:
            places.append(int(self.room.nodes.places[node]))
            node = int(self.room.nodes.parents[node])
        return way_at(self.problem, self.start, reversed(places))

    def nearest(self) -> int:
        """Of the states that were reached, the one with the lowest estimate, and of those the cheapest."""
        nodes, count = self.room.nodes, self.reached
        if count == 0:
            return 0
        return int(np.lexsort((nodes.costs[:count], nodes.estimates[:count]))[0])


@dataclass(frozen=True)
class BestFirst(SingleAgent):
    """A search that expands the state of the lowest rank first."""

    memory: int = whole(1000, "megabytes that the states it keeps may take", 1, 1_000_000, visitor=200)

    ranks: ClassVar[Order]  # where no option changes it

    def order(self) -> Order:
        """The order of the frontier."""
        return self.ranks

    def sure(self, problem: Problem) -> SingleAgent | None:
        return quick(self, problem)

    factory = staticmethod(kernel_for)
    arguments = staticmethod(example)

    def found(self, kernel: Kernel, problem: Problem, state: State, deadline: Deadline) -> dict[str, Any]:
        frontier = Frontier(problem, state, self.order(), kernel)
        frontier.run(deadline, self.nodes, self.memory)
        goal, memory = frontier.goal, frontier.room.memory
        outcome = FOUND if goal is not None else NONE if frontier.is_over else STOPPED
        way = () if outcome == NONE else frontier.way_to(frontier.nearest() if goal is None else goal)
        counted = {"generated": int(memory[NODES]), "expanded": int(memory[EXPANDED]), "kept": frontier.reached}
        return {"actions": way, "outcome": outcome, **counted}


@dataclass(frozen=True)
class BreadthFirst(BestFirst):
    """Expands the shallowest state first: the way with the fewest actions.

    >>> import zermelo
    >>> way = zermelo.BreadthFirst().solve(zermelo.load("route"))
    >>> way.cost, way.generated
    (450.0, 13)
    """

    name: ClassVar[str] = "breadth-first"
    ranks: ClassVar[Order] = Order(0.0, 0.0, 1.0, True, False)

    def proves(self, problem: Problem) -> bool:
        return problem.cost is None


@dataclass(frozen=True)
class DepthFirst(BestFirst):
    """Expands the deepest state first, and none twice: some way, usually a long one.

    >>> import zermelo
    >>> way = zermelo.DepthFirst().solve(zermelo.load("route"))
    >>> way.cost, way.generated
    (450.0, 10)
    """

    name: ClassVar[str] = "depth-first"
    ranks: ClassVar[Order] = Order(0.0, 0.0, -1.0, False, False)


@dataclass(frozen=True)
class UniformCost(BestFirst):
    """Expands the cheapest state first, as Dijkstra's algorithm does: the cheapest way.

    >>> import zermelo
    >>> way = zermelo.UniformCost().solve(zermelo.load("route"))
    >>> way.cost, way.generated
    (418.0, 31)
    """

    name: ClassVar[str] = "uniform-cost"
    ranks: ClassVar[Order] = Order(1.0, 0.0, 0.0, False, False)

    def proves(self, problem: Problem) -> bool:
        return True


@dataclass(frozen=True)
class Greedy(BestFirst):
    """Expands the state that looks nearest to a goal first: some way, usually found soon.

    >>> import zermelo
    >>> way = zermelo.Greedy().solve(zermelo.load("route"))
    >>> way.cost, way.generated
    (450.0, 10)
    """

    name: ClassVar[str] = "greedy"
    needs_estimates: ClassVar[bool] = True
    ranks: ClassVar[Order] = Order(0.0, 1.0, 0.0, False, False)


def quick(search: SingleAgent, problem: Problem) -> SingleAgent | None:
    """A greedy search that is soon done, for one that may not be in time; None: it needs none, or has no estimates."""
    if problem.heuristic is None or isinstance(search, Greedy):
        return None
    return Greedy(nodes=AT_MOST if search.compiled is not False and problem.compiles else FEW, compiled=search.compiled)


@dataclass(frozen=True)
class AStar(BestFirst):
    """Expands the state of the lowest cost and estimate first: the cheapest way, if no estimate is too high.

    >>> import zermelo
    >>> way = zermelo.AStar().solve(zermelo.load("route"))
    >>> way.cost, way.generated
    (418.0, 16)
    """

    weight: float = number(
        1.0, "factor of the estimates; above 1 it finds ways sooner that may cost up to so many times more", 0, 1000
    )

    name: ClassVar[str] = "astar"
    needs_estimates: ClassVar[bool] = True

    def order(self) -> Order:
        return Order(1.0, self.weight, 0.0, False, False)

    def proves(self, problem: Problem) -> bool:
        return self.weight <= 1.0 and problem.admissible
