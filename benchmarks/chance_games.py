"""2048, Yahtzee, Pig, Can't Stop and Monopoly: `python benchmarks/chance_games.py [--games 100]`.

How often expectiminimax reaches the 2048 tile and how many moves it makes per second of processor time; the values of
perfect play; random playouts per second. Compiling is not timed, filling a table is.
"""

from __future__ import annotations

import argparse
import random
import time

import zermelo
from zermelo.compile.cache.tables import run_kernel
from zermelo.evaluate import exact_values
from zermelo.experts.yahtzee import filler, new_table
from zermelo.game import CHANCE
from zermelo.games.yahtzee.card import ALL_BOXES, upper_sums
from zermelo.games.yahtzee.dice import dice_tables

AHEAD = 5  # plies of the book's expectiminimax: three pushes and the two tiles between them
PLAYOUTS = {"2048": 2000, "yahtzee": 500, "cant-stop": 500, "monopoly": 500}


def reach_2048(games: int) -> str:
    """The share of games that reach the tile, and moves per second."""
    game = zermelo.load("2048")
    search = zermelo.Expectiminimax(depth=AHEAD).open(game)
    reached, moves, seconds = 0, 0, 0.0
    for seed in range(games):
        noise, state = random.Random(seed), game.initial()
        while not game.is_terminal(state) and "/2048" not in f"/{game.state_text(state).replace(' ', '/')}":
            if game.to_move(state) == CHANCE:
                tiles, shares = zip(*game.outcomes(state), strict=True)
                state = game.result(state, noise.choices(tiles, shares)[0])
            else:
                start = time.process_time()
                action = search.analyse(state).action
                seconds += time.process_time() - start
                state, moves = game.result(state, action), moves + 1
        reached += not game.is_terminal(state)
    return f"2048 reached in {reached} of {games} games, {moves / seconds:,.0f} moves per second of processor time"


def fill_yahtzee() -> str:
    """The mean of perfect play, and how long its table takes."""
    tables, table = dice_tables(), new_table()
    run_kernel("yahtzee", "optimal play", filler, table, tables.more, tables.less, upper_sums(), ALL_BOXES)
    start = time.process_time()
    run_kernel("yahtzee", "optimal play", filler, table, tables.more, tables.less, upper_sums(), 0)
    return f"yahtzee: mean {table[0, 0, 0]:.4f}, filled in {time.process_time() - start:.1f} s of processor time"


def solve_pig() -> str:
    """How often who begins wins."""
    game = zermelo.load("pig")
    return f"pig to 100: who begins wins {(1 + exact_values(game)(game.initial(), 0)) / 2:.4%}"


def play_out(name: str, count: int) -> str:
    """Simulations of MCTS from the first decision, each with a random game to the end."""
    game = zermelo.load(name)
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.outcomes(state)[-1][0])
    search = zermelo.MCTS(sims=count, seed=1, evaluate="none").open(game)
    search.analyse(state)
    search.new_game()
    start = time.process_time()
    search.analyse(state)
    return f"{name}: {count / (time.process_time() - start):,.0f} simulations to the end per second of processor time"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of 2048")
    games = parser.parse_args().games
    print(solve_pig(), fill_yahtzee(), sep="\n", flush=True)
    for name, count in PLAYOUTS.items():
        print(play_out(name, count), flush=True)
    print(reach_2048(games), flush=True)


if __name__ == "__main__":
    main()
