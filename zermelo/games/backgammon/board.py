"""A side's fifteen checkers in one wide word, and the steps of single checkers.

Each side counts the points from its own home: 1 to 6 is home, 24 the far corner, OFF where checkers are borne off and
BAR where they wait after a hit. The number of checkers on point p is in the four bits from 4p on. The other side knows
point p as 25 - p.

    13 14 15 16 17 18 |BAR| 19 20 21 22 23 24
    12 11 10  9  8  7 |   |  6  5  4  3  2  1  OFF
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.bits import Wide, highest, reverse

CHECKERS = 15  # of a side
POINTS = 24
OFF, BAR = 0, 25
HOME = 6  # the last point of the home board

ONE = Wide(1)
BAR_BITS = 4 * BAR  # where those of the bar begin, the last ones
LOWEST_BITS = Wide(sum(1 << 4 * place for place in range(1, BAR + 1)))  # of all places but OFF
POINT_BITS = Wide(sum(1 << 4 * point for point in range(1, POINTS + 1)))
MIRROR = 127 - BAR_BITS  # how far the bits of a reversed word lie above where the other side has them


def side_of(counts: Iterable[int]) -> Wide:
    """A side's checkers; counts: of OFF, of points 1 to 24, and of the bar."""
    return Wide(sum(count << 4 * place for place, count in enumerate(counts)))


def counts_of(side: Wide) -> list[int]:
    """How many checkers are at OFF, on points 1 to 24, and on the bar."""
    return [int(side) >> 4 * place & 15 for place in range(BAR + 1)]


START = side_of([0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0])


def bit(place):
    """The lowest bit of a place."""
    return ONE << 4 * place


def occupied(side):
    """The lowest bit of every place, other than OFF, that has a checker."""
    return (side | side >> 1 | side >> 2 | side >> 3) & LOWEST_BITS


def opened(theirs):
    """The points where I may land, as I number them: those where the other side has at most one checker."""
    closed = (theirs >> 1 | theirs >> 2 | theirs >> 3) & POINT_BITS
    return POINT_BITS & ~(reverse(closed) >> MIRROR)


def blots(theirs):
    """The points where the other side has just one checker, as I number them."""
    several = theirs >> 1 | theirs >> 2 | theirs >> 3
    return reverse(theirs & ~several & POINT_BITS) >> MIRROR


def movers(mine, landing, die):
    """The lowest bits of the places from where a checker may move by this die; landing: see `opened`."""
    there = occupied(mine)
    if there >> BAR_BITS:
        there = bit(BAR)
    able = there & landing << 4 * die
    if there and not there >> 4 * (HOME + 1):  # all are home
        if there >> 4 * die & 1:
            able |= bit(die)
        elif not there >> 4 * die:
            able |= ONE << highest(there)
    return able


def moved(mine, origin, die):
    """My checkers after one of them has moved, off the board if the die takes it there."""
    target = origin - die if origin > die else OFF
    return mine - bit(origin) + bit(target)


def hit(theirs, target):
    """Their checkers after one of mine has come to this point: a single one there goes to the bar."""
    if target > OFF and theirs >> 4 * (BAR - target) & 15:
        return theirs - bit(BAR - target) + bit(BAR)
    return theirs


def pips(side: Wide) -> int:
    """How far the checkers have to go in all."""
    return sum(place * count for place, count in enumerate(counts_of(side)))
