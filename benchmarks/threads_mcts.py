"""Monte Carlo tree search with two threads beside one: simulations/s on one tree."""

from __future__ import annotations

import os

from measure import Row, best_rates
from ours import simulation_rate

import zermelo

SIMULATIONS = {"connect-four": 400_000, "othello": 60_000, "go:size=9": 30_000}
TARGET = 1.7


def compare(repeats: int) -> list[Row]:
    """The same plain UCT; a search takes long enough that starting a thread does not count."""
    rows = []
    for spec, simulations in SIMULATIONS.items():
        game = zermelo.load(spec)
        what = f"UCT, {game.title}, two threads: our one thread"
        if (os.cpu_count() or 1) < 2:
            rows.append(Row(what, "simulations/s", skipped="skipped: one core"))
            continue
        one, two = (simulation_rate(game, simulations, threads=threads) for threads in (1, 2))
        fast, slow = best_rates(repeats, two, one)
        rows.append(Row(what, "simulations/s", fast, slow, at_least=TARGET))
    return rows
