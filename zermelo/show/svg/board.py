"""A board as SVG, optionally with arrows for moves."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.picture import Board
from zermelo.show.canvas import Drawing, write
from zermelo.show.svg.arrows import Arrow, arrow, ring, strength_of
from zermelo.show.svg.ground import LABEL, Layout, ground, layout
from zermelo.show.svg.pieces import LOOSE_STONE, STONE, in_hole, in_maze, on_crossing, on_hexagon, on_square, shades


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
        if not cells or not all(is_there(cell) for cell in cells):
            continue
        start, end = place.middle(cells[0]), place.middle(cells[-1])
        strength = strength_of(rank)
        parts.append(ring(end, place.side, strength) if start == end else arrow(start, end, place.side, strength))
    return parts
