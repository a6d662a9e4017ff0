"""Several series of positive numbers over whole numbers on a logarithmic scale, in characters and as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

ROWS, COLUMNS = 14, 56  # of a plot in characters
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 360, 64, 208, 40, 40  # in pixels
MARKS = "■●○▲·+x*"  # in the order of the series
COLOURS = ("#24292f", "#b3362b", "#2c9257", "#2f63b8", "#8d6f3f", "#6b7178")


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
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def place(x: float, power: float) -> tuple[float, float]:
        across = (x - first) / max(last - first, 1)
        return LEFT + across * (right - LEFT), bottom - (power - low) / (high - low) * (bottom - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="14">{escape(title)}</text>',
    ]
    for power in range(low, high + 1):
        y = place(first, power)[1]
        parts.append(
            f'<line x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10**power:,}</text>'
        )
    step = max(1, math.ceil((last - first) / 12))
    parts += [
        f'<text x="{place(x, low)[0]:.1f}" y="{bottom + 16}" text-anchor="middle">{x}</text>'
        for x in range(first, last + 1, step)
    ]
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{bottom + 33}" text-anchor="middle">{escape(across)}</text>')
    parts += [_line(one, _colour(series, number), number, place) for number, one in enumerate(series)]
    return "".join((*parts, "</svg>"))


def _line(one: Series, colour: str, number: int, place: object) -> str:
    assert callable(place)
    points = [place(x, math.log10(y)) for x, y in one.points]
    dashed = ' stroke-dasharray="5 4"' if one.is_formula else ""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "" if one.is_formula else "".join(_dot(x, y, colour) for x, y in points)
    left, y = WIDTH - RIGHT + 14, TOP + 18 * number
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>{dots}'
        f'<line x1="{left}" x2="{left + 22}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"{dashed}/>'
        f'<text x="{left + 28}" y="{y + 4}">{escape(one.name)}</text>'
    )


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>'


def _colour(series: Sequence[Series], number: int) -> str:
    """A formula has the colour of the last measured series before it."""
    measured = sum(not one.is_formula for one in series[: number + 1])
    return COLOURS[max(0, measured - 1) % len(COLOURS)]


def _bounds(series: Sequence[Series]) -> tuple[int, int, int, int]:
    """The powers of ten between which all values lie, and the least and the greatest x."""
    points = [point for one in series for point in one.points]
    low = math.floor(min(math.log10(y) for _, y in points))
    high = math.ceil(max(math.log10(y) for _, y in points) - 1e-9)
    return low, max(high, low + 1), min(x for x, _ in points), max(x for x, _ in points)
