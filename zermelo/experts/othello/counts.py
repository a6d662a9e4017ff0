"""What an Othello player counts: corners, moves now and to come, stable discs; each mine less theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from zermelo.bits import count
from zermelo.games.othello import finders
from zermelo.installed import np


class OthelloCounts(NamedTuple):
    """What one side has on the board."""

    empty: int  # squares
    corners: int
    corners_given: int  # discs on the inner squares beside empty corners, which they give away
    moves: int
    moves_to_come: int  # empty squares beside discs of the other's
    stable: int  # discs that can never be turned, for they lean on a corner


def counter(size: int) -> Callable[[np.uint64, np.uint64], OthelloCounts]:
    """counts(mine, theirs) for a board of this size."""
    cells = size * size
    moves, _ = finders(size)
    one, across = np.uint64(1), np.uint64(size)
    fall, rise = np.uint64(size + 1), np.uint64(size - 1)  # steps ↘ and ↙
    everywhere = word(range(cells))
    not_left = word(c for c in range(cells) if c % size)
    not_right = word(c for c in range(cells) if (c + 1) % size)
    sides, ends = everywhere & ~(not_left & not_right), word([*range(size), *range(cells - size, cells)])
    rim = sides | ends
    corners = word((0, size - 1, cells - size, cells - 1))
    # A corner and the inner square beside it
    guarded = tuple(
        (word((corner,)), word((inner,)))
        for corner, inner in (
            (0, size + 1),
            (size - 1, 2 * size - 2),
            (cells - size, cells - 2 * size + 1),
            (cells - 1, cells - size - 2),
        )
    )

    def around(discs):
        """The squares on and beside some discs."""
        wide = discs | ((discs << one) & not_left) | ((discs >> one) & not_right)
        return (wide | (wide << across) | (wide >> across)) & everywhere

    def given(mine, theirs):
        taken = mine | theirs
        total = 0
        for corner, inner in guarded:
            if taken & inner and not taken & corner:
                total += 1 if mine & inner else -1
        return total

    def leaning(discs):
        """The discs that lean, in each of the four directions, on the board's rim or on another such disc."""
        found = discs & corners
        while found:
            grown = discs & (sides | (found << one) | (found >> one)) & (ends | (found << across) | (found >> across))
            grown &= (rim | (found << fall) | (found >> fall)) & (rim | (found << rise) | (found >> rise))
            if grown == found:
                break
            found = grown
        return count(found)

    def counts(mine, theirs):
        empty = everywhere & ~(mine | theirs)
        held, safe = 0, 0
        if (mine | theirs) & corners:
            held = count(mine & corners) - count(theirs & corners)
            safe = leaning(mine) - leaning(theirs)
        return OthelloCounts(
            count(empty),
            held,
            given(mine, theirs),
            count(moves(mine, theirs)) - count(moves(theirs, mine)),
            count(empty & around(theirs)) - count(empty & around(mine)),
            safe,
        )

    return counts


def word(squares: Iterable[int]) -> np.uint64:
    """The word with these bits set."""
    return np.uint64(sum(1 << square for square in squares))
