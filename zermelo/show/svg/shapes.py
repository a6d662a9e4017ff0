"""Boards that are no plain squares: tiles, lines between dots, pits with seeds, score sheets, columns to climb.

Each shape says where its cells lie (`placed`), what is under them (`floor`), and what is in a cell (`content`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from zermelo.picture import Board, Cell
from zermelo.show.canvas import box, disc, length, tag, write
from zermelo.show.style import COLOUR_NAMES
from zermelo.show.svg.pieces import glyph

SHAPES = ("tile", "dots", "pits", "sheet", "climb")
LABEL = 13.0  # font sizes
SHEET_LABEL = 15.0
STRIP = 0.34  # the width of a row or column of dots, in sides of a box
TILES = 12  # looks: 2, 4, …, 2048, and all larger ones
LIGHT = (5, 6, 7, 11, 12)  # tiles whose text is white
MOST_SEEDS = 15  # that are drawn in a pit
TOKENS = 6  # looks of players


@dataclass(frozen=True)
class Places:
    """Where the cells of a board lie; the counterpart of `ground.Layout` for rows and columns of unequal size."""

    side: float
    xs: tuple[float, ...]  # the middle of each column
    ys: tuple[float, ...]
    wide: tuple[float, ...]  # how wide each column is
    high: tuple[float, ...]
    width: float  # with the labels at the left
    height: float  # without those below
    stores: frozenset[Cell] = frozenset()  # pits that take the height of the board

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        row, column = cell
        return self.xs[column], self.height / 2 if cell in self.stores else self.ys[row]


def placed(picture: Board) -> Places:
    """Where the cells of such a board lie."""
    rows, columns = len(picture.cells), max((len(row) for row in picture.cells), default=0)
    label = SHEET_LABEL if picture.shape == "sheet" else LABEL
    left = max((length(words, label) for words in picture.rows), default=-10.0) + 10.0
    side = min(56.0, max(22.0, 480.0 / max(1, rows, columns)))
    if picture.shape == "dots":
        side = min(64.0, max(30.0, 900.0 / max(1, rows, columns)))
        wide = tuple(side if column % 2 else STRIP * side for column in range(columns))
        high = tuple(side if row % 2 else STRIP * side for row in range(rows))
    elif picture.shape == "sheet":
        wide, high, side = (78.0,) * columns, (26.0,) * rows, 26.0
    elif picture.shape == "pits":
        side = min(76.0, max(48.0, 640.0 / max(1, columns)))
        wide, high = (side,) * columns, (side,) * rows
    else:
        wide, high = (side,) * columns, (side,) * rows
    return Places(
        side,
        tuple(left + sum(wide[:column]) + wide[column] / 2 for column in range(columns)),
        tuple(sum(high[:row]) + high[row] / 2 for row in range(rows)),
        wide,
        high,
        left + sum(wide),
        sum(high),
        frozenset(stores(picture)) if picture.shape == "pits" else frozenset(),
    )


def stores(picture: Board) -> list[Cell]:
    """The pits of a board of two rows above or below which the grid has no cell."""
    there = set(picture.places())
    if len(picture.cells) != 2:
        return []
    return [(row, column) for row, column in picture.places() if (1 - row, column) not in there]


def floor(picture: Board, place: Places) -> list[str]:
    """What lies under the cells."""
    left = place.xs[0] - place.wide[0] / 2 if place.xs else 0.0
    wide = place.width - left
    match picture.shape:
        case "tile":
            return [box(left, 0, wide, place.height, "tray", corner=6)]
        case "dots":
            return [box(left, 0, wide, place.height, "paper", corner=6)]
        case "pits":
            return [box(left - 4, -4, wide + 8, place.height + 8, "wood", corner=22)]
    return []


def content(picture: Board, place: Places, cell: Cell) -> str:
    """A cell, and what is in it."""
    row, column = cell
    words, marked = picture.cells[row][column], cell in picture.marked
    (x, y), side = place.middle(cell), place.side
    match picture.shape:
        case "tile":
            return _tile(x, y, side, words, marked)
        case "dots":
            return _dot(x, y, cell, place, words, marked)
        case "pits":
            return _pit(x, y, side, words, marked, place.height if cell in place.stores else side)
        case "sheet":
            return _box(x, y, place, words, dict(picture.offers).get(cell, ""), marked)
    return _step(x, y, side, words, marked)


def tile_look(words: str) -> int:
    """Which of the looks of tiles a number has: 1 for 2, 2 for 4, … and the last for all large ones; 0 for words."""
    return min(TILES, max(1, int(words).bit_length() - 1)) if words.isascii() and words.isdecimal() else 0


def _tile(x: float, y: float, side: float, words: str, marked: bool) -> str:
    inner = side - 6
    look = tile_look(words)
    under = box(x - inner / 2, y - inner / 2, inner, inner, f"tile-{look}" if words else "no-tile", corner=5)
    ring = box(x - inner / 2, y - inner / 2, inner, inner, "mark-line", corner=5) if marked else ""
    size = min(0.44, 1.35 / max(1, len(words))) * side
    ink = "on-dark-tile" if look in LIGHT else "on-tile"
    return under + (write(x, y, words, size, ink) if words else "") + ring


def _dot(x: float, y: float, cell: Cell, place: Places, words: str, marked: bool) -> str:
    row, column = cell
    side = place.side
    if row % 2 and column % 2:
        wide = side - 2
        if words in COLOUR_NAMES:
            return box(x - wide / 2, y - wide / 2, wide, wide, f"box-{words}")
        return glyph(x, y, side, words.strip())
    if row % 2 == 0 and column % 2 == 0:
        return disc(x, y, 0.1 * side, "dot") if words else ""
    reach, thick = (1 + STRIP) * side, 0.11 * side
    wide, high = (reach, thick) if column % 2 else (thick, reach)
    if not words:
        look = "open-line"
    else:
        look = f"side side-{words}" if words in COLOUR_NAMES else "drawn-line"
    drawn = f"M{x - wide / 2 + thick:.6g} {y:.6g}H{x + wide / 2 - thick:.6g}"
    if not column % 2:
        drawn = f"M{x:.6g} {y - high / 2 + thick:.6g}V{y + high / 2 - thick:.6g}"
    mark = tag("path", d=drawn, class_="marked-line", stroke_width=2.2 * thick) if marked else ""
    return mark + tag("path", d=drawn, class_=look, stroke_width=thick if words else 0.4 * thick)


def _pit(x: float, y: float, side: float, words: str, marked: bool, high: float) -> str:
    """A hollow with its seeds, and their number."""
    wide = side - 8
    tall = high - 8
    parts = box(x - wide / 2, y - tall / 2, wide, tall, "hollow", corner=wide / 2)
    if marked:
        parts += box(x - wide / 2, y - tall / 2, wide, tall, "mark-line", corner=wide / 2)
    if words.isascii() and words.isdecimal():
        for across, down in seeds(min(MOST_SEEDS, int(words))):
            parts += disc(x + across * wide, y - 0.06 * side + down * wide, 0.075 * wide, "seed")
    return parts + (write(x, y + tall / 2 - 0.15 * side, words, 0.24 * side, "on-wood strong") if words else "")


def seeds(count: int) -> list[tuple[float, float]]:
    """Where so many seeds lie around the middle of a pit of width 1: in a spiral, like those of a sunflower."""
    turn = math.pi * (3 - math.sqrt(5))
    radii = [0.0 if count == 1 else 0.075 * math.sqrt(place + 0.6) for place in range(count)]
    return [(radius * math.cos(place * turn), radius * math.sin(place * turn)) for place, radius in enumerate(radii)]


def _box(x: float, y: float, place: Places, words: str, offer: str, marked: bool) -> str:
    """A box of a score sheet."""
    wide, high = place.wide[0], place.high[0]
    parts = box(x - wide / 2, y - high / 2, wide, high, "sheet-box")
    if marked:
        parts += box(x - wide / 2, y - high / 2, wide, high, "mark")
    if words:
        return parts + write(x, y, words, SHEET_LABEL, "strong on-sheet")
    return parts + (write(x, y, offer, SHEET_LABEL - 1, "offered") if offer else "")


def _step(x: float, y: float, side: float, words: str, marked: bool) -> str:
    """A square of a column, the players who are there, and a runner."""
    inner = side - 3
    parts = box(x - inner / 2, y - inner / 2, inner, inner, "mark" if marked else "pale", corner=4)
    for place, (across, name) in enumerate(standing(words)):
        spot = x + across * side
        if name == "*":
            parts += disc(spot, y, 0.24 * side, "runner")
        else:
            look = (int(name) - 1) % TOKENS if name.isascii() and name.isdecimal() else place
            parts += disc(spot, y, 0.27 * side, f"token-{look}") + write(spot, y, name, 0.3 * side, "on-token")
    return parts


def standing(words: str) -> list[tuple[float, str]]:
    """Who stands on a square of a column, and how far from its middle in sides."""
    names = list(words)
    step = 0.0 if len(names) < 2 else 0.46 / (len(names) - 1)
    return [(place * step - 0.23 * (len(names) > 1), name) for place, name in enumerate(names)]
