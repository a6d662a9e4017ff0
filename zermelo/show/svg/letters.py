"""A board of letters as SVG: squares with their bonus, tiles with their points, and a rack."""

from __future__ import annotations

import re

from zermelo.picture import Board
from zermelo.show.canvas import box, length, write
from zermelo.show.svg.ground import Layout

BONUSES = ("2L", "3L", "2W", "3W")
RACK = 38.0  # the height of the tiles beside the board
RACK_TILE = re.compile(r"(?P<letter>.*?)(?P<points>\d*)")


def squares(picture: Board, place: Layout) -> list[str]:
    """The squares, with what each multiplies."""
    parts, side = [], place.side
    for row, column in picture.places():
        x, y = place.middle((row, column))
        words = "" if picture.cells[row][column] else picture.corner(row, column)
        look = f"bonus-{words.lower()}" if words in BONUSES else "no-bonus"
        parts.append(box(x - side / 2, y - side / 2, side, side, f"letter-square {look}"))
        if words:
            parts.append(write(x, y, words, 0.3 * side, "on-bonus"))
    return parts


def tile(x: float, y: float, side: float, letter: str, points: str, marked: bool = False) -> str:
    """A tile around (x, y); a small letter is a blank."""
    inner = 0.92 * side
    look = "letter-tile fresh" if marked else "letter-tile"
    size = side * min(0.62, 0.9 / max(1.0, length(letter, 1.0)))
    parts = box(x - inner / 2, y - inner / 2, inner, inner, look, corner=0.1 * side)
    ink = "on-letter blank" if letter != letter.upper() else "on-letter"
    parts += write(x - 0.05 * side * bool(points), y, letter, size, ink)
    return parts + (write(x + 0.4 * side, y + 0.3 * side, points, 0.22 * side, "on-letter end") if points else "")


def rack(texts: tuple[str, ...], left: float, room: float) -> str:
    """Tiles in a row: letters followed by their points; "" is a gap."""
    parts, step = [], min(RACK, room / max(1, len(texts)))
    for at, text in enumerate(texts):
        match = RACK_TILE.fullmatch(text)
        if match and text:
            parts.append(tile(left + (at + 0.5) * step, 0.5 * RACK, 0.9 * step, match["letter"], match["points"]))
    return "".join(parts)
