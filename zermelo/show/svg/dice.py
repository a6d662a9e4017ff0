"""Dice as SVG."""

from __future__ import annotations

from zermelo.show.canvas import Drawing, box, disc, shifted, write

DIE = 26.0  # the side of a die on a backgammon board, by which the other sizes go
PIPS = {1: "E", 2: "AI", 3: "AEI", 4: "ACGI", 5: "ACEGI", 6: "ACDFGI"}  # on a grid of 3 × 3, A to I
LIGHT = ("die", "pip", "on-die")  # looks
BLACK = ("die black-die", "pip black-pip", "on-black")
BESIDE, BETWEEN = 36.0, 8.0  # the side of a die beside a board, and the room between two


def die(x: float, y: float, side: float, face: int | str, looks: tuple[str, str, str] = LIGHT) -> str:
    """A die around (x, y); a number that is on no usual die is written out, "" is a die that is not seen."""
    square, dot, digit = looks
    scale = side / DIE
    parts = box(x - side / 2, y - side / 2, side, side, square if face != "" else "face-down", corner=5 * scale)
    if face not in PIPS:
        words = str(face) or "?"
        return parts + write(x, y, words, side * min(0.54, 1.1 / len(words)), digit if face != "" else "on-black")
    for pip in PIPS[int(face)]:
        row, column = divmod(ord(pip) - ord("A"), 3)
        parts += disc(x + (column - 1) * 7.5 * scale, y + (row - 1) * 7.5 * scale, 2.4 * scale, dot)
    return parts


def row_of_dice(left: float, middle: float, side: float, faces: tuple[int | str, ...]) -> str:
    """Dice side by side, the first with its left edge there."""
    step = side + BETWEEN
    return "".join(die(left + place * step + side / 2, middle, side, face) for place, face in enumerate(faces))


def with_dice(drawing: Drawing, dice: tuple[int, ...] | None) -> Drawing:
    """The drawing with dice below it."""
    if not dice:
        return drawing
    long = len(dice) * (BESIDE + BETWEEN) - BETWEEN
    width, aside = max(drawing.width, long), max(0.0, (long - drawing.width) / 2)
    row = row_of_dice((width - long) / 2, drawing.height + 14 + BESIDE / 2, BESIDE, dice)
    return Drawing(
        (shifted(drawing.body, aside, 0) if aside and drawing.body else drawing.body) + row,
        width=width,
        height=drawing.height + 14 + BESIDE + 6,
        title=drawing.title,
        caption=drawing.caption,
    )
