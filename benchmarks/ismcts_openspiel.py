"""Information-set MCTS beside OpenSpiel's ISMCTSBot, which is C++."""

from __future__ import annotations

from collections.abc import Callable

from measure import INSTALL, Mismatch, Row, best_rates, seconds_of

import zermelo
from zermelo.hidden.ismcts.search import ISMCTS

SIMULATIONS = 50_000  # of one search: a quarter of a second of OpenSpiel's time
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
    session = ISMCTS(sims=SIMULATIONS, seed=1, exploration=0.7, compiled=True).open(game)

    def rate() -> float:
        found = []
        session.new_game()
        seconds = seconds_of(lambda: found.append(session.analyse(path[-1], path[:-1])))
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
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, -1, best, False, False)
    return lambda: SIMULATIONS / seconds_of(lambda: bot.step(state))
