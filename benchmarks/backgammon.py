"""Random games of backgammon from the opening roll to the end, beside OpenSpiel's, which is C++.

In both a turn is one choice among the distinct ones, except that OpenSpiel plays a double as two turns of two checkers
each, and that its turns with two dice are distinct by their checkers and order, not by what they lead to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from measure import INSTALL, Row, best_rates, seconds_of

import zermelo
from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE

GAMES, TARGET = 2000, 10.0
SIMULATIONS = 10  # of the bot, with a tenth of its games each
MOST = 3060  # turns of a roll


def kernel(rules: Rules) -> Any:
    """playouts(state, games, seed, moves, weights): the plies of so many random games together."""
    to_move, is_terminal, fill, play = rules.to_move, rules.is_terminal, rules.fill, rules.play
    fill_chances, play_chance = rules.fill_chances, rules.play_chance

    @rules.jit
    def playouts(state, games, seed, moves, weights):
        noise, plies = seed, 0
        for _ in range(games):
            here = state
            while not is_terminal(here):
                noise = step(noise)
                drawn = fraction(mix(noise))
                if to_move(here) == CHANCE:
                    count = fill_chances(here, moves, weights)
                    chosen = 0
                    while chosen < count - 1 and drawn >= weights[chosen]:
                        drawn -= weights[chosen]
                        chosen += 1
                    here = play_chance(here, moves[chosen])
                else:
                    here = play(here, moves[int(drawn * fill(here, moves))])
                plies += 1
        return plies

    return playouts


def arguments(compiled: bool) -> tuple[Any, ...]:
    """What follows the state in a call of the kernel."""
    return 1, 1, new_words(compiled, MOST), np.zeros(MOST)


def our_rate(games: int) -> Callable[[], float]:
    """Random games/s, compiled."""
    game = zermelo.load("backgammon")
    run = prepare(game, kernel, arguments, label="random games", compiled=True)
    state, (_, seed, moves, weights) = run.state(game.initial()), arguments(True)
    run.run(state, 10, seed, moves, weights)
    return lambda: games / seconds_of(lambda: run.run(state, games, seed, moves, weights))


def peer_rate(games: int) -> Callable[[], float]:
    """Random games/s of OpenSpiel's MCTSBot, which plays all but the first moves of each at random, in C++."""
    import pyspiel

    game = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])  # the opening roll: the bot begins with a choice
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games // SIMULATIONS, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 100, False, 1, False)
    return lambda: games / seconds_of(lambda: bot.mcts_search(state))


def compare(repeats: int) -> list[Row]:
    """One row: ours beside OpenSpiel's."""
    what = "random games, backgammon: OpenSpiel's MCTSBot"
    try:
        peer = peer_rate(GAMES // 20)
    except ImportError:
        return [Row(what, "games/s", skipped=INSTALL)]
    ours, theirs = best_rates(repeats, our_rate(GAMES), peer)
    return [Row(what, "games/s", ours, theirs, at_least=TARGET)]
