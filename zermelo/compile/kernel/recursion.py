"""How deep a recursive kernel may go."""

from __future__ import annotations

import sys

PLIES = 1000  # the longest line
FRAME, CELL = 500, 40  # bytes of a recursive call, and more per number of the state
STACK_BYTES = 2_000_000  # of a thread's stack


def longest_line(numbers: int) -> int:
    """How many plies deep the recursion may go: a compiled call holds several copies of the state.

    numbers: that a state is made of.
    """
    return max(60, min(PLIES, STACK_BYTES // (FRAME + CELL * numbers)))


def allow_recursion(depth: int) -> None:
    """Lets interpreted kernels recurse to this depth. Never lowered again, as another search may be running."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * depth + 1000))
