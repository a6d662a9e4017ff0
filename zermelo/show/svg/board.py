"""A board as SVG, optionally with arrows for moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.picture import Board
from zermelo.show.canvas import Drawing, box, disc, length, polygon, tag, write

LABEL = 13.0  # font size

DISCS = {"●": "black-disc", "○": "white-disc"}
HOLE_DISCS = dict.fromkeys("●XxR", "red") | dict.fromkeys("○OoY", "yellow")
LETTERS = dict.fromkeys("Xx", "cross") | dict.fromkeys("Oo", "nought")
SOLID = dict(zip("♔♕♖♗♘♙", "♚♛♜♝♞♟", strict=True))  # a white piece is the solid shape, filled with white
AS_TEXT = "\ufe0e"  # keeps ♟ and others from turning into colour emoji

STRENGTHS = (0.85, 0.55, 0.38, 0.28)  # opacity of the first arrows; the rest use the last one

Arrow = Sequence[tuple[int, int]]  # the cells of a move: (row, column) from and to, or one to put something there


def board(picture: Board, arrows: Sequence[Arrow] = ()) -> Drawing:
    """Draws the board and, over it, an arrow or a ring for each move, the first one the strongest."""
    rows, columns = len(picture.cells), max((len(row) for row in picture.cells), default=0)
    side = min(56.0, max(28.0, 480.0 / max(1, rows, columns)))
    left = max((length(label, LABEL) for label in picture.rows), default=-8.0) + 8.0
    below = LABEL + 8.0 if picture.columns else 0.0
    in_holes = picture.shape == "hole"
    edge = 8.0 if in_holes else 0.0  # the frame around the holes

    parts = []
    if in_holes:
        parts.append(box(left, 0, columns * side + 2 * edge, rows * side + 2 * edge, "frame", corner=12))
    for row, cells in enumerate(picture.cells):
        for column, cell in enumerate(cells):
            x, y = left + edge + column * side, edge + row * side
            marked = (row, column) in picture.marked
            if in_holes:
                parts.append(_hole(x, y, side, cell, marked))
            else:
                parts.append(_square(x, y, side, cell, marked, shade="deep" if (row + column) % 2 else "pale"))
    if not in_holes:
        parts.append(box(left, 0, columns * side, rows * side, "rim", corner=3))
    for row, label in enumerate(picture.rows):
        parts.append(write(left - 8, edge + (row + 0.5) * side, label, LABEL, "end faint"))
    bottom = rows * side + 2 * edge
    for column, label in enumerate(picture.columns):
        parts.append(write(left + edge + (column + 0.5) * side, bottom + 5 + LABEL / 2, label, LABEL, "faint"))
    parts += _arrows(picture, arrows, (left + edge, edge), side)
    return Drawing(
        "".join(parts),
        width=left + columns * side + 2 * edge,
        height=bottom + below,
        title=picture.caption or f"a board of {rows} rows and {columns} columns",
        caption=picture.caption,
    )


def _square(x: float, y: float, side: float, cell: str, marked: bool, shade: str) -> str:
    parts = box(x, y, side, side, shade) + (box(x, y, side, side, "mark") if marked else "")
    if cell in DISCS:
        return parts + disc(x + side / 2, y + side / 2, 0.39 * side, DISCS[cell])
    return parts + _glyph(x, y, side, cell)


def _hole(x: float, y: float, side: float, cell: str, marked: bool) -> str:
    middle_x, middle_y = x + side / 2, y + side / 2
    parts = disc(middle_x, middle_y, 0.42 * side, HOLE_DISCS.get(cell, "hole"))
    if cell and cell not in HOLE_DISCS:
        parts += disc(middle_x, middle_y, 0.42 * side, "pale") + _glyph(x, y, 0.8 * side, cell, inset=0.1 * side)
    return parts + (disc(middle_x, middle_y, 0.3 * side, "ring") if marked else "")


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


def _arrows(picture: Board, arrows: Sequence[Arrow], origin: tuple[float, float], side: float) -> list[str]:
    """Draws the faintest first, so that the strongest is on top; skips moves that leave the board."""

    def middle(cell: tuple[int, int]) -> tuple[float, float]:
        return origin[0] + (cell[1] + 0.5) * side, origin[1] + (cell[0] + 0.5) * side

    def is_there(cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < len(picture.cells) and 0 <= cell[1] < len(picture.cells[cell[0]])

    parts = []
    for place, cells in reversed(list(enumerate(arrows))):
        strength = STRENGTHS[min(place, len(STRENGTHS) - 1)]
        if not cells or not all(is_there(cell) for cell in cells):
            continue
        start, end = middle(cells[0]), middle(cells[-1])
        parts.append(_ring(end, side, strength) if start == end else _arrow(start, end, side, strength))
    return parts


def _ring(middle: tuple[float, float], side: float, strength: float) -> str:
    x, y = middle
    return tag("circle", cx=x, cy=y, r=0.36 * side, class_="arrow-ring", stroke_width=0.1 * side, opacity=strength)


def _arrow(start: tuple[float, float], end: tuple[float, float], side: float, strength: float) -> str:
    far = math.dist(start, end)
    along = ((end[0] - start[0]) / far, (end[1] - start[1]) / far)

    def spot(ahead: float, aside: float) -> tuple[float, float]:
        """The point this far along the arrow and to its side, in cell sides."""
        ahead, aside = ahead * side, aside * side
        return start[0] + ahead * along[0] - aside * along[1], start[1] + ahead * along[1] + aside * along[0]

    tip = far / side - 0.06
    neck = tip - 0.4
    ways = [(0.1, 0.08), (neck, 0.08), (neck, 0.23), (tip, 0.0), (neck, -0.23), (neck, -0.08), (0.1, -0.08)]
    return polygon((spot(ahead, aside) for ahead, aside in ways), "arrow", opacity=strength)
