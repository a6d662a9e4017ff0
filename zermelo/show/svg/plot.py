"""Lines over two axes: what all plots share. A scale may be logarithmic: then a plot is given the logarithms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from zermelo.show.canvas import disc, tag, write

SMALL = 12.0  # of letters
BESIDE, BELOW = 8.0, 16.0  # from an edge to its numbers
DOT = 2.5  # the radius of a point


@dataclass(frozen=True)
class Plot:
    """A rectangle of a drawing, and the values at its edges."""

    left: float
    top: float
    width: float
    height: float
    first: float  # at the left edge
    last: float
    low: float  # at the bottom
    high: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where two values lie in the drawing."""
        across = (x - self.first) / max(self.last - self.first, 1e-9)
        return self.left + self.width * across, self.bottom - self.height * (y - self.low) / (self.high - self.low)

    def row(self, y: float, words: str) -> str:
        """A thin line across at a value, with its number at the left."""
        _, place = self.at(self.first, y)
        line = tag("path", d=f"M{self.left:.2f} {place:.2f}h{self.width:.2f}", class_="edge cut")
        return line + write(self.left - BESIDE, place, words, SMALL, "end faint")

    def column(self, x: float, words: str) -> str:
        """The number of a value, below the plot."""
        return write(self.at(x, self.low)[0], self.bottom + BELOW, words, SMALL, "faint")

    def ends(self, first: str, last: str) -> str:
        """What the plot begins and ends with, below its corners."""
        begin = write(self.left, self.bottom + BELOW, first, SMALL, "start faint")
        return begin + write(self.right, self.bottom + BELOW, last, SMALL, "end faint")

    def counted(self, words: str) -> str:
        """What is counted from left to right, below its numbers."""
        return write(self.left + self.width / 2, self.bottom + 2 * BELOW, words, SMALL, "faint")

    def line(self, points: Iterable[tuple[float, float]], look: str, **attributes: str | float) -> str:
        """A line through pairs of values."""
        places = " ".join(f"{x:.2f},{y:.2f}" for x, y in (self.at(*point) for point in points))
        return tag("polyline", points=places, class_=look, **attributes)

    def dots(self, points: Iterable[tuple[float, float]], look: str) -> str:
        """A point at each pair of values."""
        return "".join(disc(*self.at(*point), DOT, look) for point in points)
