"""Trains a blueprint for limit hold'em and plays duplicate deals against other players: python benchmarks/holdem.py

Every deal is played twice with the seats swapped, so that both sides get the same cards. Winnings are chips per hand
(the big blind is 2), with a 95% interval; all must be above zero. The exploitability is exact within the abstraction.
With --results, every deal is written down when it was played, and another run goes on from there.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from statistics import fmean, stdev

import zermelo
from zermelo.bits import mix
from zermelo.experts.holdem.abstraction import BUCKETS, DEALS
from zermelo.experts.holdem.blueprint import BlueprintPlayer
from zermelo.experts.holdem.training import load_blueprint, new_blueprint
from zermelo.game import CHANCE
from zermelo.games._cards.notation import CALL, RAISE
from zermelo.players.engines import engine
from zermelo.players.player import as_player

GAME = zermelo.load("limit-holdem")
SAVED = 500_000  # iterations after which a blueprint is saved


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


def duplicate(blueprint, other, deals, seed, results, keep):
    """Plays so many deals twice; the mean winnings of the blueprint per hand, and half of their 95% interval.

    results: those of the first deals, which were played before; keep(result) is called with each new one.
    """
    for deal in range(len(results), deals):
        cards = random.Random(f"{seed} {deal}").sample(range(52), 9)
        one = BlueprintPlayer(blueprint, mix(seed ^ mix(deal)))  # of each deal its own: a run that goes on is the same
        result = (played([one, other], cards) - played([other, one], cards)) / 2
        results.append(result)
        keep(result)
    return fmean(results), 1.96 * stdev(results) / math.sqrt(len(results))


class Results:
    """The results of deals by opponent, in a file that grows with each deal; only in memory without one."""

    def __init__(self, path: Path | None, heading: str) -> None:
        """heading: what the results depend on; those of a file with another heading are not used."""
        self.path, self.known = path, defaultdict(list)
        if path and path.exists():
            first, *lines = path.read_text().splitlines()
            if first != heading:
                sys.exit(f"{path} is of other hands ({first}): name another file, or remove it")
            for line in lines:
                name, result = line.split()
                self.known[name].append(float(result))
        elif path:
            path.write_text(heading + "\n")

    def keep(self, name: str, result: float) -> None:
        if self.path:
            with self.path.open("a") as file:
                file.write(f"{name} {result}\n")


def trained(options):
    """The blueprint in the file, or a new one, trained up to the iterations that are asked and saved meanwhile."""
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
    start = time.process_time()
    while blueprint.iterations < options.iterations:
        blueprint.run(min(SAVED, options.iterations - blueprint.iterations))
        blueprint.save(path)
        print(f"{blueprint.iterations:,} iterations, {time.process_time() - start:.0f} s of CPU time", flush=True)
    response = blueprint.response()
    print(
        f"{blueprint.iterations:,} iterations; value for the dealer {response.values[0]:+.4f} chips; exploitability "
        f"within the abstraction {response.exploitability:.4f} chips per hand (exact)"
    )
    return blueprint


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--file", default="limit-holdem.blueprint", help="where the blueprint is, or will be")
    parser.add_argument("--iterations", type=int, default=0, help="to train to, in all")
    parser.add_argument("--buckets", default=",".join(map(str, BUCKETS)), help="of a new abstraction")
    parser.add_argument("--deals", type=int, default=DEALS, help="of a new abstraction")
    parser.add_argument("--hands", type=int, default=2000, help="deals per opponent, each played twice")
    parser.add_argument("--results", type=Path, help="a file for the result of every deal, to go on from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("opponents", nargs="*", default=["always-call", "always-raise", "random", "ismcts:sims=1000"])
    options = parser.parse_args()
    if not Path(options.file).exists() and not options.iterations:
        parser.error(f"{options.file} does not exist: give --iterations to train one")
    blueprint, lost = trained(options), False
    heading = f"buckets {blueprint.abstraction.buckets}, iterations {blueprint.iterations}, seed {options.seed}"
    results = Results(options.results, heading)
    for name in options.opponents:
        theirs = as_player(OPPONENTS.get(name) or engine(name)).seeded(options.seed)
        start = time.process_time()
        mean, half = duplicate(
            blueprint, theirs, options.hands, options.seed, results.known[name], partial(results.keep, name)
        )
        lost |= mean - half <= 0
        verdict = "above zero" if mean > half else "NOT above zero"
        seconds = f"{time.process_time() - start:.0f} s"
        hands = 2 * len(results.known[name])
        print(f"{name}: {mean:+.3f} ± {half:.3f} chips per hand, {hands:,} hands, {verdict}, {seconds}", flush=True)
    return int(lost)


if __name__ == "__main__":
    sys.exit(main())
