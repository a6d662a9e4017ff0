"""Fits the weights of checkers' evaluation to the results of self-play: python benchmarks/fit_checkers.py [--games N]

A small compiled search plays games from random openings; a logistic regression then says how much each feature of a
quiet position tells about the result. Weights are printed in men.
"""

from __future__ import annotations

import argparse
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

import zermelo
from zermelo.compile.kernel.compiled import register
from zermelo.evaluate import opinion
from zermelo.experts.checkers.evaluator import WEIGHTS, features
from zermelo.games.checkers import MOST, PATIENCE, fill, initial, jumpers, result

LONGEST, DEEPEST = 200, 64  # plies of a game, and of a line with its captures
WON = 100.0

for function in (features, fill, initial, result, jumpers):
    register(function)
evaluate = register(opinion(zermelo.load("checkers")).function)


@numba.njit
def value(state: Any, depth: int, alpha: float, beta: float, ply: int, buffers: Any) -> float:
    """Alpha-beta for the player to move; captures are followed to their end."""
    if state.quiet >= PATIENCE:
        return 0.0
    if (depth <= 0 and jumpers(state) == 0) or ply == DEEPEST - 1:
        return evaluate(state, state.player)
    count = fill(state, buffers[ply])
    best = ply - WON
    for i in range(count):
        best = max(best, -value(result(state, buffers[ply, i]), depth - 1, -beta, -alpha, ply + 1, buffers))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@numba.njit
def play(opening: int, depth: int, noise: float, buffers: Any, rows: Any) -> tuple[int, float]:
    """One game: the features of its quiet positions, how many they are, and the result for black (1, 0.5 or 0)."""
    state, total = initial(), 0
    for ply in range(LONGEST):
        count = fill(state, buffers[0])
        if count == 0:
            return total, float(state.player)
        if state.quiet >= PATIENCE:
            return total, 0.5
        chosen, best = np.random.randint(count), -np.inf
        if ply >= opening:
            if jumpers(state) == 0:
                found = features(state)
                for i, feature in enumerate(found):
                    rows[total, i] = feature
                total += 1
            for i in range(count):
                after = result(state, buffers[0, i])
                one = -value(after, depth - 1, -np.inf, np.inf, 1, buffers) + noise * np.random.random()
                if one > best:
                    chosen, best = i, one
        state = result(state, buffers[0, chosen])
    return total, 0.5


@numba.njit
def seed(number: int) -> None:
    np.random.seed(number)


def collect(games: int, depth: int, number: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Features [position, feature] and results [position] of that many games."""
    buffers = np.zeros((DEEPEST, MOST), dtype=np.int64)
    rows = np.zeros((LONGEST, len(WEIGHTS)))
    positions, results = [], []
    seed(number)
    for _ in range(games):
        total, score = play(8, depth, 0.1, buffers, rows)
        positions.append(rows[:total].copy())
        results.append(np.full(total, score))
    return np.concatenate(positions), np.concatenate(results)


def fit(positions: NDArray[np.float64], results: NDArray[np.float64], ridge: float = 10.0) -> NDArray[np.float64]:
    """Newton's method for the logistic regression of the results, in men."""
    weights = np.zeros(positions.shape[1])
    for _ in range(15):
        expected = 1 / (1 + np.exp(-positions @ weights))
        slope = positions.T @ (results - expected) - ridge * weights
        curve = (positions * (expected * (1 - expected))[:, None]).T @ positions + ridge * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights / weights[list(WEIGHTS).index("men")]


def main() -> None:
    parser = argparse.ArgumentParser(description="Fits checkers' weights to self-play.")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    positions, results = collect(options.games, options.depth, options.seed)
    print(f"{len(results):,} positions, black scored {results.mean():.3f}, {np.mean(results == 0.5):.0%} drawn")
    for name, old, new in zip(WEIGHTS, WEIGHTS.values(), fit(positions, results), strict=True):
        print(f"{name:28} {old:7.3f} {new:7.3f}")


if __name__ == "__main__":
    main()
