"""Slow, obvious twins of single-agent searches, and problems on small random graphs."""

from __future__ import annotations

from collections import deque
from itertools import count

from hypothesis import strategies as st

from zermelo.problem import problem


def distances(problem, start):
    """What the cheapest way to each state costs: roads are tried again and again until nothing gets cheaper."""
    found = {start: 0.0}
    for _ in count():
        before = dict(found)
        for state, cost in before.items():
            for action in problem.actions(state):
                after = problem.result(state, action)
                price = cost + problem.step_cost(state, action, after)
                found[after] = min(price, found.get(after, float("inf")))
        if found == before:
            return found


def cheapest(problem, start):
    """The cost of the cheapest way to a goal, which ends there; None: there is none."""
    costs = [cost for state, cost in distances(problem, start).items() if problem.is_goal(state)]
    return min(costs, default=None)


def fewest(problem, start):
    """The number of actions of the shortest way to a goal; None: there is none."""
    waiting, known = deque([(start, 0)]), {start}
    while waiting:
        state, steps = waiting.popleft()
        if problem.is_goal(state):
            return steps
        for action in problem.actions(state):
            after = problem.result(state, action)
            if after not in known:
                known.add(after)
                waiting.append((after, steps + 1))
    return None


def on_graph(edges, goal, estimates=None, costs=True):
    """The problem of getting from 0 to a goal. edges: (from, to, cost). estimates: by state."""
    ways = {}
    for here, to, price in edges:
        ways.setdefault(here, {})[to] = price
    return problem(
        lambda: 0,
        lambda state: iter(ways.get(state, ())),
        lambda state, to: to,
        lambda state: state == goal,
        cost=(lambda state, to, after: ways[state][to]) if costs else None,
        heuristic=None if estimates is None else estimates.get,
        name="graph",
        compiles=False,
        max_actions=16,
    )


@st.composite
def graphs(draw):
    """Edges of a small graph, which may cost nothing and lead in circles, its goal, and estimates never too high."""
    size = draw(st.integers(2, 6))
    places = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(places, places, st.integers(0, 9)), min_size=1, max_size=14))
    goal = size - 1
    backwards = on_graph([(to, here, price) for here, to, price in _last(edges)], 0)
    left = distances(backwards, goal)
    shares = draw(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=size, max_size=size))
    estimates = {place: shares[place] * left.get(place, 5.0) for place in range(size)}
    return edges, goal, estimates


def _last(edges):
    """Of several edges between the same two places the last, which is the one that counts."""
    return [(here, to, price) for (here, to), price in {(here, to): price for here, to, price in edges}.items()]
