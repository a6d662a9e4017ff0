"""The values of made games by brute force, from the graph alone."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from own_games.made import CHANCE, Graph
from scipy.optimize import linprog


def true_values(graph: Graph) -> list[list[float] | None]:
    """[position][player] what each position is worth if all play as well as they can; None: it is not defined."""
    if graph.shape == "loops":
        return _by_distance(graph)
    if graph.shape == "chance loops":
        return _by_rounds(graph)
    if graph.shape == "hidden":
        return [None] * len(graph.movers)
    return _by_recursion(graph)


def _by_recursion(graph: Graph) -> list[list[float]]:
    @cache
    def value(position: int) -> tuple[float, ...]:
        moves = graph.moves[position]
        if not moves:
            return tuple(graph.utilities[position])
        below, mover = [value(target) for target in moves], graph.movers[position]
        if mover == CHANCE:
            shares = graph.chances[position]
            return tuple(sum(s * one[p] for s, one in zip(shares, below, strict=True)) for p in range(graph.players))
        return max(below, key=lambda one: one[mover])  # the first of the best, as the book's max^n

    return [list(value(position)) for position in range(len(graph.movers))]


def _by_distance(graph: Graph) -> list[list[float]]:
    """Wins and losses spread from the ends, one ply at a time; what never becomes one is a draw."""
    values: dict[int, float] = {p: graph.utilities[p][0] for p, moves in enumerate(graph.moves) if not moves}
    is_changed = True
    while is_changed:
        is_changed = False
        for position, moves in enumerate(graph.moves):
            if position in values or not moves:
                continue
            sign = 1 if graph.movers[position] == 0 else -1
            seen = [values.get(target) for target in moves]
            if sign in seen:
                values[position], is_changed = float(sign), True
            elif all(one == -sign for one in seen):
                values[position], is_changed = float(-sign), True
    return [[values.get(p, 0.0), -values.get(p, 0.0)] for p in range(len(graph.movers))]


def _by_rounds(graph: Graph) -> list[list[float] | None]:
    """Rounds from below and from above; None where they do not meet."""
    bounds = []
    for start in (-1.0, 1.0):
        values = [graph.utilities[p][0] if not moves else start for p, moves in enumerate(graph.moves)]
        for _ in range(20_000):
            for position, moves in enumerate(graph.moves):
                below = [values[target] for target in moves]
                if moves and graph.movers[position] == CHANCE:
                    values[position] = float(np.dot(graph.chances[position], below))
                elif moves:
                    values[position] = max(below) if graph.movers[position] == 0 else min(below)
        bounds.append(values)
    return [[low, -low] if abs(low - high) < 1e-9 else None for low, high in zip(*bounds, strict=True)]


def equilibrium_value(graph: Graph) -> float:
    """The value of a hidden game to player 0: the matrix of all pure strategies, solved as a linear programme."""
    sets: list[dict[int, int]] = [{}, {}]  # [player] the number of choices, by what the player sees
    for position, moves in enumerate(graph.moves):
        if moves and graph.movers[position] != CHANCE:
            mover = graph.movers[position]
            sets[mover][graph.views[position][mover]] = len(moves)
    plans = [
        [dict(zip(own, chosen, strict=True)) for chosen in product(*(range(count) for count in own.values()))]
        for own in sets
    ]

    def played(position: int, plan: tuple[dict[int, int], dict[int, int]]) -> float:
        moves, mover = graph.moves[position], graph.movers[position]
        if not moves:
            return graph.utilities[position][0]
        if mover == CHANCE:
            return sum(s * played(t, plan) for s, t in zip(graph.chances[position], moves, strict=True))
        return played(moves[plan[mover][graph.views[position][mover]]], plan)

    matrix = np.array([[played(0, (one, other)) for other in plans[1]] for one in plans[0]])
    rows, columns = matrix.shape
    found = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(found.x[-1])
