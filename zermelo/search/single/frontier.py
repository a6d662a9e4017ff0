"""Best-first search: the next state to expand is always the one of the lowest rank on the frontier.

The rank is costs * (cost so far) + estimates * (heuristic) + depths * (depth), and five searches differ by these three
factors only:

    breadth-first   0  0  1        depth-first   0  0 -1
    uniform-cost    1  0  0        greedy        0  1  0        A*   1  1  0
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import COUNTERS, LIMIT, NODES, Words, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.installed import np
from zermelo.problem import Problem

OWN = Words("COUNT", "FRONTIER", "EXPANDED", "INDEXED", "FOUND", "BEGUN", "MOST", after=COUNTERS)
COUNT, FRONTIER, EXPANDED, INDEXED, FOUND, BEGUN, MOST = OWN
# COUNT: states reached       FRONTIER: those waiting       EXPANDED: those expanded       INDEXED: those in the index
# FOUND: 1 + the goal         BEGUN: is the first state in?  MOST: the largest frontier
BUFFER = OWN.end

EXPAND, GENERATE, AGAIN, CHEAPER, GOAL = range(30, 35)  # what a trace sees
# EXPAND: a state leaves the frontier   GENERATE: a new state enters it   AGAIN: a state was known already
# CHEAPER: a known state was reached at a lower cost                      GOAL: the search is over
OUTSIDE = -1  # the place on the frontier of a state that has left it
FIRST_ROOM = 1 << 12
MANY = 1 << 20  # rows from which on room is made more carefully
NEGATIVE = "an action costs less than 0"


class Order(NamedTuple):
    """What makes a search: the factors of the rank, and when a state is tested for being a goal."""

    costs: float
    estimates: float
    depths: float
    early: bool  # when it is generated, not when it is expanded
    goes_on: bool  # even at goals: to reach every state


class Nodes(NamedTuple):
    """The states that were reached, by number, in the order in which they were."""

    marks: Any  # [state, 2]
    parents: Any  # [state] the state before it
    places: Any  # [state] of the action that led to it, among the parent's
    depths: Any  # [state]
    costs: Any  # [state] from the start
    estimates: Any  # [state]
    ranks: Any  # [state]
    heap: Any  # [place] the frontier, a heap of states, the lowest rank first
    at: Any  # [state] its place on the frontier


@lru_cache(maxsize=256)
def kernel_for(problem: Problem) -> Callable[[Rules], Any]:
    """The factory of search(state, most, actions, order, memory, states, index, nodes)."""
    goal, price, guess = problem.is_goal, problem.cost, problem.heuristic

    def kernel(rules: Rules) -> Any:
        fill, play, action_of = rules.fill, rules.play, rules.action_of
        buffer, store, stored, mark, note = rules.buffer, rules.store, rules.stored, rules.mark, rules.note
        is_goal = rules.register(goal)
        step_cost, estimate = rules.register(coster(price, rules, action_of)), rules.register(guesser(guess, rules))

        @rules.inner
        def is_before(nodes, one, other, weight):
            if nodes.ranks[one] != nodes.ranks[other]:
                return nodes.ranks[one] < nodes.ranks[other]
            if weight != 0.0 and nodes.estimates[one] != nodes.estimates[other]:
                return nodes.estimates[one] < nodes.estimates[other]
            return one < other

        @rules.jit
        def rise(nodes, node, place, weight):
            """Puts a state on the frontier at a place or nearer to its front."""
            while place > 0:
                above = (place - 1) >> 1
                if not is_before(nodes, node, nodes.heap[above], weight):
                    break
                nodes.heap[place] = nodes.heap[above]
                nodes.at[nodes.heap[place]] = place
                place = above
            nodes.heap[place] = node
            nodes.at[node] = place

        @rules.jit
        def take(nodes, memory, weight):
            """Takes the first state off the frontier."""
            first, count = nodes.heap[0], memory[FRONTIER] - 1
            memory[FRONTIER] = count
            nodes.at[first] = OUTSIDE
            if count > 0:
                node, place = nodes.heap[count], 0
                below = 1
                while below < count:
                    if below + 1 < count and is_before(nodes, nodes.heap[below + 1], nodes.heap[below], weight):
                        below += 1
                    if not is_before(nodes, nodes.heap[below], node, weight):
                        break
                    nodes.heap[place] = nodes.heap[below]
                    nodes.at[nodes.heap[place]] = place
                    place = below
                    below = 2 * place + 1
                nodes.heap[place] = node
                nodes.at[node] = place
            return first

        @rules.jit
        def search(state, most, actions, order, memory, states, index, nodes):
            """Expands up to `most` states; returns earlier if room for the next one's children may be missing.

            state: of the type of all states, the first one.  actions: of a state, at most
            index: [place] 1 + the number of a state, by its mark
            """
            mask = len(index) - 1
            costs, estimates, depths, early, goes_on = order
            if memory[BEGUN] == 0:
                memory[BEGUN], memory[COUNT], memory[FRONTIER], memory[MOST] = 1, 1, 1, 1
                memory[NODES] = 1
                store(states, 0, state)
                nodes.marks[0, 0], nodes.marks[0, 1] = mark(state)
                nodes.parents[0], nodes.places[0], nodes.depths[0], nodes.costs[0] = -1, 0, 0, 0.0
                nodes.estimates[0] = estimate(state)
                nodes.ranks[0] = estimates * nodes.estimates[0]
                rise(nodes, 0, 0, estimates)
                note(GENERATE, state, 0, 0.0, nodes.estimates[0], -1.0)
                if early and not goes_on and is_goal(state):
                    memory[FOUND] = 1
                    note(GOAL, state, 0, 0.0, nodes.estimates[0], 0.0)
            for number in range(memory[INDEXED], memory[COUNT]):
                place = nodes.marks[number, 0] & mask
                while index[place] != 0:
                    place = (place + 1) & mask
                index[place] = number + 1
            memory[INDEXED] = memory[COUNT]

            for _ in range(most):
                count = memory[COUNT]
                if memory[FOUND] != 0 or memory[FRONTIER] == 0 or memory[NODES] >= memory[LIMIT]:
                    return
                if count + actions > len(nodes.heap) or 2 * (count + actions) > len(index):
                    return
                here = take(nodes, memory, estimates)
                at = stored(states, here, state)
                cost, depth = nodes.costs[here], nodes.depths[here]
                if not early and not goes_on and is_goal(at):
                    memory[FOUND] = here + 1
                    note(GOAL, at, here, cost, nodes.estimates[here], here)
                    return
                memory[EXPANDED] += 1
                note(EXPAND, at, here, cost, nodes.estimates[here], here)
                found = fill(at, buffer(memory, BUFFER))
                for i in range(found):
                    move = memory[BUFFER + i]
                    after = play(at, move)
                    step = step_cost(at, move, after)
                    if not step >= 0.0:
                        raise ValueError(NEGATIVE)
                    memory[NODES] += 1
                    key, check = mark(after)
                    place = key & mask
                    while index[place] != 0:
                        other = index[place] - 1
                        if nodes.marks[other, 0] == key and nodes.marks[other, 1] == check:
                            break
                        place = (place + 1) & mask
                    node = index[place] - 1
                    if node >= 0 and (costs == 0.0 or cost + step >= nodes.costs[node]):
                        note(AGAIN, after, node, cost + step, nodes.estimates[node], here)
                        continue
                    is_new = node < 0
                    if is_new:
                        node = count
                        count += 1
                        index[place] = count
                        store(states, node, after)
                        nodes.marks[node, 0], nodes.marks[node, 1] = key, check
                        nodes.estimates[node] = estimate(after)
                        nodes.at[node] = OUTSIDE
                    nodes.parents[node], nodes.places[node] = here, i
                    nodes.depths[node], nodes.costs[node] = depth + 1, cost + step
                    rank = costs * (cost + step) + estimates * nodes.estimates[node] + depths * (depth + 1)
                    nodes.ranks[node] = rank
                    if nodes.at[node] == OUTSIDE:
                        nodes.at[node] = memory[FRONTIER]
                        memory[FRONTIER] += 1
                    rise(nodes, node, nodes.at[node], estimates)
                    note(GENERATE if is_new else CHEAPER, after, node, cost + step, nodes.estimates[node], here)
                    if early and not goes_on and is_goal(after):
                        memory[FOUND] = node + 1
                        note(GOAL, after, node, cost + step, nodes.estimates[node], here)
                        break
                memory[COUNT] = memory[INDEXED] = count
                memory[MOST] = max(memory[MOST], memory[FRONTIER])

        return search

    return kernel


def coster(price: Callable[..., Any] | None, rules: Rules, action_of: Callable[..., Any] | None) -> Callable[..., Any]:
    """Makes cost(state, move, after): what a move that `fill` wrote costs, as a float."""
    if price is None:

        def one(state, move, after):
            return 1.0

        return one
    asked = rules.register(price)
    if action_of is None:

        def cost(state, move, after):
            return float(asked(state, move, after))

        return cost
    named = action_of

    def cost_of_action(state, move, after):
        return float(asked(state, named(state, move), after))

    return cost_of_action


def guesser(guess: Callable[..., Any] | None, rules: Rules) -> Callable[..., Any]:
    """Makes estimate(state): the heuristic as a float; 0 where there is none."""
    if guess is None:

        def nothing(state):
            return 0.0

        return nothing
    asked = rules.register(guess)

    def estimate(state):
        return float(asked(state))

    return estimate


class Room:
    """The arrays of a best-first search, and room for more."""

    def __init__(self, compiled: bool, actions: int, size: int) -> None:
        """actions: of a state, at most. size: the words of a state."""
        self.compiled, self.size, self.actions = compiled, size, actions
        self.memory = new_words(compiled, BUFFER + actions)
        self.states = new_words(compiled, size)
        self.index = np.zeros(1, np.int64)
        self.nodes = _nodes(0)

    @property
    def bytes_per_state(self) -> int:
        """What a state takes: its words, its numbers, and four places in the index at most."""
        return 8 * self.size + sum(array.itemsize * (2 if array.ndim == 2 else 1) for array in self.nodes) + 32

    def grow(self) -> None:
        """Makes room for the children of the next state, and for twice as many states as there are."""
        count, rows = int(self.memory[COUNT]), len(self.nodes.heap)
        if count + self.actions > rows or rows == 0:
            rows = max(4 * rows if rows < MANY else 2 * rows, count + self.actions + 1, FIRST_ROOM)
            larger = _nodes(rows)
            for old, new in zip(self.nodes, larger, strict=True):
                new[: len(old)] = old
            states = new_words(self.compiled, rows * self.size)
            if self.compiled:
                states.array[: count * self.size] = self.states.array[: count * self.size]
            else:
                states[:count] = self.states[:count]
            self.nodes, self.states = larger, states
        size = len(self.index)
        while 2 * (count + self.actions) > size:
            size = max(2 * size, 4 * FIRST_ROOM)
        if size > len(self.index):
            self.index, self.memory[INDEXED] = np.zeros(size, np.int64), 0


def _nodes(rows: int) -> Nodes:
    whole, real = np.int64, np.float64
    return Nodes(
        np.zeros((rows, 2), whole), np.zeros(rows, whole), np.zeros(rows, np.int32), np.zeros(rows, np.int32),
        np.zeros(rows, real), np.zeros(rows, real), np.zeros(rows, real), np.zeros(rows, whole), np.zeros(rows, whole),
    )  # fmt: skip


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    room = Room(compiled, 1, 1)
    return 1, 1, Order(1.0, 1.0, 1.0, False, False), room.memory, room.states, room.index, room.nodes
