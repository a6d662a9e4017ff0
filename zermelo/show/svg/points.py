"""A backgammon board as SVG: player 0 has the black checkers and the home at the bottom right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zermelo.picture import Cell, Points
from zermelo.show.canvas import Drawing, box, disc, polygon, write
from zermelo.show.svg.arrows import Arrow, Spot, arrow, strength_of
from zermelo.show.svg.dice import BLACK, DIE, LIGHT, die
from zermelo.show.words import point_number, point_rows

LABEL, COUNT = 12.0, 14.0  # font sizes
PLATE = 24.0  # above and below the board: whose side it is, the pips and the score
POINT = 38.0  # the width of a point
SPIKE = 5 * POINT - 8  # its height
GAP = 34.0  # between the points above and below, for the dice
RIM = 18.0  # the frame, with the points' numbers
BAR = 44.0
TRAY = 48.0  # for the checkers that are off
RADIUS = POINT / 2 - 1.5
MOST, MOST_ON_BAR = 5, 3  # checkers drawn in a stack; a higher one shows its count
OFF_MIDDLE = 26.0  # where those on the bar begin: the cube may be between them
COLOURS = ("black-disc", "white-disc")
ON_DISC = ("on-black", "on-white")
CUBE, OFFERED_CUBE = 32.0, 44.0
DICE = (BLACK, LIGHT)  # looks, by player
UNTURNED = 64  # what a cube shows before anybody has doubled


@dataclass(frozen=True)
class Table:
    """Where the parts of the board lie."""

    columns: int  # points in a row

    @property
    def half(self) -> int:
        """Points of a row at the left of the bar."""
        return self.columns // 2

    @property
    def top(self) -> float:
        return PLATE + RIM

    @property
    def bottom(self) -> float:
        return self.top + 2 * SPIKE + GAP

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def right(self) -> float:
        """Where the points at the right of the bar begin."""
        return RIM + self.half * POINT + BAR

    @property
    def tray(self) -> float:
        return self.right + (self.columns - self.half) * POINT + RIM

    @property
    def width(self) -> float:
        return self.tray + TRAY + RIM

    @property
    def height(self) -> float:
        return self.bottom + RIM + PLATE

    def across(self, place: int) -> float:
        """The middle of a point; place: from the left."""
        return RIM + (place + 0.5) * POINT + (BAR if place >= self.half else 0)

    def side(self, player: int) -> float:
        """The middle of the half where a player rolls: the right one for player 0."""
        first, count = (RIM, self.half) if player == 1 else (self.right, self.columns - self.half)
        return first + count * POINT / 2


def points(picture: Points, arrows: Sequence[Arrow] = ()) -> Drawing:
    """Draws the board with its checkers, dice and cube, the pips and the score; an arrow for each move of the turns."""
    above, below = point_rows(len(picture.points))
    table = Table(max(len(above), len(below)))
    parts = [*_ground(table)]
    for row, (indices, base, up) in enumerate(((above, table.top, 1), (below, table.bottom, -1))):
        for place, index in enumerate(indices):
            x = table.across(place)
            spike = [(x - POINT / 2, base), (x + POINT / 2, base), (x, base + up * SPIKE)]
            parts.append(polygon(spike, "spike dark" if (place + row) % 2 else "spike"))
            parts.append(_stack(x, base, up, picture.points[index], MOST))
            number = point_number(len(picture.points), index, picture.numbered)
            parts.append(write(x, base - up * RIM / 2, str(number), LABEL, "on-wood"))
    for player, up in ((0, -1), (1, 1)):  # on the side where they re-enter
        on_bar = picture.bar[player] if player == 0 else -picture.bar[player]
        parts.append(_stack(table.right - BAR / 2, table.middle + up * OFF_MIDDLE, up, on_bar, MOST_ON_BAR))
        parts.append(_borne_off(table, player, picture.off[player]))
    parts += [*_dice(picture, table), *_cube(picture, table), *_plates(picture, table)]
    parts += _arrows(picture, table, arrows)
    return Drawing(
        "".join(parts),
        width=table.width,
        height=table.height,
        title=picture.caption or "a backgammon board",
        caption=picture.caption,
    )


def _ground(table: Table) -> Iterator[str]:
    high = table.bottom - table.top
    yield box(0, PLATE, table.width, high + 2 * RIM, "wood", corner=8)
    yield box(RIM, table.top, table.half * POINT, high, "felt")
    yield box(table.right, table.top, (table.columns - table.half) * POINT, high, "felt")
    for y in (table.top, table.middle + 3):
        yield box(table.tray, y, TRAY, high / 2 - 3, "felt", corner=4)


def _plates(picture: Points, table: Table) -> Iterator[str]:
    for player, y in ((1, PLATE / 2 - 4), (0, table.height - PLATE / 2 + 4)):
        words = f"{picture.pips(player)} pips"
        if picture.score is not None:
            words += f" · {picture.score[player]} of {picture.length} points"
        yield disc(8, y, 6, COLOURS[player])
        yield write(20, y, words, LABEL, "start")


def _stack(x: float, base: float, up: int, checkers: int, most: int) -> str:
    """Checkers from the base up; the sign says whose. If not all are shown, the last one bears their number."""
    count, player = abs(checkers), 0 if checkers > 0 else 1
    places = [base + up * (place * 2 * RADIUS + RADIUS + 1) for place in range(min(count, most))]
    parts = [disc(x, y, RADIUS, COLOURS[player]) + disc(x, y, 0.62 * RADIUS, "groove") for y in places]
    if count > most:
        parts.append(write(x, places[-1], str(count), COUNT, ON_DISC[player]))
    return "".join(parts)


def _borne_off(table: Table, player: int, count: int) -> str:
    """Checkers on their edges, and how many."""
    base, up = (table.bottom, -1) if player == 0 else (table.top, 1)
    high = min(9.0, (SPIKE - 30) / max(1, count))
    parts = [
        box(
            table.tray + 5,
            base + up * (4 + (place + 0.5) * high) - high * 0.4,
            TRAY - 10,
            high * 0.8,
            COLOURS[player],
            corner=2,
        )
        for place in range(count)
    ]
    if count:
        parts.append(write(table.tray + TRAY / 2, base + up * (SPIKE - 6), str(count), COUNT, "on-felt"))
    return "".join(parts)


def _dice(picture: Points, table: Table) -> Iterator[str]:
    """Dice in a row on the side of their player; a number that is on no die is written out."""
    for place, number in enumerate(picture.dice):
        x = table.side(picture.numbered) + (place - (len(picture.dice) - 1) / 2) * (DIE + 8)
        yield die(x, table.middle, DIE, number, DICE[picture.numbered])


def _cube(picture: Points, table: Table) -> Iterator[str]:
    """In the middle of the bar or at its owner's end; while it is offered, where who has to answer would roll."""
    if not picture.cube and not picture.offered:
        return
    x, y, size = table.right - BAR / 2, table.middle, CUBE
    if picture.offered:
        x, size = table.side(picture.numbered), OFFERED_CUBE
    elif picture.owner in (0, 1):
        y = table.bottom - CUBE / 2 - 4 if picture.owner == 0 else table.top + CUBE / 2 + 4
    value = picture.offered or picture.cube
    words = str(UNTURNED if value == 1 else value)
    yield box(x - size / 2, y - size / 2, size, size, "cube", corner=6)
    yield write(x, y, words, size * (0.55 if len(words) < 3 else 0.36), "on-die")


def _arrows(picture: Points, table: Table, arrows: Sequence[Arrow]) -> Iterator[str]:
    """The faintest first, so that the strongest is on top."""
    there = set(picture.places()) if table.columns == 12 else set[Cell]()
    for rank, cells in reversed(list(enumerate(arrows))):
        for start, end in zip(cells[::2], cells[1::2], strict=False):
            if start in there and end in there and start != end:
                yield arrow(_spot(picture, table, start), _spot(picture, table, end), POINT, strength_of(rank))


def _spot(picture: Points, table: Table, cell: Cell) -> Spot:
    """The outermost checker of a cell, or the place of the first one."""
    row, column = cell
    base, up = (table.top, 1) if row == 0 else (table.bottom, -1)
    if column == 13:
        return table.tray + TRAY / 2, base + up * SPIKE / 2
    if column == 6:
        level = max(0, min(picture.bar[row], MOST_ON_BAR) - 1)
        return table.right - BAR / 2, table.middle - up * (OFF_MIDDLE + (2 * level + 1) * RADIUS)
    place = column - (column > 6)
    count = picture.points[place + 12 if row == 0 else 11 - place]
    level = max(0, min(abs(count), MOST) - 1)
    return table.across(place), base + up * ((2 * level + 1) * RADIUS + 1)
