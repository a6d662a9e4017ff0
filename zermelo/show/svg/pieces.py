"""Pieces on a board as SVG: stones with light on them, flat discs, chessmen, letters."""

from __future__ import annotations

import math
import re

from zermelo.show.canvas import box, disc, length, tag, write
from zermelo.show.style import COLOUR_NAMES

DISCS = {"●": "black-disc", "○": "white-disc"} | {name: f"{name}-disc" for name in COLOUR_NAMES}
HOLE_DISCS = dict.fromkeys("●XxR", "red") | dict.fromkeys("○OoY", "yellow")
STONES = {"●": "black", "○": "white"} | {name: name for name in COLOUR_NAMES}  # cell -> colour
LETTERS = dict.fromkeys("Xx", "cross") | dict.fromkeys("Oo", "nought")
KINGS = {"⛃": "black-disc", "⛁": "white-disc"}  # of draughts
SOLID = dict(zip("♔♕♖♗♘♙", "♚♛♜♝♞♟", strict=True))  # a white piece is the solid shape, filled with white
STONE, LOOSE_STONE, HEX_STONE = 0.46, 0.38, 0.36  # radius in cell sides; loose: where not every place is a point
AS_TEXT = "\ufe0e"  # keeps ♟ and others from turning into colour emoji


def shades(cells: set[str]) -> str:
    """The gradients that the stones among these cells are filled with; they are named in the stylesheet."""
    colours = [colour for cell, colour in STONES.items() if cell in cells]
    return tag("defs", "".join(_shade(colour) for colour in colours)) if colours else ""


def _shade(colour: str) -> str:
    stops = tag("stop", offset=0, class_=f"{colour}-lit") + tag("stop", offset=1, class_=f"{colour}-dim")
    return tag("radialGradient", stops, id=f"zermelo-{colour}-stone", cx=0.36, cy=0.3, r=0.72)


def on_square(x: float, y: float, side: float, cell: str) -> str:
    """What stands on the square around (x, y)."""
    if cell in KINGS:
        return _king(x, y, side, cell)
    return disc(x, y, 0.39 * side, DISCS[cell]) if cell in DISCS else glyph(x, y, side, cell)


def _king(x: float, y: float, side: float, cell: str) -> str:
    """A king of draughts: a man with a crown on it."""
    across, high = 0.19 * side, 0.13 * side
    points = ((-1, -0.6), (-0.5, 0.2), (0, -1), (0.5, 0.2), (1, -0.6), (0.8, 1), (-0.8, 1))
    path = "".join(f"{'L' if i else 'M'}{x + a * across:.6g} {y + b * high:.6g}" for i, (a, b) in enumerate(points))
    look = "crown dark" if KINGS[cell] == "white-disc" else "crown"
    crown = tag("path", d=f"{path}Z", class_=look, stroke_width=0.045 * side)
    return disc(x, y, 0.39 * side, KINGS[cell]) + crown


def on_sea(x: float, y: float, side: float, cell: str) -> str:
    """A shot that hit, one that missed, or anything else as on other squares."""
    if cell == "X":
        arm = 0.2 * side
        d = f"M{x - arm:.6g} {y - arm:.6g}l{2 * arm:.6g} {2 * arm:.6g}m0 {-2 * arm:.6g}l{-2 * arm:.6g} {2 * arm:.6g}"
        return tag("path", d=d, class_="hit", stroke_width=0.11 * side)
    return disc(x, y, 0.13 * side, "miss") if cell == "o" else on_square(x, y, side, cell)


def in_hole(x: float, y: float, side: float, cell: str, marked: bool) -> str:
    """The disc in the hole around (x, y)."""
    parts = ""
    if cell in HOLE_DISCS or cell in COLOUR_NAMES:
        parts = disc(x, y, 0.42 * side, HOLE_DISCS.get(cell) or DISCS[cell])
    elif cell:
        parts = disc(x, y, 0.42 * side, "pale") + glyph(x, y, 0.8 * side, cell)
    return parts + (disc(x, y, 0.3 * side, "ring") if marked else "")


def on_crossing(x: float, y: float, side: float, cell: str, marked: bool, radius: float) -> str:
    """What stands on the crossing at (x, y); radius: of a stone, in sides.

    A mark on a piece is a ring, one on an empty point a small square.
    """
    ring = "mark-on-white" if STONES.get(cell) in (None, "white", "yellow") else "mark-on-black"
    if not cell:
        return box(x - 0.18 * side, y - 0.18 * side, 0.36 * side, 0.36 * side, ring) if marked else ""
    parts = _stone(x, y, radius * side, cell)
    if not parts:  # the lines do not run through a letter
        parts = disc(x, y, 0.36 * side, "under-letter") + glyph(x, y, 0.9 * side, cell)
    return parts + (disc(x, y, 0.5 * radius * side, ring) if marked else "")


def in_maze(x: float, y: float, side: float, cell: str) -> str:
    """What is in the cell of a maze around (x, y); `Board` lists it."""
    if cell in (".", "o"):
        return disc(x, y, (0.09 if cell == "." else 0.2) * side, "food")
    if cell in ("P", "X"):
        r, wide = 0.4 * side, 0.8 if cell == "P" else 1.5  # the open mouth, as an angle; caught: wide open
        across, up = r * math.cos(wide / 2), r * math.sin(wide / 2)
        d = f"M{x:.6g} {y:.6g}l{across:.6g} {-up:.6g}A{r:.6g} {r:.6g} 0 1 0 {x + across:.6g} {y + up:.6g}Z"
        return tag("path", d=d, class_="pacman" if cell == "P" else "pacman caught")
    if re.fullmatch("[Gg][0-9]{0,2}", cell):
        return _ghost(x, y, 0.4 * side, "scared" if cell[0] == "g" else f"ghost-{(int(cell[1:] or 1) - 1) % 4}")
    return glyph(x, y, 0.8 * side, cell)


def _ghost(x: float, y: float, r: float, look: str) -> str:
    """A round head, a wavy hem, and two eyes."""
    hem = f"l{-r / 3:.6g} {-r / 4:.6g}l{-r / 3:.6g} {r / 4:.6g}" * 3
    body = f"M{x - r:.6g} {y + r:.6g}V{y:.6g}a{r:.6g} {r:.6g} 0 0 1 {2 * r:.6g} 0V{y + r:.6g}{hem}Z"
    eyes = "".join(disc(x + where * r, y - 0.1 * r, 0.24 * r, "eye") for where in (-0.4, 0.4))
    return tag("path", d=body, class_=f"ghost {look}") + eyes


def on_hexagon(x: float, y: float, side: float, cell: str) -> str:
    """What stands on the hexagon around (x, y)."""
    return _stone(x, y, HEX_STONE * side, cell) or glyph(x, y, 0.9 * side, cell)


def _stone(x: float, y: float, radius: float, cell: str) -> str:
    """A stone and its shadow; "" where the cell holds none."""
    if cell not in STONES:
        return ""
    shadow = disc(x + 0.06 * radius, y + 0.1 * radius, radius, "shadow")
    return shadow + disc(x, y, radius, f"stone {STONES[cell]}-stone")


def glyph(x: float, y: float, side: float, cell: str) -> str:
    """A piece as text around (x, y), as large as its square allows."""
    if not cell:
        return ""
    look = "white" if cell in SOLID else LETTERS.get(cell, "")
    shown = SOLID.get(cell, cell)
    is_symbol = len(shown) == 1 and "\u2600" <= shown <= "\u27bf"
    size = side * (0.8 if is_symbol else min(0.62, 0.9 / max(1.0, length(cell, 1.0))))
    return write(x, y, shown + AS_TEXT * is_symbol, size, f"piece {look}".strip())
