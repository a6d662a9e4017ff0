"""Learning curves: numbers over the games played, as text and as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from zermelo.numerals import percent, plain
from zermelo.show.canvas import Drawing, card, write
from zermelo.show.svg.plot import SMALL, Plot

BARS = "▁▂▃▄▅▆▇█"
PLAIN = "_.-=+*%#"
WIDTH, EACH, LEFT, TOP = 560.0, 190.0, 56.0, 36.0  # of the plots, each with its name and its numbers
SIZE = 14.0  # of the title
LOOK = "series alike-0"


class Curve(Protocol):
    """A name, and values over numbers of games."""

    @property
    def name(self) -> str: ...

    @property
    def games(self) -> Sequence[int]: ...

    @property
    def values(self) -> Sequence[float]: ...

    @property
    def is_share(self) -> bool: ...


def curve_text(series: Sequence[Curve], columns: int = 60, unicode: bool = True) -> str:
    """One line of bars for each series, from its first point to its last; shares from 0 to 1."""
    marks = BARS if unicode else PLAIN
    width = max((len(one.name) for one in series), default=0)
    lines = []
    for one in series:
        low, high = _range(one)
        step = max(1, math.ceil(len(one.values) / columns))
        shown = one.values[::-1][::step][::-1]  # the last one always
        bars = "".join(marks[_level(value, low, high, len(marks))] for value in shown)
        lines.append(f"{one.name:{width}}  {bars}  {_number(one.values[0], one)} to {_number(one.values[-1], one)}")
    if series:
        lines.append(f"{'':{width}}  from {series[0].games[0]:,} to {series[0].games[-1]:,} games")
    return "\n".join(lines)


def curve_svg(series: Sequence[Curve], title: str) -> str:
    """All series below one another, over the number of games on a logarithmic scale."""
    parts = [write(LEFT, SIZE / 2, title, SIZE, "start strong")]
    parts += [_panel(one, TOP + EACH * place) for place, one in enumerate(series)]
    return card(Drawing("".join(parts), LEFT + WIDTH, TOP + EACH * max(1, len(series)), title))


def _panel(one: Curve, top: float) -> str:
    low, high = _range(one)
    first, last = math.log(max(1, one.games[0])), math.log(max(2, one.games[-1]))
    plot = Plot(LEFT, top + SIZE, WIDTH, EACH - 4 * SIZE, first, last, low, high)
    points = [(math.log(max(1, games)), value) for games, value in zip(one.games, one.values, strict=True)]
    grid = "".join(plot.row(value, _number(value, one)) for value in (low, (low + high) / 2, high))
    ends = plot.ends(f"{one.games[0]:,} games", f"{one.games[-1]:,} games")
    name = write(LEFT, top, one.name, SMALL, "start")
    return name + grid + plot.line(points, LOOK) + plot.dots(points, LOOK) + ends


def _range(one: Curve) -> tuple[float, float]:
    """The least and the greatest number of the axis."""
    if one.is_share:
        return 0.0, 1.0
    low, high = min(0.0, *one.values), max(0.0, *one.values)
    return (low, high) if high > low else (0.0, 1.0)


def _level(value: float, low: float, high: float, levels: int) -> int:
    return min(levels - 1, max(0, int((value - low) / (high - low) * levels)))


def _number(value: float, one: Curve) -> str:
    return percent(value) if one.is_share else plain(value, digits=3)
