"""UCT with random playouts beside OpenSpiel's MCTSBot, which is C++."""

from __future__ import annotations

from collections.abc import Callable

from measure import INSTALL, Mismatch, Row, best_rates, seconds_of
from ours import simulation_rate

from zermelo.games.connect_four import connect_four
from zermelo.games.tic_tac_toe import tic_tac_toe

SIMULATIONS = 20_000


def compare(repeats: int) -> list[Row]:
    """The same exploration, one playout a simulation, no solver: a simulation is the same work on both sides."""
    rows = []
    for game, title, name, target in (
        (connect_four(), "connect four", "connect_four", 10),
        (tic_tac_toe(), "tic-tac-toe", "tic_tac_toe", 3),
    ):
        what = f"UCT, {title}, whole analyse: OpenSpiel's MCTSBot"
        try:
            peer = bot_rate(name)
        except ImportError:
            rows.append(Row(what, "simulations/s", skipped=INSTALL))
            continue
        ours, theirs = best_rates(repeats, simulation_rate(game, SIMULATIONS), peer)
        rows.append(Row(what, "simulations/s", ours, theirs, at_least=target))
    return rows


def bot_rate(name: str) -> Callable[[], float]:
    """Simulations/s of MCTSBot from the initial state."""
    import pyspiel

    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1),
        uct_c=2,
        max_simulations=SIMULATIONS,
        max_memory_mb=1000,
        solve=False,
        seed=1,
        verbose=False,
    )

    def rate() -> float:
        roots = []
        seconds = seconds_of(lambda: roots.append(bot.mcts_search(game.new_initial_state())))
        if roots[0].explore_count != SIMULATIONS:
            raise Mismatch(f"MCTSBot made {roots[0].explore_count} simulations of {SIMULATIONS}")
        return SIMULATIONS / seconds

    return rate
