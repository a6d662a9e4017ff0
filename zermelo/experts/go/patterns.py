"""The 3×3 patterns of MoGo's playouts: where a stone next to the last one is likely to be good.

A pattern is drawn for a stone in its middle; it holds as drawn, turned, mirrored, and with the colours swapped unless
it is for one of them. A neighbourhood is a number of 18 bits: mine in the lower nine, theirs in the upper nine, row by
row; a point off the board counts as both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from zermelo.installed import np

# X and O: the two colours; x: not X; o: not O; . empty; # off the board; ? anything.
# From "Modification of UCT with Patterns in Monte-Carlo Go" (Gelly and others, 2006), with Pachi's additions.
EITHER_COLOUR = """
    XOX  XO.  XO?  .O.  XO?  XO?  ?X?  OX?
    ...  ...  X..  X..  O.o  O.X  O.O  o.O
    ???  ?.?  x.?  ...  ?o?  ???  ooo  ?o?

    X.?  OX?  ?X?  ?XO  ?OX
    O.?  X.O  x.O  x.x  X.O
    ###  ###  ###  ###  ###
    """
FOR_X = """
    XOO
    ...
    ?.?
    """
MEANINGS = {"x": ".O#", "o": ".X#", "?": ".XO#"}
SWAPPED = str.maketrans("XOxo", "OXox")
BITS = {".": 0, "X": 1, "O": 1 << 9, "#": 1 | 1 << 9}

# The 5×5 window around a point: a row takes 8 bits of a word
ROW, ROWS = 8, 5
SQUARE = 0b111 | 0b111 << ROW | 0b111 << 2 * ROW  # the 3×3 points at the window's corner
GATHER = 1 | 1 << 11 | 1 << 22  # times those: their three rows side by side, the last one lowest, from bit 16
LIFTED = 2  # bits a word is shifted up, so that a window may begin before it


def drawings(text: str) -> list[str]:
    """The patterns of a text, each as its nine letters: they stand side by side in groups of three lines."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return ["".join(rows) for i in range(0, len(lines), 3) for rows in zip(*lines[i : i + 3], strict=True)]


def symmetric(pattern: str) -> set[str]:
    """A pattern in all eight ways to turn and mirror it."""
    found = set()
    for _ in range(4):
        pattern = "".join(pattern[3 * (2 - column) + row] for row in range(3) for column in range(3))
        found |= {pattern, "".join(pattern[3 * row + 2 - column] for row in range(3) for column in range(3))}
    return found


def all_patterns() -> set[str]:
    """Every pattern as the player to move, X, looks for it."""
    found: set[str] = set()
    for pattern in drawings(EITHER_COLOUR):
        found |= symmetric(pattern) | symmetric(pattern.translate(SWAPPED))
    for pattern in drawings(FOR_X):
        found |= symmetric(pattern)
    return found


def neighbourhoods(pattern: str) -> Iterator[int]:
    """The numbers of the neighbourhoods that a pattern means."""
    choices = [[BITS[point] << i for point in MEANINGS.get(letter, letter)] for i, letter in enumerate(pattern)]
    return (sum(bits) for bits in product(*choices))


@cache
def pattern_table() -> Any:
    """[neighbourhood // 64] a bit each: is it one of the patterns? Never so where the middle is not empty."""
    known = np.zeros(1 << 18, np.bool_)
    for pattern in all_patterns():
        known[list(neighbourhoods(pattern))] = True
    return np.packbits(known, bitorder="little").view(np.int64)
