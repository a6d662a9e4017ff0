"""Up to five dice as a number: the place of their faces, in order, among all the ways in which some dice can lie."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

from zermelo.installed import np

DICE, FACES = 5, 6
LYING = tuple(dice for count in range(DICE + 1) for dice in combinations_with_replacement(range(1, FACES + 1), count))
NUMBER = {dice: number for number, dice in enumerate(LYING)}
ALL_LYING = len(LYING)  # 462; those of five dice are the last 252
FIRST_ROLL = NUMBER[(1,) * DICE]  # the first of five dice
NO_DICE = 0


class DiceTables(NamedTuple):
    """By the number of some dice."""

    kept: Any  # what can be kept of five dice: kept[starts[roll] : starts[roll + 1]], the most dice first, not all five
    kept_starts: Any  # [463]
    fallen: Any  # the five dice that can lie after the others were rolled: fallen[starts[dice] : starts[dice + 1]]
    shares: Any  # how likely each is
    fallen_starts: Any  # [463]
    more: Any  # [462, 6] the dice and one more of each face; -1 beyond five
    less: Any  # [462, 6] the dice and one less of each face; -1 where there is none


@cache
def dice_tables() -> DiceTables:
    """Makes the tables, once a process."""
    kept: list[int] = []
    fallen: list[int] = []
    shares: list[float] = []
    kept_starts, fallen_starts = [0], [0]
    more, less = np.full((ALL_LYING, FACES), -1), np.full((ALL_LYING, FACES), -1)
    for number, dice in enumerate(LYING):
        if len(dice) == DICE:
            for count in range(DICE - 1, -1, -1):
                kept += sorted({NUMBER[some] for some in combinations(dice, count)})
        kept_starts.append(len(kept))
        rolled = DICE - len(dice)
        for others in combinations_with_replacement(range(1, FACES + 1), rolled):
            ways = factorial(rolled) // prod(factorial(others.count(face)) for face in set(others))
            fallen.append(NUMBER[tuple(sorted(dice + others))])
            shares.append(ways / FACES**rolled)
        fallen_starts.append(len(fallen))
        for face in range(1, FACES + 1):
            if len(dice) < DICE:
                after = NUMBER[tuple(sorted((*dice, face)))]
                more[number, face - 1], less[after, face - 1] = after, number
    return DiceTables(
        np.array(kept, np.int64),
        np.array(kept_starts, np.int64),
        np.array(fallen, np.int64),
        np.array(shares),
        np.array(fallen_starts, np.int64),
        more,
        less,
    )


def dice_text(dice: tuple[int, ...]) -> str:
    """Dice as digits; - for none."""
    return "".join(map(str, dice)) or "-"
