"""A track as SVG: squares in a ring with names, owners, houses and tokens, and in it what the players have."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.picture import Place, Purse, Track
from zermelo.show.canvas import Drawing, box, disc, fitted, tag, write
from zermelo.show.style import GROUP_NAMES
from zermelo.show.words import one_line

SQUARE = 66.0
BAND, STRIPE = 11.0, 5.0  # the colour of a group, and that of an owner
NAME, NOTE, LABEL = 8.4, 9.0, 15.0  # font sizes
LINES = 3  # of a name
TOKEN = 8.5  # radius
TOKENS = 6  # looks of players
LINE = 17.0  # from thing to thing in a purse


def track(picture: Track) -> Drawing:
    """Draws the ring and the purses in it."""
    side = SQUARE * (picture.side + 1)
    parts = [box(0, 0, side, side, "inside", corner=6)]
    for number, place in enumerate(picture.places):
        row, column = picture.cell(number)
        parts += _place(column * SQUARE, row * SQUARE, place, number in picture.marked)
    inner = side - 2 * SQUARE - 40
    if picture.purses and inner > 0:
        across = min(len(picture.purses), 3)
        down = -(-len(picture.purses) // across)
        wide, high = inner / across, (side - 2 * SQUARE - 30) / down
        for number, purse in enumerate(picture.purses):
            x, y = SQUARE + 20 + number % across * wide, SQUARE + 20 + number // across * high
            parts += _purse(x, y, purse, number, wide - 10, high - 8)
    return Drawing(
        "".join(parts), side, side, picture.caption or f"a track of {len(picture.places)} places", picture.caption
    )


def _place(x: float, y: float, place: Place, marked: bool) -> Iterator[str]:
    yield box(x, y, SQUARE, SQUARE, "place")
    if marked:
        yield box(x, y, SQUARE, SQUARE, "mark")
    if place.colour in GROUP_NAMES:
        yield box(x, y, SQUARE, BAND, f"bar-{place.colour}")
    if place.built:
        yield write(x + SQUARE / 2, y + BAND / 2, one_line(place.built), NOTE, "place-name strong")
    middle, top = x + SQUARE / 2, y + BAND + 8
    lines = list(_lines(one_line(place.name)))
    for number, words in enumerate(lines):
        yield write(middle, top + 9.5 * number, words, NAME, "place-name")
    if place.note:
        yield write(middle, top + 9.5 * len(lines) + 2, one_line(place.note), NOTE, "faint")
    if place.owner > 0:
        yield box(x, y + SQUARE - STRIPE, SQUARE, STRIPE, f"token-{(place.owner - 1) % TOKENS}")
    for number, player in enumerate(place.tokens):
        yield _token(x + TOKEN + 3 + number % 3 * 20, y + SQUARE - STRIPE - TOKEN - 1 - number // 3 * 18, player)


def _token(x: float, y: float, player: int) -> str:
    return disc(x, y, TOKEN, f"token-{(player - 1) % TOKENS}") + write(x, y, str(player), 10, "on-token")


def _lines(name: str) -> Iterator[str]:
    """A name over some lines."""
    line, count = "", 0
    for word in name.split():
        if line and len(line) + 1 + len(word) > 11:
            yield fitted(line, NAME, SQUARE)
            line, count = "", count + 1
            if count == LINES:
                return
        line = f"{line} {word}".strip()
    if line:
        yield fitted(line, NAME, SQUARE)


def _purse(x: float, y: float, purse: Purse, number: int, wide: float, high: float) -> Iterator[str]:
    yield _token(x + TOKEN, y + 8, number + 1)
    if purse.active:
        yield tag("path", d=f"M{x - 12:g} {y + 3:g}l8 5l-8 5z", class_="pointer")
    words = f"{one_line(purse.label)}  {one_line(purse.money)}"
    yield write(x + 24, y + 8, fitted(words, LABEL, wide - 24), LABEL, "start strong" if purse.active else "start")
    yield write(x, y + 30, fitted(one_line(purse.note), 12, wide), 12, "start faint")
    fits = max(0, int((high - 44) / LINE))
    shown = purse.things if len(purse.things) <= fits else purse.things[: max(0, fits - 1)]
    for place, (name, colour) in enumerate(shown):
        at = y + 50 + place * LINE
        yield box(x, at - 5, 10, 10, f"bar-{colour}" if colour in GROUP_NAMES else "full", corner=2)
        yield write(x + 16, at, fitted(one_line(name), 12, wide - 16), 12, "start")
    if len(shown) < len(purse.things) and fits:
        yield write(x + 16, y + 50 + len(shown) * LINE, f"and {len(purse.things) - len(shown)} more", 12, "start faint")
