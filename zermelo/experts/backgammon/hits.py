"""How the rolls of a side hit the other's blots."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import highest, without_lowest
from zermelo.games.backgammon.board import BAR, BAR_BITS, bit, blots, occupied, opened


class Hits(NamedTuple):
    """Of the 36 rolls."""

    rolls: int  # that hit
    twice: int  # that reach two blots or more
    loss: int  # pips that the hit side loses, over all rolls, each by the hit that costs most


def hits(mine, theirs):
    """How the side on roll hits, one checker with one die or with all of the roll.

    With two checkers or more on the bar, only those hit that enter; other checkers do not go on with a double that a
    checker has entered with.
    """
    targets = blots(theirs)
    if not targets:
        return Hits(0, 0, 0)
    landing, there = opened(theirs), occupied(mine)
    barred = int(mine >> BAR_BITS)
    first = bit(BAR) if barred else there  # those who may move first
    rolls = twice = loss = 0
    for high in range(1, 7):
        by_high = first >> 4 * high
        moved_high = by_high & landing
        struck, stepped = by_high & targets, moved_high
        if barred < 2:
            for _ in range(3):  # the double
                stepped = stepped >> 4 * high
                struck |= stepped & targets
                stepped &= landing
        if struck:
            rolls += 1
            loss += highest(struck) >> 2
            if without_lowest(struck):
                twice += 1
        for low in range(1, high):
            by_low = first >> 4 * low
            struck = (by_high | by_low) & targets
            if barred < 2:
                moved_low = by_low & landing
                second = moved_high >> 4 * low | moved_low >> 4 * high
                if barred:  # once it has entered, any checker may use the other die
                    if moved_high:
                        second |= there >> 4 * low
                    if moved_low:
                        second |= there >> 4 * high
                struck |= second & targets
            if struck:
                rolls += 2
                loss += 2 * (highest(struck) >> 2)
                if without_lowest(struck):
                    twice += 2
    return Hits(rolls, twice, loss)
