"""2048, in points: the score, and what the shape of the lines promises beyond it."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear
from zermelo.games.game_2048 import FORTY_EIGHT, ROW, SIXTEEN, THIRTY_TWO, line_points, transposed
from zermelo.installed import np


class Weights(NamedTuple):
    """What each row and each column is worth, in points; fitted by benchmarks/fit_2048.py."""

    line: float = 28000.0  # to be alive at all
    empty: float = 382.0  # each empty cell
    merge: float = 890.0  # each pair of equal tiles that meet
    disorder: float = 49.3  # the lesser of all rises and all falls along a line, between powers of exponents
    disorder_power: float = 2.2
    crowd: float = 2.73  # tiles, as powers of exponents: few large ones are better than many small ones
    crowd_power: float = 1.75


FITTED = Weights()


def evaluator(rows: int, columns: int, goal: int, placer: str) -> Linear:
    """In a game to a goal, the lines as a share of the best possible: between lost, 0, and won, 1."""
    points_of, promise_of = line_points(), line_promises()
    most = 8.0 * float(promise_of.max())

    def summed(board, table):
        return (
            table[board & ROW]
            + table[board >> SIXTEEN & ROW]
            + table[board >> THIRTY_TWO & ROW]
            + table[board >> FORTY_EIGHT]
        )

    def promise(state, player):
        total = float(summed(state.board, promise_of) + summed(transposed(state.board), promise_of))
        total = max(1.0, total)
        return total if player == 0 else -total

    def score(state, player):
        points = float(summed(state.board, points_of) - 4 * state.fours)
        return points if player == 0 else -points

    if goal:
        return Linear((Feature("shape of the lines", 0.99 / most, promise),))
    return Linear((Feature("score", 1.0, score), Feature("shape of the lines", 1.0, promise)))


@cache
def line_promises(weights: Weights = FITTED) -> Any:
    """What each line of four cells is worth, [65536]."""
    tiles = np.arange(1 << 16)[:, None] >> 4 * np.arange(4) & 15
    promises = weights.line + weights.empty * (tiles == 0).sum(axis=1) + weights.merge * _pairs(tiles)
    heights = tiles.astype(float) ** weights.disorder_power
    steps = np.diff(heights, axis=1)
    disorder = np.minimum(np.maximum(steps, 0).sum(axis=1), np.maximum(-steps, 0).sum(axis=1))
    promises -= weights.disorder * disorder
    promises -= weights.crowd * (tiles.astype(float) ** weights.crowd_power).sum(axis=1)
    return np.round(promises).astype(np.int32)


def _pairs(tiles: Any) -> Any:
    """How many pairs of equal tiles with nothing between them each line has."""
    found = np.zeros(len(tiles))
    for one in range(4):
        for other in range(one + 1, 4):
            are_equal = (tiles[:, one] > 0) & (tiles[:, one] == tiles[:, other])
            found += are_equal & (tiles[:, one + 1 : other] == 0).all(axis=1)
    return found


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(evaluator=partial(evaluator, **parameters))
