"""How deep a recursive kernel may go."""

from __future__ import annotations

import sys

from zermelo.game import State

PLIES = 1000  # the longest line
FRAME, CELL = 500, 40  # bytes of a recursive call, and more per number of the state
STACK_BYTES = 2_000_000  # of a thread's stack


def longest_line(state: State) -> int:
    """How many plies deep the recursion may go: a compiled call holds several copies of the state."""
    return max(60, min(PLIES, STACK_BYTES // (FRAME + CELL * _numbers(state))))


def allow_recursion(depth: int) -> None:
    """Lets interpreted kernels recurse to this depth. Never lowered again, as another search may be running."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * depth + 1000))


def _numbers(state: State) -> int:
    """How many numbers a state holds, as far as one sees."""
    return sum(map(_numbers, state)) if isinstance(state, tuple) else 1
