"""A board as SVG, optionally with arrows for moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.picture import Board
from zermelo.show.canvas import Drawing, polygon, tag, write
from zermelo.show.svg.ground import LABEL, Layout, ground, layout
from zermelo.show.svg.pieces import LOOSE_STONE, STONE, in_hole, in_maze, on_crossing, on_hexagon, on_square, shades

STRENGTHS = (0.85, 0.55, 0.38, 0.28)  # opacity of the first arrows; the rest use the last one

Arrow = Sequence[tuple[int, int]]  # the cells of a move: (row, column) from and to, or one to put something there


def board(picture: Board, arrows: Sequence[Arrow] = ()) -> Drawing:
    """Draws the board and, over it, an arrow or a ring for each move, the first one the strongest."""
    if not picture.places():
        return Drawing("", 0.0, 0.0, picture.caption or "an empty board", picture.caption)
    place = layout(picture)
    parts = [*ground(picture, place), *_pieces(picture, place), *_labels(picture, place)]
    parts += _arrows(picture, arrows, place)
    rows, columns = len(picture.cells), max((len(row) for row in picture.cells), default=0)
    return Drawing(
        "".join(parts),
        width=place.width,
        height=place.height + (LABEL + 8.0 if picture.columns else 0.0),
        title=picture.caption or f"a board of {rows} rows and {columns} columns",
        caption=picture.caption,
    )


def _pieces(picture: Board, place: Layout) -> list[str]:
    has_stones = picture.shape in ("crossing", "hex")
    parts = [shades({cell for row in picture.cells for cell in row})] if has_stones else []
    for row, column in picture.places():
        cell, marked = picture.cells[row][column], (row, column) in picture.marked
        x, y = place.middle((row, column))
        if picture.shape == "hole":
            parts.append(in_hole(x, y, place.side, cell, marked))
        elif picture.shape == "crossing":
            parts.append(on_crossing(x, y, place.side, cell, marked, STONE if picture.is_whole() else LOOSE_STONE))
        elif picture.shape == "hex":  # a mark fills the whole hexagon
            parts.append(on_hexagon(x, y, place.side, cell))
        elif picture.shape == "maze":
            parts.append(in_maze(x, y, place.side, cell))
        else:
            parts.append(on_square(x, y, place.side, cell))
    return parts


def _labels(picture: Board, place: Layout) -> list[str]:
    """Row labels at the left, column labels below."""
    if picture.shape == "hex":
        return _slanted_labels(picture, place)
    gap = 16.0 if picture.shape == "hole" else 8.0
    parts = []
    for row, label in enumerate(picture.rows):
        x, y = place.middle((row, 0))
        parts.append(write(x - place.side / 2 - gap, y, label, LABEL, "end faint"))
    for column, label in enumerate(picture.columns):
        x, _ = place.middle((0, column))
        parts.append(write(x, place.height + 5 + LABEL / 2, label, LABEL, "faint"))
    return parts


def _slanted_labels(picture: Board, place: Layout) -> list[str]:
    """Each label beside the first hexagon of its row, or after the last one of its column, which leans to the right."""
    first = {row: (row, column) for row, column in reversed(picture.places())}
    last = {column: (row, column) for row, column in picture.places()}
    parts = []
    for row, label in enumerate(picture.rows):
        if row in first:
            x, y = place.middle(first[row])
            parts.append(write(x - 0.7 * place.side - 8, y, label, LABEL, "end faint"))
    for column, label in enumerate(picture.columns):
        if column in last:
            x, y = place.middle(last[column])
            parts.append(write(x + 0.48 * place.side, y + 0.48 * place.side + LABEL, label, LABEL, "faint"))
    return parts


def _arrows(picture: Board, arrows: Sequence[Arrow], place: Layout) -> list[str]:
    """Draws the faintest first, so that the strongest is on top; skips moves that leave the board."""

    def is_there(cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < len(picture.cells) and 0 <= cell[1] < len(picture.cells[cell[0]])

    parts = []
    for rank, cells in reversed(list(enumerate(arrows))):
        strength = STRENGTHS[min(rank, len(STRENGTHS) - 1)]
        if not cells or not all(is_there(cell) for cell in cells):
            continue
        start, end = place.middle(cells[0]), place.middle(cells[-1])
        parts.append(_ring(end, place.side, strength) if start == end else _arrow(start, end, place.side, strength))
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
