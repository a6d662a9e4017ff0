"""Exact bear-off databases: checkers at home, no contact any more.

One-sided: how many rolls a side needs to bear off its checkers, as chances; the side plays for the least mean.
Two-sided, for up to six checkers each: what a position is worth to the side on roll if both play perfectly.

A side's checkers at home are ranked, from 0 (none) on: every turn leads to a lower rank, and those with at most n
checkers have the lowest ranks. Both tables are filled in the order of ranks, by the turns of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any

from zermelo.bits import Wide
from zermelo.compile.cache.tables import kept_table
from zermelo.compile.kernel.compiled import register
from zermelo.compile.plain.shared import SharedTable
from zermelo.games.backgammon.board import CHECKERS, HOME, bit
from zermelo.games.backgammon.turns import MOST_TURNS, fill_turns, played
from zermelo.installed import np

FEW = 6  # checkers of a side in the two-sided database
ROLLS = 32  # columns of the one-sided table: chances of 0, 1, 2, … rolls, the mean square, the mean
SQUARE, LAST = ROLLS - 2, ROLLS - 1
MOST_AFTER = 64  # positions after a roll that differ, with few checkers
CUBELESS, OWNED, CENTRED, THEIRS = range(4)  # columns of the two-sided table: what the cube is to the side on roll
COLUMNS = 4
NONE = Wide(0)

CHOOSE = np.array([[comb(n, k) for k in range(HOME + 1)] for n in range(CHECKERS + HOME)])


def positions(checkers: int) -> int:
    """How many positions there are with up to this many checkers."""
    return comb(checkers + HOME, HOME)


def rank(side):
    """The rank of a side whose checkers are all at home or off."""
    word, above, total = int(side & 0xFFFFFFF), 0, 0
    for place in range(HOME):
        above += word >> 4 * (HOME - place) & 15
        total += CHOOSE[above + place, place + 1]
    return total


def ranked(number):
    """The side of a rank; of the checkers that are off it says nothing."""
    side, above, rest = NONE, 0, number
    for place in range(HOME - 1, -1, -1):
        top = place
        while top + 1 < CHECKERS + HOME and CHOOSE[top + 1, place + 1] <= rest:
            top += 1
        rest -= CHOOSE[top, place + 1]
        here = top - place  # on this point and all above it
        if place < HOME - 1:
            side += bit(HOME - 1 - place) * (above - here)
        above = here
    return side + bit(HOME) * above


def one_sided_filler(jit: Callable[..., Any]) -> Callable[..., Any]:
    """fill(table, buffer): [rank, rolls], the chance to need just so many rolls.

    The last columns have the mean of the square of that number, and its mean.
    """

    @jit
    def fill(table, buffer):
        table[0, 0] = 1.0
        for number in range(1, table.shape[0]):
            side = ranked(number)
            for high in range(1, 7):
                for low in range(1, high + 1):
                    dice, weight = 10 * high + low, 1 / 36 if high == low else 1 / 18
                    best = number
                    for i in range(fill_turns(side, NONE, dice, buffer)):
                        found = rank(played(side, NONE, dice, buffer[i])[0])
                        if table[found, LAST] < table[best, LAST] or best == number:
                            best = found
                    for rolls in range(SQUARE - 1):
                        table[number, rolls + 1] += weight * table[best, rolls]
                    table[number, SQUARE] += weight * (1.0 + 2.0 * table[best, LAST] + table[best, SQUARE])
                    table[number, LAST] += weight * (1.0 + table[best, LAST])

    return fill


def two_sided_filler(jit: Callable[..., Any]) -> Callable[..., Any]:
    """fill(table, buffer): [rank, other's rank, column], the value before the roll to the side on roll.

    The first column has its chance to win. The others have what a game for money is worth if this side does not double
    now, in units of the cube: with the cube on its own side, in the middle, on the other's side. There are no gammons.
    """

    @jit
    def doubling(table, one, other, column):
        """What a position is worth to the side on roll that may double first."""
        held = table[one, other, column]
        return held if column == THEIRS else max(held, min(1.0, 2.0 * table[one, other, THEIRS]))

    @jit
    def list_afters(afters, counts, buffer):
        """[rank, roll, …]: the ranks after a roll, each once, and how many they are."""
        for number in range(1, afters.shape[0]):
            side, roll = ranked(number), 0
            for high in range(1, 7):
                for low in range(1, high + 1):
                    dice, total = 10 * high + low, 0
                    for i in range(fill_turns(side, NONE, dice, buffer)):
                        found = rank(played(side, NONE, dice, buffer[i])[0])
                        known = False
                        for j in range(total):
                            known = known or afters[number, roll, j] == found
                        if not known:
                            afters[number, roll, total] = found
                            total += 1
                    counts[number, roll] = total
                    roll += 1

    @jit
    def fill(table, buffer):
        size = table.shape[0]
        afters, counts = np.zeros((size, 21, MOST_AFTER), np.int16), np.zeros((size, 21), np.int16)
        list_afters(afters, counts, buffer)
        for total in range(2, 2 * size - 1):
            for one in range(max(1, total - size + 1), min(size, total)):
                other, roll = total - one, 0
                win = own = centre = their = 0.0
                for high in range(1, 7):
                    for low in range(1, high + 1):
                        weight = 1 / 36 if high == low else 1 / 18
                        chance = owned = centred = theirs = -2.0
                        for i in range(counts[one, roll]):
                            found = afters[one, roll, i]
                            if found == 0:
                                chance = owned = centred = theirs = 1.0
                                break
                            chance = max(chance, 1.0 - table[other, found, CUBELESS])
                            owned = max(owned, -doubling(table, other, found, THEIRS))
                            centred = max(centred, -doubling(table, other, found, CENTRED))
                            theirs = max(theirs, -doubling(table, other, found, OWNED))
                        win, own = win + weight * chance, own + weight * owned
                        centre, their = centre + weight * centred, their + weight * theirs
                        roll += 1
                table[one, other, CUBELESS], table[one, other, OWNED] = win, own
                table[one, other, CENTRED], table[one, other, THEIRS] = centre, their

    return fill


@cache
def one_sided() -> SharedTable:
    """[rank, rolls] of up to 15 checkers, flat: see `one_sided_filler`. Filled on first use, then read from disk."""
    return _shared(one_sided_filler, np.float64, positions(CHECKERS), ROLLS)


@cache
def two_sided() -> SharedTable:
    """[rank, other's rank, column] of up to FEW checkers each, flat: see `two_sided_filler`."""
    return _shared(two_sided_filler, np.float32, positions(FEW), positions(FEW), COLUMNS)


def _shared(filler: Callable[..., Any], kind: Any, *shape: int) -> SharedTable:
    def make() -> Any:
        for function in (fill_turns, played, rank, ranked):
            register(function)
        buffer = np.zeros(MOST_TURNS, np.int64)
        filled = kept_table("backgammon", "its bear-off database", filler, np.zeros(shape, kind), buffer)
        return filled.astype(np.float32)

    return SharedTable(make, filler, shape)


def is_home(side):
    """Are all checkers at home or off?"""
    return not side >> 4 * (HOME + 1)


def are_few(side):
    """Are so many checkers off that the two-sided database may know the position?"""
    return side & 15 >= CHECKERS - FEW


def mean_rolls(table, number):
    """How many rolls a side of this rank needs on average; table: the one-sided one."""
    return table[number * ROLLS + LAST]


def variance_of_rolls(table, number):
    """The variance of that number of rolls."""
    mean = mean_rolls(table, number)
    return table[number * ROLLS + SQUARE] - mean * mean


def chance_to_finish_first(table, one, other):
    """The chance that the side on roll, of rank `one`, bears off before the other; by the one-sided table."""
    chance, left = 0.0, 1.0  # left: the chance that the other has not finished with fewer rolls than these
    for rolls in range(SQUARE):
        chance += table[one * ROLLS + rolls] * left
        left -= table[other * ROLLS + rolls]
        if left < 1e-9:
            break
    return chance
