"""A picture as SVG, for a notebook, a document or the page."""

from __future__ import annotations

from zermelo.picture import Bar, Bars, Board, Lines, Picture, Tree
from zermelo.show.canvas import card, length, tag, write
from zermelo.show.svg_tree import tree
from zermelo.show.words import filled, number

LABEL = 13.0  # font sizes
LINE = 15.0
LINE_HEIGHT = 22.0

BAR_LENGTH, BAR_HEIGHT, BAR_STEP = 260.0, 18.0, 30.0
COUNTABLE = 21  # up to here a bar is cut into units
UNIT = 26.0  # a unit is never wider

DISCS = {"●": "black-disc", "○": "white-disc"}
HOLE_DISCS = dict.fromkeys("●Xx", "red") | dict.fromkeys("○Oo", "yellow")
LETTERS = dict.fromkeys("Xx", "cross") | dict.fromkeys("Oo", "nought")
SOLID = dict(zip("♔♕♖♗♘♙", "♚♛♜♝♞♟", strict=True))  # a white piece is the solid shape, filled with white
AS_TEXT = "\ufe0e"  # keeps ♟ and others from turning into colour emoji


def svg(picture: Picture) -> str:
    """Draws the picture as one complete `<svg>` element that looks right in light and dark pages.

    Every text of the picture is escaped; the title is the caption, or says what kind of picture it is.
    """
    match picture:
        case Board():
            return _board(picture)
        case Bars():
            return _bars(picture)
        case Tree():
            return tree(picture)
        case Lines():
            return _lines(picture)


def _board(board: Board) -> str:
    rows, columns = len(board.cells), max((len(row) for row in board.cells), default=0)
    side = min(56.0, max(28.0, 480.0 / max(1, rows, columns)))
    left = max((length(label, LABEL) for label in board.rows), default=-8.0) + 8.0
    below = LABEL + 8.0 if board.columns else 0.0
    in_holes = board.shape == "hole"
    edge = 8.0 if in_holes else 0.0  # the frame around the holes

    parts = []
    if in_holes:
        parts.append(_box(left, 0, columns * side + 2 * edge, rows * side + 2 * edge, "frame", rx=12))
    for row, cells in enumerate(board.cells):
        for column, cell in enumerate(cells):
            x, y = left + edge + column * side, edge + row * side
            marked = (row, column) in board.marked
            if in_holes:
                parts.append(_hole(x, y, side, cell, marked))
            else:
                parts.append(_square(x, y, side, cell, marked, shade="deep" if (row + column) % 2 else "pale"))
    if not in_holes:
        parts.append(_box(left, 0, columns * side, rows * side, "rim", rx=3))
    for row, label in enumerate(board.rows):
        parts.append(write(left - 8, edge + (row + 0.5) * side, label, LABEL, "end faint"))
    bottom = rows * side + 2 * edge
    for column, label in enumerate(board.columns):
        parts.append(write(left + edge + (column + 0.5) * side, bottom + 5 + LABEL / 2, label, LABEL, "faint"))
    return card(
        "".join(parts),
        width=left + columns * side + 2 * edge,
        height=bottom + below,
        title=board.caption or f"a board of {rows} rows and {columns} columns",
        caption=board.caption,
    )


def _square(x: float, y: float, side: float, cell: str, marked: bool, shade: str) -> str:
    parts = _box(x, y, side, side, shade) + (_box(x, y, side, side, "mark") if marked else "")
    if cell in DISCS:
        return parts + _disc(x, y, side, 0.39, DISCS[cell])
    return parts + _glyph(x, y, side, cell)


def _hole(x: float, y: float, side: float, cell: str, marked: bool) -> str:
    parts = _disc(x, y, side, 0.42, HOLE_DISCS.get(cell, "hole"))
    if cell and cell not in HOLE_DISCS:
        parts += _disc(x, y, side, 0.42, "pale") + _glyph(x, y, 0.8 * side, cell, inset=0.1 * side)
    return parts + (_disc(x, y, side, 0.3, "ring") if marked else "")


def _glyph(x: float, y: float, side: float, cell: str, inset: float = 0.0) -> str:
    """A piece as text, as large as its square allows."""
    if not cell:
        return ""
    look = "white" if cell in SOLID else LETTERS.get(cell, "")
    shown = SOLID.get(cell, cell)
    is_symbol = len(shown) == 1 and "\u2600" <= shown <= "\u27bf"
    size = side * (0.8 if is_symbol else min(0.62, 0.9 / max(1.0, length(cell, 1.0))))
    middle = side / 2 + inset
    return write(x + middle, y + middle, shown + AS_TEXT * is_symbol, size, f"piece {look}".strip())


def _disc(x: float, y: float, side: float, radius: float, look: str) -> str:
    return tag("circle", cx=x + side / 2, cy=y + side / 2, r=radius * side, class_=look)


def _box(x: float, y: float, width: float, height: float, look: str, rx: float = 0.0) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, class_=look, **({"rx": rx} if rx else {}))


def _bars(bars: Bars) -> str:
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
    return card(
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
    part = filled(bar.value, bar.most)
    if not _is_countable(bar):
        track = _box(x, y, BAR_LENGTH, BAR_HEIGHT, "track", rx=4)
        return track + (_box(x, y, part * BAR_LENGTH, BAR_HEIGHT, look, rx=4) if part else "")
    units = int(bar.most)
    full = round(part * units)
    return "".join(
        _box(x + index * unit, y, unit - 3, BAR_HEIGHT, look if index < full else "track", rx=3)
        for index in range(units)
    )


def _lines(lines: Lines) -> str:
    shown = "\n".join(lines.lines).expandtabs().splitlines()
    parts = (
        write(0, (index + 0.5) * LINE_HEIGHT, line, LINE, "start mono") for index, line in enumerate(shown) if line
    )
    return card(
        "".join(parts),
        width=max((length(line, LINE) for line in shown), default=0.0),
        height=LINE_HEIGHT * len(shown),
        title=next((line for line in shown if line.strip()), ""),
    )
