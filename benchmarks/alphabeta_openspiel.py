"""Alpha-beta on Connect Four beside OpenSpiel's, which is Python over C++ states (its wheel has no other)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from measure import INSTALL, Row, best_rates, seconds_of
from ours import analyse_rate

from zermelo.games.connect_four import connect_four
from zermelo.search.alphabeta import AlphaBeta

DEPTH = 10


def compare(repeats: int) -> list[Row]:
    """Both to the same depth with a flat evaluation; OpenSpiel tries the columns from left to right."""
    what = "alpha-beta, connect four, whole analyse: OpenSpiel's alpha_beta_search"
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return [Row(what, "nodes/s", skipped=INSTALL)]
    game = pyspiel.load_game("connect_four")

    def search() -> None:
        minimax.alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=DEPTH)

    nodes = count_calls(minimax, "_alpha_beta", search)
    rate, peer = best_rates(
        repeats,
        analyse_rate(AlphaBeta(DEPTH, evaluate="none"), connect_four()),
        lambda: nodes / seconds_of(search),
    )
    return [Row(what, "nodes/s", rate, peer, at_least=100)]


def count_calls(module: Any, name: str, work: Callable[[], Any]) -> int:
    """How often a recursive function of a module is called by some work; counted apart, so that it costs no time."""
    function, calls = getattr(module, name), 0

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*arguments, **named)

    setattr(module, name, counting)
    try:
        work()
    finally:
        setattr(module, name, function)
    return calls
