"""Arrows and rings over a board, for moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.show.canvas import polygon, tag

Spot = tuple[float, float]
Arrow = Sequence[tuple[int, int]]  # the cells of a move: (row, column) from and to, or one to put something there;
#                                    of a turn of several moves from, to, from, to, …

STRENGTHS = (0.85, 0.55, 0.38, 0.28)  # opacity of the first moves; the rest use the last one


def strength_of(rank: int) -> float:
    """How strongly a move is drawn; rank: 0 is the first one."""
    return STRENGTHS[min(rank, len(STRENGTHS) - 1)]


def ring(middle: Spot, side: float, strength: float) -> str:
    """A ring in a cell of this side."""
    x, y = middle
    return tag("circle", cx=x, cy=y, r=0.36 * side, class_="arrow-ring", stroke_width=0.1 * side, opacity=strength)


def frame(middle: Spot, side: float, strength: float) -> str:
    """A frame along the edges of a square cell of this side."""
    (x, y), size = middle, 0.86 * side
    return tag(
        "rect", x=x - size / 2, y=y - size / 2, width=size, height=size, rx=0.1 * side,
        class_="arrow-ring", stroke_width=0.08 * side, opacity=strength,
    )  # fmt: skip


def arrow(start: Spot, end: Spot, side: float, strength: float) -> str:
    """An arrow between two places; side: of a cell."""
    far = math.dist(start, end)
    along = ((end[0] - start[0]) / far, (end[1] - start[1]) / far)

    def spot(ahead: float, aside: float) -> Spot:
        """The point this far along the arrow and to its side, in cell sides."""
        ahead, aside = ahead * side, aside * side
        return start[0] + ahead * along[0] - aside * along[1], start[1] + ahead * along[1] + aside * along[0]

    tip = far / side - 0.06
    neck = tip - 0.4
    ways = [(0.1, 0.08), (neck, 0.08), (neck, 0.23), (tip, 0.0), (neck, -0.23), (neck, -0.08), (0.1, -0.08)]
    return polygon((spot(ahead, aside) for ahead, aside in ways), "arrow", opacity=strength)
