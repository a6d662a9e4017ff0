"""Learning curves: numbers over the games played, as text and as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Protocol

from zermelo.numerals import percent, plain

BARS = "▁▂▃▄▅▆▇█"
PLAIN = "_.-=+*%#"
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 200, 56, 36, 28  # of one drawing, in pixels


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
    height = TOP + HEIGHT * max(1, len(series))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{WIDTH // 2}" y="18" text-anchor="middle" font-size="14">{escape(title)}</text>',
    ]
    parts += [_panel(one, TOP + HEIGHT * place) for place, one in enumerate(series)]
    return "".join((*parts, "</svg>"))


def _panel(one: Curve, top: int) -> str:
    low, high = _range(one)
    first, last = math.log(max(1, one.games[0])), math.log(max(2, one.games[-1]))
    bottom, right = top + HEIGHT - BOTTOM, WIDTH - 16

    def place(games: int, value: float) -> tuple[float, float]:
        across = (math.log(max(1, games)) - first) / max(last - first, 1e-9)
        up = (value - low) / (high - low)
        return LEFT + across * (right - LEFT), bottom - up * (bottom - top - 24)

    points = [place(games, value) for games, value in zip(one.games, one.values, strict=True)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="#2b6cb0"/>' for x, y in points)
    grid = "".join(
        f'<line x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(_number(value, one))}</text>'
        for value in (low, (low + high) / 2, high)
        for _, y in [place(1, value)]
    )
    return (
        f'<text x="{LEFT}" y="{top + 14}">{escape(one.name)}</text>{grid}'
        f'<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-width="2"/>{dots}'
        f'<text x="{LEFT}" y="{bottom + 16}">{one.games[0]:,} games</text>'
        f'<text x="{right}" y="{bottom + 16}" text-anchor="end">{one.games[-1]:,} games</text>'
    )


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
