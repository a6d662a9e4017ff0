"""Monte Carlo tree search with two threads beside one: simulations/s, on one tree and on a tree each."""

from __future__ import annotations

import os

from measure import Row, best_rates
from ours import simulation_rate

import zermelo

SIMULATIONS = {"connect-four": 400_000, "othello": 60_000, "go:size=9": 30_000}
ON_ONE_TREE = {"connect-four": 1.3, "othello": 1.7, "go:size=9": 1.85}  # the targets
ON_A_TREE_EACH = 1.7


def compare(repeats: int) -> list[Row]:
    """The same plain UCT; a search takes long enough that starting a thread does not count."""
    rows = []
    for spec, simulations in SIMULATIONS.items():
        game = zermelo.load(spec)
        whats = [f"UCT, {game.title}, two threads {how}: our one thread" for how in ("on one tree", "on a tree each")]
        if (os.cpu_count() or 1) < 2:
            rows += [Row(what, "simulations/s", skipped="skipped: one core") for what in whats]
            continue
        ways = ({"threads": 1}, {"threads": 2}, {"threads": 2, "parallel": "root"})
        slow, *fast = best_rates(repeats, *(simulation_rate(game, simulations, **way) for way in ways))
        targets = (ON_ONE_TREE[spec], ON_A_TREE_EACH)
        rows += [
            Row(what, "simulations/s", rate, slow, at_least=target)
            for what, rate, target in zip(whats, fast, targets, strict=True)
        ]
    return rows
