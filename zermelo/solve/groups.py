"""Sets of like pieces as numbers: the set of squares a < b < c has the number C(a, 1) + C(b, 2) + C(c, 3)."""

from __future__ import annotations

import math


def choices(squares: int, count: int) -> int:
    """How many sets of `count` squares can be chosen."""
    return math.comb(squares, count)


def rank_square(square, place):
    """What a square adds to the number of its set if `place` squares of it are smaller: C(square, place + 1)."""
    number = square
    for i in range(1, place + 1):
        number = number * (square - i) // (i + 1)
    return number


def unrank_square(number, place):
    """The greatest square whose C(square, place + 1) is at most a number."""
    if place == 0:
        return number
    square = place
    while rank_square(square + 1, place) <= number:
        square += 1
    return square
