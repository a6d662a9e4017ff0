"""The layout of the Star kernel's memory: that of principal-variation search, and rows for the outcomes of chance."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.search.pvs import layout as pvs

# words of the memory after those of zermelo.compile.kernel.memory and of pvs.layout
CUTS, SAMPLES, SEED, USES_TABLE, SAMPLED = range(11, 16)  # SAMPLED: throws of which only a sample was searched
NO_CUTS, STAR1, STAR2 = range(3)  # CUTS: how chance nodes are cut
CUT_NAMES = ("none", "star1", "star2")  # in the same order

PLIES = pvs.PLIES
ROW = pvs.ROW
MANY = 512  # outcomes of a chance node that there is room for, if the game has fewer actions


@dataclass(frozen=True)
class StarLayout:
    """Offsets that depend on `most`, the largest number of actions.

    In the memory of words, each row belongs to a ply, after the memory of principal-variation search. The second
    memory holds floats: five rows per ply, each with a number per outcome.
    """

    most: int

    @property
    def actions(self) -> pvs.Layout:
        """Where actions, killers, history and lines are."""
        return pvs.Layout(self.most)

    @property
    def room(self) -> int:
        """The most outcomes of a chance node."""
        return max(self.most, MANY)

    @property
    def wide(self) -> int:
        """Words of a row: one per outcome, and one more, since sums of what is left end at 0."""
        return self.room + 1

    @property
    def outcomes(self) -> int:
        """Row `ply`: the outcomes as `fill_chances` writes them."""
        return self.actions.size

    @property
    def order(self) -> int:
        """Row `ply`: indices of outcomes, in the order in which they are searched."""
        return self.outcomes + ROW * self.wide

    @property
    def size(self) -> int:
        """Words of the first memory."""
        return self.order + ROW * self.wide

    # rows of the second memory: row `ply` begins at ply * wide after these

    @property
    def weights(self) -> int:
        """Row `ply`: the probability of each outcome."""
        return 0

    @property
    def lows(self) -> int:
        """Row `ply`: a lower bound of the value of each outcome."""
        return ROW * self.wide

    @property
    def highs(self) -> int:
        """Row `ply`: an upper bound; equal to the lower one if the value is known."""
        return 2 * ROW * self.wide

    @property
    def low_rests(self) -> int:
        """Row `ply`, by place in the order: the sum of weight times lower bound from there on."""
        return 3 * ROW * self.wide

    @property
    def high_rests(self) -> int:
        """Row `ply`: the same with upper bounds."""
        return 4 * ROW * self.wide

    @property
    def numbers(self) -> int:
        """Floats of the second memory."""
        return 5 * ROW * self.wide
