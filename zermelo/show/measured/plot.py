"""Several series of positive numbers over whole numbers on a logarithmic scale, in characters and as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.show.canvas import Drawing, card, length, tag, write
from zermelo.show.svg.plot import BELOW, SMALL, Plot

ROWS, COLUMNS = 14, 56  # of a plot in characters
WIDTH, HEIGHT, LEFT, TOP, SIZE = 410.0, 280.0, 64.0, 40.0, 14.0  # of the plot in a drawing, and of its title
ROW, SAMPLE, GAP = 18.0, 22.0, 14.0  # of the legend
LOOKS = 6  # colours of lines
MARKS = "■●○▲·+x*"  # in the order of the series


@dataclass(frozen=True)
class Series:
    """A named line through (x, y)."""

    name: str
    points: tuple[tuple[int, float], ...]
    is_formula: bool = False  # drawn dashed, in the colour of the series before it


def plot_text(series: Sequence[Series], across: str = "") -> str:
    """A plot in characters; where several points share a place, the first series is seen. across: what x counts."""
    low, high, first, last = _bounds(series)
    rows = [[" "] * COLUMNS for _ in range(ROWS)]
    for mark, one in reversed(list(zip(MARKS, series, strict=False))):
        for x, y in one.points:
            column = round((x - first) / max(last - first, 1) * (COLUMNS - 1))
            rows[round((high - math.log10(y)) / (high - low) * (ROWS - 1))][column] = mark
    labels = {round((high - power) / (high - low) * (ROWS - 1)): f"{10**power:,}" for power in range(low, high + 1)}
    width = max(map(len, labels.values()))
    lines = [f"{labels.get(row, ''):>{width}} │{''.join(cells).rstrip()}" for row, cells in enumerate(rows)]
    ends = f"{first}{str(last).rjust(COLUMNS - len(str(first)))}"
    legend = "   ".join(f"{mark} {one.name}" for mark, one in zip(MARKS, series, strict=False))
    return "\n".join([*lines, f"{'':{width}} └{'─' * COLUMNS}", f"{'':{width}}  {ends} {across}".rstrip(), legend])


def plot_svg(series: Sequence[Series], title: str, across: str = "") -> str:
    """The same as SVG, with a legend. Formulas are dashed."""
    low, high, first, last = _bounds(series)
    plot = Plot(LEFT, TOP, WIDTH, HEIGHT, first, last, low, high)
    parts = [write(0, SIZE / 2, title, SIZE, "start strong"), plot.counted(across)]
    parts += [plot.row(power, f"{10**power:,}") for power in range(low, high + 1)]
    parts += [plot.column(x, str(x)) for x in range(first, last + 1, max(1, math.ceil((last - first) / 12)))]
    room = 0.0
    for number, one in enumerate(series):
        points = [(x, math.log10(y)) for x, y in one.points]
        look = _look(series, number)
        parts += [plot.line(points, look), "" if one.is_formula else plot.dots(points, look)]
        x, y = plot.right + GAP, TOP + ROW * number
        parts.append(tag("path", d=f"M{x:.2f} {y:.2f}h{SAMPLE:.2f}", class_=look))
        parts.append(write(x + SAMPLE + GAP / 2, y, one.name, SMALL, "start"))
        room = max(room, SAMPLE + 2 * GAP + length(one.name, SMALL))
    return card(Drawing("".join(parts), plot.right + room, plot.bottom + 3 * BELOW, title))


def _look(series: Sequence[Series], number: int) -> str:
    """How a line is drawn: a formula is dashed, in the colour of the last measured series before it."""
    measured = sum(not one.is_formula for one in series[: number + 1])
    return f"series alike-{max(0, measured - 1) % LOOKS}" + (" formula" if series[number].is_formula else "")


def _bounds(series: Sequence[Series]) -> tuple[int, int, int, int]:
    """The powers of ten between which all values lie, and the least and the greatest x."""
    points = [point for one in series for point in one.points]
    low = math.floor(min(math.log10(y) for _, y in points))
    high = math.ceil(max(math.log10(y) for _, y in points) - 1e-9)
    return low, max(high, low + 1), min(x for x, _ in points), max(x for x, _ in points)
