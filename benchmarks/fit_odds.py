"""Fits the odds of games: how often they are won and drawn from positions of a given value.

    python benchmarks/fit_odds.py othello kalah --games 300

A search plays itself at few nodes a move, from random openings and with a random move now and then. The value that it
sees in every position and the result of the game are what `lead` and `drawn` of `zermelo.Odds` are fitted to, by the
likelihood of the results. They are written down in the game's expert.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import zermelo
from zermelo.evaluate import in_utilities, opinion
from zermelo.game import CHANCE, Game
from zermelo.players.auto import tree_search
from zermelo.players.player import SearchPlayer
from zermelo.records.endings import is_repeated

OPENING = (2, 12)  # random plies, at least and at most
RANDOM = 0.05  # of the later moves
LONGEST = 300  # plies; a longer game is left out
MOST = 60.0  # leads beyond this one teach nothing

Array = NDArray[Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="game")
    parser.add_argument("--games", type=int, default=200, dest="count")
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for name in chosen.games:
        game = zermelo.load(name)
        noise = random.Random(chosen.seed)
        seen = [one for _ in range(chosen.count) for one in played(game, chosen.nodes, noise)]
        values, results = np.array([value for value, _ in seen]), np.array([result for _, result in seen])
        lead, drawn = fitted(values, results)
        share = (results == 0).mean()
        print(f"{name}: Odds(lead={lead:.3g}, drawn={drawn:.3g})  # {len(values):,} positions, {share:.0%} drawn")


def played(game: Game, nodes: int, noise: random.Random) -> list[tuple[float, int]]:
    """One game: for each position the value to the player to move, and that player's result as -1, 0 or 1."""
    player = SearchPlayer(tree_search(game, nodes=nodes), 16)
    evaluator = opinion(game)
    state, past, seen = game.initial(), [], []
    opening = noise.randint(*OPENING)
    while not game.is_terminal(state):
        if len(past) > LONGEST:
            return []
        if game.reversible and past:
            since = min(int(game.reversible(state)), len(past))
            keys = [game.state_key(one) for one in [*past, state][len(past) - since :]]
            if is_repeated(game, state, keys):
                return [(value, 0) for value, _ in seen]
        mover = game.to_move(state)
        if mover == CHANCE:
            outcomes, weights = zip(*game.outcomes(state), strict=True)
            action = noise.choices(outcomes, weights)[0]
        elif len(past) < opening or noise.random() < RANDOM:
            action = noise.choice(game.legal(state))
        else:
            found = player.analyse(game, state, past)
            action = found.action
            if in_utilities(evaluator) or not found.best.decided:
                even = game.middle if found.is_utility() else 0.0
                seen.append((found.value - even, mover))
        past.append(state)
        state = game.result(state, action)
    worth = float(game.utility(state, 0)) - game.middle
    won = (worth > 1e-9) - (worth < -1e-9)
    return [(value, won if mover == 0 else -won) for value, mover in seen]


def fitted(values: Array, results: Array) -> tuple[float, float]:
    """The lead and the drawn margin under which the results are the most likely, by search in finer and finer grids."""
    least = np.abs(values).mean() / 50 + 1e-6
    leads, margins = least * 1.2 ** np.arange(60), least * np.concatenate(([0.0], 1.2 ** np.arange(45)))
    best = (np.inf, 1.0, 0.0)
    for lead in leads:
        for margin in margins if (results == 0).any() else [0.0]:
            win = 1 / (1 + np.exp(-np.clip(np.log(3) * (values - margin) / lead, -MOST, MOST)))
            loss = 1 / (1 + np.exp(-np.clip(np.log(3) * (-values - margin) / lead, -MOST, MOST)))
            likely = np.where(results > 0, win, np.where(results < 0, loss, 1 - win - loss))
            best = min(best, (-np.log(np.maximum(likely, 1e-6)).sum(), lead, margin))
    return best[1], best[2]


if __name__ == "__main__":
    main()
