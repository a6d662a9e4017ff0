"""UCT with random playouts beside OpenSpiel's MCTSBot, which is C++."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from measure import INSTALL, Mismatch, Row, best_rates, seconds_of
from ours import simulation_rate

import zermelo


class Pair(NamedTuple):
    """One game in our words and in OpenSpiel's."""

    title: str
    ours: str
    theirs: str
    simulations: int  # of one search on either side; a second or three of OpenSpiel's time
    target: float


# Where the two are not quite the same game; in brackets the mean plies of random games, ours and theirs:
# - Othello (60, 60): ours is worth discs, theirs 1 or -1; the exploration is in proportion to what a game is worth.
# - Breakthrough (65, 63), connect four (22, 21), tic-tac-toe: the same.
# - Checkers (77, 67): a capture of several pieces is one action of ours and several of theirs; theirs is drawn after 40
#   actions without a capture, ours after 80 plies without a capture or a move of a man.
# - Chess (377, 333): theirs also ends at the third repetition, which ours leaves to whoever keeps the path. A playout
#   of ours is cut after 1,000 plies; the longest of fifty random games, theirs among them, had 553.
# - Go (127, 123): area and komi 7.5 on both sides, 243 plies at most; a position that comes up again is a draw there,
#   ours only forbids to take back at once.
PAIRS = (
    Pair("connect four", "connect-four", "connect_four", 20_000, 12),
    Pair("tic-tac-toe", "tic-tac-toe", "tic_tac_toe", 20_000, 3.5),
    Pair("othello", "othello", "othello", 1_000, 20),
    Pair("breakthrough", "breakthrough", "breakthrough", 5_000, 20),
    Pair("checkers", "checkers", "checkers", 1_000, 20),
    Pair("chess", "chess", "chess", 1_000, 20),
    Pair("9×9 go", "go:size=9", "go(board_size=9,komi=7.5,max_game_length=243)", 2_000, 8),
)


def compare(repeats: int) -> list[Row]:
    """The same exploration, one playout a simulation, no solver, one thread: a simulation is the same work."""
    rows = []
    for pair in PAIRS:
        what = f"UCT, {pair.title}, whole analyse: OpenSpiel's MCTSBot"
        try:
            peer = bot_rate(pair.theirs, pair.simulations)
        except ImportError:
            rows.append(Row(what, "simulations/s", skipped=INSTALL))
            continue
        ours = simulation_rate(zermelo.load(pair.ours), pair.simulations)
        fast, slow = best_rates(repeats, ours, peer)
        rows.append(Row(what, "simulations/s", fast, slow, at_least=pair.target))
    return rows


def bot_rate(name: str, simulations: int) -> Callable[[], float]:
    """Simulations/s of MCTSBot from the initial state."""
    import pyspiel

    game = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1),
        uct_c=2,
        max_simulations=simulations,
        max_memory_mb=1000,
        solve=False,
        seed=1,
        verbose=False,
    )

    def rate() -> float:
        roots = []
        seconds = seconds_of(lambda: roots.append(bot.mcts_search(game.new_initial_state())))
        if roots[0].explore_count != simulations:
            raise Mismatch(f"MCTSBot made {roots[0].explore_count} simulations of {simulations}")
        return simulations / seconds

    return rate
