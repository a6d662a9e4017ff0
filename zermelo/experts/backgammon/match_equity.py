"""The chance to win a match, by the points that each side still needs.

Every game is taken for even. Near the end of a match, where cubes decide it, the chances follow from who may double;
before that from how many points games bring on average, by recursion.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.installed import np

FARTHEST = 64  # points away; longer matches are scaled down
GAMMONS = 0.25  # share of games that are gammons, where both sides play on
POINTS = ((1, 0.40), (2, 0.42), (4, 0.14), (8, 0.04))  # what a game with the cube brings, and how often


@cache
def after_crawford() -> Any:
    """[n]: the chance of a side that needs n points where the other needs one and doubling is allowed.

    It doubles at once, for it has nothing to lose.
    """
    chances = np.ones(FARTHEST + 1)
    for away in range(1, FARTHEST + 1):
        single, gammon = chances[max(away - 2, 0)], chances[max(away - 4, 0)]
        chances[away] = 0.5 * ((1 - GAMMONS) * single + GAMMONS * gammon)
    return chances


@cache
def in_crawford() -> Any:
    """[n]: the same where the next game is the Crawford game, without the cube."""
    chances, after = np.ones(FARTHEST + 1), after_crawford()
    for away in range(1, FARTHEST + 1):
        chances[away] = 0.5 * ((1 - GAMMONS) * after[away - 1] + GAMMONS * after[max(away - 2, 0)])
    return chances


@cache
def before_crawford() -> Any:
    """[n, m]: the chance of the side that needs n points, the other m. A side that needs none has won."""
    chances, crawford = np.zeros((FARTHEST + 1, FARTHEST + 1)), in_crawford()
    chances[0, :] = 1.0
    for total in range(2, 2 * FARTHEST + 1):
        for away in range(max(1, total - FARTHEST), min(FARTHEST, total - 1) + 1):
            other = total - away
            if away == 1 and other == 1:
                chances[away, other] = 0.5
            elif other == 1:
                chances[away, other] = crawford[away]
            elif away == 1:
                chances[away, other] = 1 - crawford[other]
            else:
                for points, share in POINTS:
                    won, lost = chances[max(away - points, 0), other], chances[away, max(other - points, 0)]
                    chances[away, other] += 0.5 * share * (won + (0.0 if other <= points else lost))
    return chances


def match_chance() -> Callable[..., Any]:
    """chance(away, other, is_after): to win the match, for the side that needs `away` points, the other `other`.

    is_after: is the Crawford game over, or is there none?
    """
    before, after = before_crawford(), after_crawford()

    def chance(away, other, is_after):
        if away <= 0:
            return 1.0
        if other <= 0:
            return 0.0
        farther = max(away, other)
        if farther > FARTHEST:
            away, other = max(1, away * FARTHEST // farther), max(1, other * FARTHEST // farther)
        if is_after and (away == 1 or other == 1):
            if away == other:
                return 0.5
            return after[away] if other == 1 else 1.0 - after[other]
        return before[away, other]

    return chance
