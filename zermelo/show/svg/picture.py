"""A picture as SVG, for a notebook, a document or the page."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.picture import Bar, Bars, Board, Cards, Lines, Picture, Points, Track, Tree
from zermelo.show.canvas import Drawing, box, card, length, tag, write
from zermelo.show.style import COLOUR_NAMES
from zermelo.show.svg.arrows import Arrow
from zermelo.show.svg.board import board
from zermelo.show.svg.cards import cards
from zermelo.show.svg.points import points
from zermelo.show.svg.track import track
from zermelo.show.svg.tree import tree
from zermelo.show.words import filled, number

LINE = 15.0  # font size
LINE_HEIGHT = 22.0

BAR_LENGTH, BAR_HEIGHT, BAR_STEP = 260.0, 18.0, 30.0
COUNTABLE = 21  # longer bars are not divided into units
UNIT = 26.0  # the widest unit


def svg(picture: Picture, arrows: Sequence[Arrow] = ()) -> str:
    """Draws the picture as one complete `<svg>` element that looks right in light and dark pages.

    arrows: moves to show on a board, each as its cells (see `zermelo.show.touch`): two for an arrow, one for a ring.
    The first is the strongest.
    Every text of the picture is escaped; the title is the caption, or says what kind of picture it is.
    """
    return card(drawing(picture, arrows))


def drawing(picture: Picture, arrows: Sequence[Arrow] = ()) -> Drawing:
    """The picture without the card around it."""
    match picture:
        case Board():
            return board(picture, arrows)
        case Bars():
            return _bars(picture)
        case Tree():
            return tree(picture)
        case Cards():
            return cards(picture)
        case Points():
            return points(picture, arrows)
        case Track():
            return track(picture)
        case Lines():
            return _lines(picture)


def _bars(bars: Bars) -> Drawing:
    values = [number(bar.value) for bar in bars.bars]
    labels_end = 16.0 + max((length(bar.label, LINE) for bar in bars.bars), default=0.0)
    values_end = labels_end + 12.0 + max((length(value, LINE) for value in values), default=0.0)
    start = values_end + 14.0
    unit = min(UNIT, BAR_LENGTH / max((bar.most for bar in bars.bars if _is_countable(bar)), default=1.0))
    longest = max((_bar_length(bar, unit) for bar in bars.bars), default=0.0)

    parts = []
    for index, (bar, value) in enumerate(zip(bars.bars, values, strict=True)):
        middle = (index + 0.5) * BAR_STEP
        if bar.active:
            parts.append(tag("path", d=f"M0 {middle - 6:g}l9 6l-9 6z", class_="pointer"))
        weight = " strong" if bar.active else ""
        parts.append(write(16, middle, bar.label, LINE, f"start{weight}"))
        parts.append(write(values_end, middle, value, LINE, f"end{weight}"))
        if bar.most > 0:
            parts.append(_bar(start, middle - BAR_HEIGHT / 2, bar, unit))
    return Drawing(
        "".join(parts),
        width=start + longest if longest else values_end,
        height=BAR_STEP * len(bars.bars),
        title=bars.caption or ", ".join(f"{bar.label} {value}" for bar, value in zip(bars.bars, values, strict=True)),
        caption=bars.caption,
    )


def _is_countable(bar: Bar) -> bool:
    return 0 < bar.most <= COUNTABLE and float(bar.most).is_integer() and float(bar.value).is_integer()


def _bar_length(bar: Bar, unit: float) -> float:
    return bar.most * unit if _is_countable(bar) else BAR_LENGTH if bar.most > 0 else 0.0


def _bar(x: float, y: float, bar: Bar, unit: float) -> str:
    """A full part on a track; a small whole number of units is drawn as that many blocks."""
    look = "full active" if bar.active else "full"
    if bar.colour in COLOUR_NAMES:
        look = f"bar-{bar.colour}"
    part = filled(bar.value, bar.most)
    if not _is_countable(bar):
        track = box(x, y, BAR_LENGTH, BAR_HEIGHT, "track", corner=4)
        return track + (box(x, y, part * BAR_LENGTH, BAR_HEIGHT, look, corner=4) if part else "")
    units = int(bar.most)
    full = round(part * units)
    return "".join(
        box(x + index * unit, y, unit - 3, BAR_HEIGHT, look if index < full else "track", corner=3)
        for index in range(units)
    )


def _lines(lines: Lines) -> Drawing:
    shown = "\n".join(lines.lines).expandtabs().splitlines()
    parts = (
        write(0, (index + 0.5) * LINE_HEIGHT, line, LINE, "start mono") for index, line in enumerate(shown) if line
    )
    return Drawing(
        "".join(parts),
        width=max((length(line, LINE) for line in shown), default=0.0),
        height=LINE_HEIGHT * len(shown),
        title=next((line for line in shown if line.strip()), ""),
    )
