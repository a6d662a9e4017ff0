"""The words of the Star kernel's memories: those of every depth-first search, and rows for the outcomes of chance."""

from __future__ import annotations

from functools import cache

from zermelo.compile.kernel.memory import Words
from zermelo.search.depth_first.layout import ROW, SHARED, ordering_rows

OWN = Words("CUTS", "SAMPLES", "SEED", "USES_TABLE", "SAMPLED", after=SHARED)
CUTS, SAMPLES, SEED, USES_TABLE, SAMPLED = OWN  # SAMPLED: throws of which only a sample was searched
NO_CUTS, STAR1, STAR2 = range(3)  # CUTS: how chance nodes are cut
CUT_NAMES = ("none", "star1", "star2")  # in the same order

MANY = 512  # outcomes of a chance node that there is room for, if the game has fewer actions


def width_for(most: int) -> int:
    """Words of a row: one per outcome, and one more, since sums of what is left end at 0."""
    return max(most, MANY) + 1


@cache
def layout_for(most: int) -> Words:
    """The whole memory of words, if states have at most so many actions.

    outcomes   by ply: the outcomes as `fill_chances` writes them
    order      by ply: indices of outcomes, in the order in which they are searched
    """
    size = ROW * width_for(most)
    return Words(outcomes=size, order=size, after=ordering_rows(OWN, most))


@cache
def numbers_for(most: int) -> Words:
    """The second memory, of floats: five rows per ply, each with a number per outcome.

    weights      the probability of each outcome
    lows         a lower bound of the value of each outcome
    highs        an upper bound; equal to the lower one if the value is known
    low_rests    by place in the order: the sum of weight times lower bound from there on
    high_rests   the same with upper bounds
    """
    size = ROW * width_for(most)
    return Words(weights=size, lows=size, highs=size, low_rests=size, high_rests=size)
