"""A table of words: in characters and as SVG."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.show.canvas import Drawing, length, tag, write
from zermelo.show.words import width

Rows = Sequence[Sequence[str]]
SIZE, HIGH, GAP = 15.0, 30.0, 28.0  # font size, height of a row, room between columns


def table_text(rows: Rows) -> str:
    """The columns side by side; the first row is the heading."""
    wide = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "   ".join(cell + " " * (room - width(cell)) for cell, room in zip(row, wide, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join((lines[0], "─" * max(map(width, lines)), *lines[1:]))


def table_drawing(rows: Rows, title: str) -> Drawing:
    """The same with lines between the rows."""
    wide = [max(length(row[column], SIZE) for row in rows) for column in range(len(rows[0]))]
    starts = [sum(wide[:column]) + GAP * column for column in range(len(wide))]
    across = starts[-1] + wide[-1]
    parts = []
    for number, row in enumerate(rows):
        middle = HIGH * (number + 0.5)
        for column, (cell, x) in enumerate(zip(row, starts, strict=True)):
            look = "start strong" if number == 0 or column == 0 else "start"
            parts.append(write(x, middle, cell, SIZE, look))
        if number:
            parts.append(tag("line", x1=0, y1=HIGH * number, x2=across, y2=HIGH * number, class_="edge"))
    return Drawing("".join(parts), across, HIGH * len(rows), title, title)
