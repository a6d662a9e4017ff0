"""Compiled alpha-beta on tic-tac-toe beside the same source, interpreted."""

from __future__ import annotations

from measure import Row, best_rates
from ours import analyse_rate, kernel_rate

from zermelo.games.tic_tac_toe import tic_tac_toe
from zermelo.search.alphabeta import AlphaBeta

SOLVES = 500  # of the empty board; one takes less than a millisecond


def compare(repeats: int) -> list[Row]:
    """Like beside like: kernel beside kernel, a whole `analyse` beside a whole one."""
    game = tic_tac_toe()
    compiled, interpreted = (AlphaBeta(9, evaluate="none", compiled=compiled) for compiled in (True, False))
    rows = []
    for what, rate in (("kernel", kernel_rate), ("whole analyse", analyse_rate)):
        fast, slow = best_rates(repeats, rate(compiled, game, SOLVES), rate(interpreted, game))
        rows.append(Row(f"alpha-beta, tic-tac-toe, {what}: our interpreted twin", "nodes/s", fast, slow, at_least=100))
    return rows
