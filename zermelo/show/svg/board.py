"""A board as SVG, optionally with arrows for moves."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.picture import Board
from zermelo.show.canvas import Drawing, shifted, write
from zermelo.show.svg.arrows import Arrow, arrow, frame, ring, strength_of
from zermelo.show.svg.dice import with_dice
from zermelo.show.svg.ground import LABEL, Layout, ground, layout
from zermelo.show.svg.letters import RACK, rack, squares, tile
from zermelo.show.svg.pieces import (
    LOOSE_STONE,
    STONE,
    in_hole,
    in_maze,
    on_crossing,
    on_hexagon,
    on_sea,
    on_square,
    shades,
)
from zermelo.show.svg.shapes import SHAPES, SHEET_LABEL, Places, content, floor, placed

BESIDE = 26.0  # the height of the pieces beside a board


def board(picture: Board, arrows: Sequence[Arrow] = ()) -> Drawing:
    """Draws the board and, over it, an arrow or a ring for each move, the first one the strongest."""
    if not picture.places():
        return Drawing("", 0.0, 0.0, picture.caption or "an empty board", picture.caption)
    place: Layout | Places
    if picture.shape in SHAPES:
        place = placed(picture)
        parts = [*floor(picture, place), *(content(picture, place, cell) for cell in picture.places())]
    else:
        place = layout(picture)
        floor_parts = squares(picture, place) if picture.shape == "letters" else ground(picture, place)
        parts = [*floor_parts, *_pieces(picture, place)]
    parts += [*_labels(picture, place), *_arrows(picture, arrows, place)]
    height = place.height + (LABEL + 8.0 if picture.columns else 0.0)
    above, below = (_beside(picture, place, side) for side in (0, 1))
    beside = RACK if picture.shape == "letters" else BESIDE
    body = "".join(parts)
    if above:
        body = shifted(above, 0, 0) + shifted(body, 0, beside)
    if below:
        body += shifted(below, 0, height + (beside if above else 0.0))
    rows, columns = len(picture.cells), max((len(row) for row in picture.cells), default=0)
    drawn = Drawing(
        body,
        width=place.width,
        height=height + beside * (bool(above) + bool(below)),
        title=picture.caption or f"a board of {rows} rows and {columns} columns",
        caption=picture.caption,
    )
    return with_dice(drawn, picture.dice)


def _beside(picture: Board, place: Layout | Places, side: int) -> str:
    """The pieces above the board (side 0) or below it, small and in a row."""
    pieces = picture.beside[side] if side < len(picture.beside) else ()
    left = place.middle((0, 0))[0] - place.side / 2
    if picture.shape == "letters":
        return rack(pieces, left, place.width - left)
    step = min(0.8 * BESIDE, (place.width - left) / max(1, len(pieces)))
    return "".join(
        on_square(left + (at + 0.5) * step, 0.5 * BESIDE, 0.8 * BESIDE, piece) for at, piece in enumerate(pieces)
    )


def _pieces(picture: Board, place: Layout) -> list[str]:
    has_stones = picture.shape in ("crossing", "hex")
    parts = [shades({cell for row in picture.cells for cell in row})] if has_stones else []
    for row, column in picture.places():
        cell, marked = picture.cells[row][column], (row, column) in picture.marked
        x, y = place.middle((row, column))
        if picture.shape == "letters":
            if cell:
                parts.append(tile(x, y, place.side, cell, picture.corner(row, column), marked))
        elif picture.shape == "hole":
            parts.append(in_hole(x, y, place.side, cell, marked))
        elif picture.shape == "crossing":
            parts.append(on_crossing(x, y, place.side, cell, marked, STONE if picture.is_whole() else LOOSE_STONE))
        elif picture.shape == "hex":  # a mark fills the whole hexagon
            parts.append(on_hexagon(x, y, place.side, cell))
        elif picture.shape == "maze":
            parts.append(in_maze(x, y, place.side, cell))
        elif picture.ground == "sea":
            parts.append(on_sea(x, y, place.side, cell))
        else:
            parts.append(on_square(x, y, place.side, cell))
    return parts


def _labels(picture: Board, place: Layout | Places) -> list[str]:
    """Row labels at the left, column labels below."""
    if isinstance(place, Layout) and picture.shape == "hex":
        return _slanted_labels(picture, place)
    gap = 16.0 if picture.shape == "hole" else 8.0
    parts = []
    named = picture.corners and picture.shape != "letters"
    rows, columns = () if named else picture.rows, picture.columns  # cells with names need none beside them
    if isinstance(place, Places):
        rows, columns = rows[: len(place.ys)], columns[: len(place.xs)]
    for row, label in enumerate(rows):
        if isinstance(place, Places):
            x, y, size = place.xs[0] - place.wide[0] / 2, place.ys[row], LABEL
            look = "end faint"
            if picture.shape == "sheet":
                size, look = SHEET_LABEL, "end"
            parts.append(write(x - gap, y, label, size, look))
            continue
        x, y = place.middle((row, 0))
        parts.append(write(x - place.side / 2 - gap, y, label, LABEL, "end faint"))
    for column, label in enumerate(columns):
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


def _arrows(picture: Board, arrows: Sequence[Arrow], place: Layout | Places) -> list[str]:
    """Draws the faintest first, so that the strongest is on top; skips moves that leave the board.

    Where nothing moves from one cell to another, each cell gets a ring.
    """

    def is_there(cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < len(picture.cells) and 0 <= cell[1] < len(picture.cells[cell[0]])

    parts = []
    for rank, cells in reversed(list(enumerate(arrows))):
        if not cells or not all(is_there(cell) for cell in cells):
            continue
        start, end = place.middle(cells[0]), place.middle(cells[-1])
        strength = strength_of(rank)
        if picture.shape in SHAPES:
            parts += [ring(place.middle(cell), place.side, strength) for cell in dict.fromkeys(cells)]
            continue
        put = frame if picture.shape == "square" else ring  # on squares, a ring would look like an O
        parts.append(put(end, place.side, strength) if start == end else arrow(start, end, place.side, strength))
    return parts
