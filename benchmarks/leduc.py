"""Leduc hold'em by CFR+ against every engine that plays it: python benchmarks/leduc.py

An engine with a fixed seed does the same whenever it knows the same. So it is asked once at each of the 936 information
sets; what it answers there is its strategy. From both strategies follow what a hand brings on average, exactly, and
100,000 hands that they play, half of them in each seat. CFR+ must lose nothing beyond its exploitability: in the exact
value, and in the hands as far as their 95% interval tells. Winnings are chips per hand; the ante is 1.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
from holdem import OPPONENTS

import zermelo
from zermelo.game import CHANCE
from zermelo.hidden.equilibrium.best_response import assess, best_response
from zermelo.hidden.equilibrium.cfr import CFR, values_by
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.sequence_form import sequence_form
from zermelo.players.engines import engine
from zermelo.players.player import as_player

GAME = zermelo.load("leduc-poker")
FLAT = lay_out(GAME)
FORM = sequence_form(FLAT)
ENGINES = [
    "always-call", "always-raise", "random", "best-response", "ismcts:sims=1000", "ismcts:sims=10000",
    "ismcts:sims=1000,policy=mixed", "ismcts:sims=1000,observers=single", "determinized", "belief:nodes=2000",
    "cfr:method=external", "cfr:method=outcome", "cfr:method=cfr",
]  # fmt: skip
EXACT = 1e-12  # rounding errors of an exact value


def ways():
    """The states on the way to one state of each information set, by the number of the set."""
    found, waiting = {}, [(0, [GAME.initial()])]
    while waiting:
        node, path = waiting.pop()
        if GAME.is_terminal(path[-1]):
            continue
        if GAME.to_move(path[-1]) != CHANCE:
            found.setdefault(int(FLAT.set_of[node]), path)
        for place, move in enumerate(GAME.moves(path[-1])):
            waiting.append((int(FLAT.first[node]) + place, [*path, GAME.result(path[-1], move)]))
    return found


def asked(player):
    """The strategy [slot] of a player, who is asked at every information set."""
    strategy = FLAT.uniform()
    for number, path in ways().items():
        player.new_game(GAME)
        shares = {}
        if player.explains:
            found = player.analyse(GAME, path[-1], path[:-1])
            shares = {one.action: one.share for one in found.candidates if one.share is not None}
        if not shares:  # it does not mix
            shares = {found.action if player.explains else player.choose(GAME, path[-1], path[:-1]): 1.0}
        strategy[FLAT.slots_of(number)] = [shares.get(action, 0.0) for action in FLAT.actions[number]]
    return strategy


def strategy_of(name, ours, seed):
    """The strategy [slot] of an opponent in both seats."""
    if name == "random":
        return FLAT.uniform()
    if name == "best-response":
        return np.concatenate(
            [best_response(FORM, ours, seat)[1][FLAT.roots[seat] : FLAT.roots[seat + 1]] for seat in (0, 1)]
        )
    return asked(as_player(OPPONENTS.get(name) or engine(name)).seeded(seed))


def seated(ours, theirs, seat):
    """The strategy of both players where we have this seat."""
    both, own = theirs.copy(), slice(FLAT.roots[seat], FLAT.roots[seat + 1])
    both[own] = ours[own]
    return both


def played(strategy, hands, noise):
    """What player 0 wins in each of so many hands."""
    sums, nodes = np.cumsum(FLAT.weights(strategy)), np.zeros(hands, np.int64)
    while (going := FLAT.count[nodes] > 0).any():
        here = nodes[going]
        first, last = FLAT.first[here], FLAT.first[here] + FLAT.count[here] - 1
        drawn = sums[first - 1] + noise.random(len(here)) * (sums[last] - sums[first - 1])
        nodes[going] = np.clip(np.searchsorted(sums, drawn, side="right"), first, last)
    return FLAT.utility[nodes, 0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--iterations", type=int, default=2_000, help="of CFR+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("engines", nargs="*", default=ENGINES)
    options = parser.parse_args()
    solution = values_by(CFR(iterations=options.iterations), GAME).solution
    ours, exploitability = solution.strategy, solution.assessment.exploitability
    print(
        f"CFR+ after {options.iterations:,} iterations: value {solution.assessment.values[0]:+.6f}, "
        f"exploitability {exploitability:.6f} chips per hand"
    )
    noise, lost = np.random.default_rng(options.seed), False
    for name in options.engines:
        start = time.process_time()
        theirs = strategy_of(name, ours, options.seed)
        seconds = time.process_time() - start
        both = [seated(ours, theirs, seat) for seat in (0, 1)]
        exact = (assess(FORM, both[0]).values[0] + assess(FORM, both[1]).values[1]) / 2
        won = np.concatenate(
            [played(one, options.hands // 2, noise) * sign for one, sign in zip(both, (1, -1), strict=True)]
        )
        mean, half = won.mean(), 1.96 * won.std(ddof=1) / np.sqrt(len(won))
        is_met = exact >= -exploitability - EXACT and mean + half >= -exploitability
        lost |= not is_met
        print(
            f"{name}: {mean:+.4f} ± {half:.4f} in {len(won):,} hands, exactly {exact:+.6f}; "
            f"{'met' if is_met else 'NOT met'}, {seconds:.0f} s of CPU time to ask it",
            flush=True,
        )
    return int(lost)


if __name__ == "__main__":
    sys.exit(main())
