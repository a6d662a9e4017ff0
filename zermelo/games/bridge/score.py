"""Duplicate scores of contracts, and the international scale of match points (IMPs)."""

from __future__ import annotations

from bisect import bisect_right

NT_STRAIN, FIRST_MINOR = 4, 2  # strains S, H, D, C, NT = 0, 1, 2, 3, 4
BEST = 7600  # thirteen tricks too few, redoubled and vulnerable
IMP_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000,
    3500, 4000,
)  # fmt: skip


def score(level, strain, doubled, is_vulnerable, over):
    """What declarer's side scores.

    doubled: 1, or 2 if it was redoubled. over: tricks above those of the contract, negative if too few were made.
    """
    if over < 0:
        return -penalty(-over, doubled, is_vulnerable)
    per_trick = 20 if strain in (2, 3) else 30
    named = per_trick * level + (10 if strain == NT_STRAIN else 0)
    named *= 1 << doubled
    total = named
    if named >= 100:
        total += 500 if is_vulnerable else 300
    else:
        total += 50
    if level == 6:
        total += 750 if is_vulnerable else 500
    if level == 7:
        total += 1500 if is_vulnerable else 1000
    if doubled == 0:
        return total + over * per_trick
    each = 200 if is_vulnerable else 100
    return total + 50 * doubled + over * each * doubled


def penalty(down, doubled, is_vulnerable):
    """What the defenders score for so many tricks too few."""
    if doubled == 0:
        return down * (100 if is_vulnerable else 50)
    if is_vulnerable:
        total = 300 * down - 100
    elif down <= 3:
        total = 200 * down - 100
    else:
        total = 300 * down - 400
    return total * doubled


def imps(points: float) -> int:
    """A difference of points on the international scale."""
    number = bisect_right(IMP_STEPS, abs(points))
    return number if points > 0 else -number
