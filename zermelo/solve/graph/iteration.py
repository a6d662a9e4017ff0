"""Bounds on the values of a graph in which chance moves, closed in on from both sides.

From below, every state that is no end begins with the least that anybody can get, and its value is worked out from
those of the states after it, again and again; from above likewise. Both sequences are bounds of the true value at every
step, whatever play that never ends is worth; where they meet, that is the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zermelo.game import CHANCE
from zermelo.installed import np
from zermelo.solve.graph.graph import OVER, Numbers, StateGraph

MOST = 100_000  # rounds
STILL = 1e-13  # a change by less, as a share of the greatest utility, is none


class Bounds(NamedTuple):
    """[state] what player 0 gets at least and at most, above or below the middle."""

    low: Numbers
    high: Numbers


def close_in(graph: StateGraph, worth: Numbers, is_over: Callable[[], bool]) -> Bounds | None:
    """The bounds when they move no more; None if is_over(), which is asked each round.

    worth: [state] of the ends, to player 0, above or below the middle.
    """
    ends = graph.movers == OVER
    least, most = float(worth[ends].min(initial=0.0)), float(worth[ends].max(initial=0.0))
    still = STILL * max(1.0, abs(least), abs(most))
    low, high = np.where(ends, worth, least), np.where(ends, worth, most)
    step = _Round(graph)
    for _ in range(MOST):
        if is_over():
            return None
        next_low, next_high = step(low), step(high)
        # A bound never gets worse: what rounding takes away is not a change
        next_low, next_high = np.maximum(low, next_low), np.minimum(high, next_high)
        moved = max(float((next_low - low).max(initial=0.0)), float((high - next_high).max(initial=0.0)))
        low, high = next_low, next_high
        if moved <= still:
            break
    return Bounds(np.minimum(low, high), high)


class _Round:
    """One round: the value of every state from those of the states after it."""

    def __init__(self, graph: StateGraph) -> None:
        self._graph = graph
        self._inner = np.flatnonzero(graph.movers != OVER)
        self._starts = graph.first[self._inner]
        movers = graph.movers[self._inner]
        self._by_chance, self._by_first = movers == CHANCE, movers == 0

    def __call__(self, values: Numbers) -> Numbers:
        graph, after = self._graph, values[self._graph.targets]
        greatest, least = np.maximum.reduceat(after, self._starts), np.minimum.reduceat(after, self._starts)
        average = np.add.reduceat(graph.chances * after, self._starts)
        found = values.copy()
        chosen = np.where(self._by_first, greatest, least)
        found[self._inner] = np.where(self._by_chance, average, chosen)
        return found
