"""How deep a recursive kernel may go, and what it may call itself with."""

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


def unliteral_constants(number: int) -> tuple[int, bool, bool]:
    """0, True and False, computed from any integer so that Numba does not take them for literals.

    A recursive function that is called with a literal crashes when it comes back from the disk in another process.
    """
    return 0 * number, number == number, number != number


def allow_recursion(depth: int) -> None:
    """Lets interpreted kernels recurse to this depth. Never lowered again, as another search may be running."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * depth + 1000))
