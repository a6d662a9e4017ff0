"""Trains a blueprint for limit hold'em and plays duplicate deals against simple players: python benchmarks/holdem.py

Every deal is played twice with the seats swapped, so that both sides get the same cards. Winnings are chips per hand
(the big blind is 2), with a 95% interval; all must be above zero. The exploitability is exact within the abstraction.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from pathlib import Path
from statistics import fmean, stdev

import zermelo
from zermelo.game import CHANCE
from zermelo.games._cards.notation import CALL, RAISE
from zermelo.hidden.holdem.abstraction import BUCKETS, DEALS
from zermelo.hidden.holdem.training import load_blueprint, new_blueprint
from zermelo.players.blueprint import BlueprintPlayer
from zermelo.players.engines import engine
from zermelo.players.player import as_player

GAME = zermelo.load("limit-holdem")


def always_call(game, state):
    return CALL


def always_raise(game, state):
    return RAISE if RAISE in game.legal(state) else CALL


OPPONENTS = {"always-call": always_call, "always-raise": always_raise}


def played(players, cards):
    """What player 0 wins with these cards, dealt in this order."""
    state, past = GAME.initial(), []
    for player in players:
        player.new_game(GAME)
    while not GAME.is_terminal(state):
        mover = GAME.to_move(state)
        move = cards[state.dealt] if mover == CHANCE else players[mover].choose(GAME, state, past)
        past.append(state)
        state = GAME.result(state, move)
    return GAME.utility(state, 0)


def duplicate(one, other, deals, seed):
    """The mean winnings of the first player per hand, and half the width of their 95% interval."""
    results = []
    for deal in range(deals):
        cards = random.Random(f"{seed} {deal}").sample(range(52), 9)
        results.append((played([one, other], cards) - played([other, one], cards)) / 2)
    return fmean(results), 1.96 * stdev(results) / math.sqrt(len(results))


def trained(options):
    """The blueprint in the file; a new one is trained and saved there if there is none, or more minutes are asked."""
    path = Path(options.file)
    if path.exists():
        blueprint = load_blueprint(path, GAME)
    else:
        buckets = [int(number) for number in options.buckets.split(",")]
        start = time.process_time()
        blueprint = new_blueprint(GAME, buckets, options.deals, options.seed)
        print(
            f"abstraction {options.buckets} by {options.deals:,} deals: {time.process_time() - start:.0f} s of CPU time"
        )
    if options.minutes:
        start = time.process_time()
        blueprint.run(seconds=60 * options.minutes)
        blueprint.save(path)
        print(f"trained for {time.process_time() - start:.0f} s of CPU time")
    response = blueprint.response()
    print(
        f"{blueprint.iterations:,} iterations; value for the dealer {response.values[0]:+.4f} chips; exploitability "
        f"within the abstraction {response.exploitability:.4f} chips per hand (exact)"
    )
    return blueprint


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--file", default="limit-holdem.npz", help="where the blueprint is, or will be")
    parser.add_argument("--minutes", type=float, default=0.0, help="to train, or to go on training")
    parser.add_argument("--buckets", default=",".join(map(str, BUCKETS)), help="of a new abstraction")
    parser.add_argument("--deals", type=int, default=DEALS, help="of a new abstraction")
    parser.add_argument("--hands", type=int, default=2000, help="deals per opponent, each played twice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("opponents", nargs="*", default=["always-call", "always-raise", "random", "ismcts:sims=1000"])
    options = parser.parse_args()
    if not Path(options.file).exists() and not options.minutes:
        parser.error(f"{options.file} does not exist: give --minutes to train one")
    ours, lost = BlueprintPlayer(trained(options), options.seed), False
    for name in options.opponents:
        theirs = as_player(OPPONENTS.get(name) or engine(name)).seeded(options.seed)
        start = time.process_time()
        mean, half = duplicate(ours, theirs, options.hands, options.seed)
        lost |= mean - half <= 0
        verdict = "above zero" if mean > half else "NOT above zero"
        seconds = f"{time.process_time() - start:.0f} s"
        print(f"{name}: {mean:+.3f} ± {half:.3f} chips per hand, {2 * options.hands:,} hands, {verdict}, {seconds}")
    return int(lost)


if __name__ == "__main__":
    sys.exit(main())
