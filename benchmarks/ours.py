"""Our side of the comparisons: rates of a search, warmed up so that no compilation is timed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from measure import seconds_of

from zermelo.compile.kernel.memory import NODES
from zermelo.game import Game
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.mcts.search import MCTS


def analyse_rate(search: AlphaBeta, game: Game, times: int = 1) -> Callable[[], float]:
    """Nodes/s of whole `analyse` calls: the root, the supervising thread and the report are all timed."""
    nodes = search.analyse(game).nodes

    def work() -> None:
        for _ in range(times):
            search.analyse(game)

    return lambda: nodes * times / seconds_of(work)


def kernel_rate(search: AlphaBeta, game: Game, times: int = 1) -> Callable[[], float]:
    """Nodes/s of the kernel alone: one call for each child of the root, as a session makes them."""
    root = search.root(game, game.initial(), search.kernel(game))
    depth, _ = search.plan(game)

    def work() -> None:
        for _ in range(times):
            root.memory[NODES] += 1  # the root itself
            best = -math.inf
            for _, child in root.children:
                best = max(best, search.child_value(root, child, depth - 1, best))

    def rate() -> float:
        before = root.memory[NODES]
        seconds = seconds_of(work)
        return (root.memory[NODES] - before) / seconds

    rate()
    return rate


def simulation_rate(game: Game, simulations: int, **options: Any) -> Callable[[], float]:
    """Simulations/s of whole `analyse` calls of plain UCT; options: others of MCTS.

    An exploration of 1 is what OpenSpiel calls uct_c=2: ours is in units of the range of the utilities.
    """
    search = MCTS(sims=simulations, exploration=1.0, keep=False, seed=1, plain=True, **options)
    made = search.analyse(game).simulations
    assert made == simulations, f"{made} simulations of {simulations}"
    return lambda: simulations / seconds_of(lambda: search.analyse(game))
