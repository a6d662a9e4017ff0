"""Information-set MCTS beside OpenSpiel's ISMCTSBot, which is C++: Leduc hold'em, the first decision of a hand.

What is the same: the position (both cards are dealt, the first player is to move), the number of simulations, one
thread, a new deal in every simulation that fits what the first player knows, one node for all that the player to move
knows, UCB1 with the same exploration (OpenSpiel's is in chips), one uniformly random playout below a new node,
an empty tree at the start. The time is that of the whole decision, ours with listing the deals and reporting,
OpenSpiel's with clearing its tree, as CPU seconds.

What differs: OpenSpiel plays at random from the first action on that was never tried at a node. Ours goes on through
information sets that are known already, so that its playouts are no longer.
"""

from __future__ import annotations

from collections.abc import Callable

from measure import INSTALL, Mismatch, Row, best_rates, cpu_seconds

import zermelo
from zermelo.hidden.ismcts.search import ISMCTS

SIMULATIONS = 50_000  # of one search: a quarter of a second of OpenSpiel's time
EXPLORATION = 0.7  # for utilities scaled to 0 … 1
BREADTH = 26.0  # a hand is worth -13 to 13 chips
TARGET = 5


def compare(repeats: int) -> list[Row]:
    """Leduc hold'em where both cards are dealt: random playouts, one thread, a node for all that the mover knows."""
    what = "IS-MCTS, Leduc hold'em, whole analyse: OpenSpiel's ISMCTSBot"
    try:
        peer = bot_rate()
    except ImportError:
        return [Row(what, "simulations/s", skipped=INSTALL)]
    fast, slow = best_rates(repeats, our_rate(), peer)
    return [Row(what, "simulations/s", fast, slow, at_least=TARGET)]


def our_rate() -> Callable[[], float]:
    """Simulations/s of ours, with drawing the deals."""
    game = zermelo.load("leduc-poker")
    path = [game.initial()]
    for card in (0, 2):
        path.append(game.result(path[-1], card))
    session = ISMCTS(sims=SIMULATIONS, seed=1, exploration=EXPLORATION, compiled=True).open(game)

    def rate() -> float:
        found = []
        session.new_game()
        seconds = cpu_seconds(lambda: found.append(session.analyse(path[-1], path[:-1])))
        if found[0].simulations != SIMULATIONS:
            raise Mismatch(f"{found[0].simulations} simulations of {SIMULATIONS} were made")
        return SIMULATIONS / seconds

    return rate


def bot_rate() -> Callable[[], float]:
    """Simulations/s of ISMCTSBot."""
    import pyspiel

    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for card in (0, 2):
        state.apply_action(card)
    best = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    rollout, exploration = pyspiel.RandomRolloutEvaluator(1, 1), EXPLORATION * BREADTH  # which scales nothing
    bot = pyspiel.ISMCTSBot(1, rollout, exploration, SIMULATIONS, -1, best, False, False)
    return lambda: SIMULATIONS / cpu_seconds(lambda: bot.step(state))
