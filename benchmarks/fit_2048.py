"""Fits the weights of the evaluation of 2048 by self-play: `python benchmarks/fit_2048.py --seconds 300`.

Two of the weights at a time are changed at random, and the change is kept if as many games, played two pushes ahead,
score more and reach the 2048 tile more often. Prints each better set, then how it plays other games.
"""

from __future__ import annotations

import argparse
import time

import numba
import numpy as np

from zermelo.experts.game_2048 import Weights, line_promises
from zermelo.games.game_2048 import line_points, pushed_to_high, pushed_to_low, transposed

U = np.uint64
ROW, SIXTEEN, THIRTY_TWO, FORTY_EIGHT = U(0xFFFF), U(16), U(32), U(48)
FITTED = (200, 2)  # games for each set of weights, and pushes ahead
JUDGED = ((500, 2), (100, 3))  # other games that the best set plays in the end

turned = numba.njit(transposed)


@numba.njit
def rows_pushed(board, table):
    low = table[board & ROW] | table[board >> SIXTEEN & ROW] << SIXTEEN
    return low | table[board >> THIRTY_TWO & ROW] << THIRTY_TWO | table[board >> FORTY_EIGHT] << FORTY_EIGHT


@numba.njit
def pushed(board, way, low, high):
    table = low if way < 2 else high
    return rows_pushed(board, table) if way & 1 == 0 else turned(rows_pushed(turned(board), table))


@numba.njit
def summed(board, table):
    return (
        table[board & ROW]
        + table[board >> SIXTEEN & ROW]
        + table[board >> THIRTY_TWO & ROW]
        + table[board >> FORTY_EIGHT]
    )


@numba.njit
def best(board, ahead, low, high, promises, points):
    """The value of the best push and which it is; -1: none."""
    highest, choice = -1.0, -1
    for way in range(4):
        after = pushed(board, way, low, high)
        if after == board:
            continue
        if ahead == 1:
            value = max(1.0, summed(after, promises) + summed(turned(after), promises)) + summed(after, points)
        else:
            value, empty = 0.0, 0
            for cell in range(0, 64, 4):
                if after >> U(cell) & U(15) == U(0):
                    empty += 1
                    for tile, share in ((1, 0.9), (2, 0.1)):
                        child = after | U(tile) << U(cell)
                        worth, reply = best(child, ahead - 1, low, high, promises, points)
                        value += share * (worth if reply >= 0 else summed(child, points))
            value /= empty
        if value > highest:
            highest, choice = value, way
    return highest, choice


@numba.njit
def with_tile(board):
    """The board with one more tile, as chance puts it."""
    while True:
        cell = U(4 * np.random.randint(16))
        if board >> cell & U(15) == U(0):
            return board | U(1 if np.random.random() < 0.9 else 2) << cell


@numba.njit
def play(seed, ahead, low, high, promises, points):
    """The largest exponent and the score of one game."""
    np.random.seed(seed)
    board = with_tile(with_tile(U(0)))
    while True:
        _, way = best(board, ahead, low, high, promises, points)
        if way < 0:
            break
        board = with_tile(pushed(board, way, low, high))
    largest = 0
    for cell in range(0, 64, 4):
        largest = max(largest, int(board >> U(cell) & U(15)))
    return largest, summed(board, points)


def judged(weights: Weights, games: int, ahead: int, first: int = 0) -> tuple[float, float]:
    """How often the 2048 tile is reached, and the mean score."""
    tables = (pushed_to_low().astype(U), pushed_to_high(4).astype(U))
    values = (line_promises(weights).astype(float), line_points().astype(float))
    played = [play(seed, ahead, *tables, *values) for seed in range(first, first + games)]
    return float(np.mean([largest >= 11 for largest, _ in played])), float(np.mean([score for _, score in played]))


def fit(seconds: float, seed: int) -> Weights:
    """The best weights found in this time."""
    noise, weights = np.random.default_rng(seed), Weights()
    share, score = judged(weights, *FITTED)
    end = time.process_time() + seconds
    while time.process_time() < end:
        changed = {
            name: getattr(weights, name) * float(np.exp(noise.normal() * (0.08 if "power" in name else 0.35)))
            for name in noise.choice(Weights._fields, 2, replace=False)
        }
        tried = weights._replace(**changed)
        found = judged(tried, *FITTED)
        if 60_000 * found[0] + found[1] > 60_000 * share + score:
            weights, (share, score) = tried, found
            print(f"{share:.3f} {score:,.0f}", *(f"{name}={value:.2f}" for name, value in weights._asdict().items()))
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    weights = fit(chosen.seconds, chosen.seed)
    for games, ahead in JUDGED:
        share, score = judged(weights, games, ahead, first=10_000)
        print(f"{ahead} pushes ahead, {games} other games: 2048 in {share:.1%}, mean score {score:,.0f}")


if __name__ == "__main__":
    main()
