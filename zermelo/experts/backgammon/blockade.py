"""Blockades: what the points that a side has made leave of the other's moves.

The twelve places before a checker are a window, whose bit 12 - d tells whether the place d before it is closed. Two
tables have what a roll can do there with that checker alone.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import Wide, reverse
from zermelo.games.backgammon.board import MIRROR, POINT_BITS
from zermelo.installed import np

WINDOW = 12  # places
NEAR = 6  # of those that a single die reaches
PAIRS, FOURS, EIGHTS, SIXTEENS, ALL = (
    Wide(sum((1 << size) - 1 << start for start in range(0, 128, 4 * size))) for size in (2, 4, 8, 16, 32)
)  # every group of so many bits, with gaps between them; see `packed`


def _reached() -> Any:
    """[window, roll]: how far the checker gets; the rolls in the order of dice, 36 of them."""
    windows = np.arange(1 << WINDOW)
    found = np.zeros((1 << WINDOW, 6, 6), np.int64)

    def is_open(distance: int) -> Any:
        return windows >> WINDOW - distance & 1 == 0 if distance <= WINDOW else windows >= 0

    for one in range(1, 7):
        stopped = windows < 0
        for steps in range(1, 5):
            stopped |= ~is_open(steps * one)
            found[~stopped, one - 1, one - 1] = steps * one
        for other in range(1, one):
            best = np.maximum(np.where(is_open(one), one, 0), np.where(is_open(other), other, 0))
            best = np.where((best > 0) & is_open(one + other), one + other, best)
            found[:, one - 1, other - 1] = found[:, other - 1, one - 1] = best
    return found.reshape(-1, 36)


def _farthest() -> Any:
    """[window]: the farthest closed place of those that a single die reaches; 0 if they are all open."""
    windows, found = np.arange(1 << WINDOW), np.zeros(1 << WINDOW, np.int64)
    for distance in range(1, NEAR + 1):
        found[windows >> WINDOW - distance & 1 > 0] = distance
    return found


ESCAPES = (_reached() > _farthest()[:, None]).mean(1).astype(np.float32)  # the chance to get past the near points
STEPS = _reached().mean(1).astype(np.float32)  # pips that the checker gets on, on average


def packed(word):
    """Points 1 to 24, the lowest bit of each, as bits 0 to 23."""
    word = word >> 4 & POINT_BITS >> 4
    word = (word | word >> 3) & PAIRS
    word = (word | word >> 6) & FOURS
    word = (word | word >> 12) & EIGHTS
    word = (word | word >> 24) & SIXTEENS
    return int((word | word >> 48) & ALL)


def closed_by(side):
    """The points that a side has made, packed, as the other side numbers them."""
    made = (side >> 1 | side >> 2 | side >> 3) & POINT_BITS
    return packed(reverse(made) >> MIRROR)


def window(closed, place):
    """The window of a checker on a place; closed: what the other side has made, see `closed_by`."""
    return (closed >> place - 13 if place > 13 else closed << 13 - place) & (1 << WINDOW) - 1
