"""Where the cells of a board are drawn, and what lies under the pieces: squares, a frame, lines or hexagons."""

from __future__ import annotations

import math
from dataclasses import dataclass

from zermelo.picture import Board, Cell, cells_between
from zermelo.show.canvas import box, disc, length, polygon, tag, write
from zermelo.show.style import COLOUR_NAMES, GROUNDS

LABEL = 13.0  # font size
HIT = "X"  # on the sea

Spot = tuple[float, float]  # x, y

# The corners of a hexagon of width 1 around (0, 0), from the top clockwise.
CORNERS = tuple(
    (math.sin(turn * math.pi / 3) / math.sqrt(3), -math.cos(turn * math.pi / 3) / math.sqrt(3)) for turn in range(6)
)
ROW_STEP = math.sqrt(3) / 2  # from one row of hexagons to the next


@dataclass(frozen=True)
class Layout:
    """The places of the cells."""

    side: float  # the width of a cell
    origin: Spot  # the middle of (0, 0)
    width: float
    height: float  # without the labels below
    slant: float  # how much further to the right each row begins, in sides
    step: float  # from row to row, in sides

    def middle(self, cell: Cell) -> Spot:
        row, column = cell
        x = self.origin[0] + (column + row * self.slant) * self.side
        return x, self.origin[1] + row * self.step * self.side


def layout(picture: Board) -> Layout:
    """The places of a board's cells, with room for the labels at the left."""
    is_hex = picture.shape == "hex"
    slant, step, half = (0.5, ROW_STEP, CORNERS[3][1]) if is_hex else (0.0, 1.0, 0.5)
    if is_hex:  # only as much room as the cells take, since an absent corner would leave a wide margin
        places = picture.places()
    else:
        rows, columns = len(picture.cells), max((len(row) for row in picture.cells), default=0)
        places = [(0, 0), (rows - 1, columns - 1)]
    across = [column + row * slant for row, column in places]
    down = [row * step for row, _ in places]
    wide, high = max(across) - min(across) + 1, max(down) - min(down) + 2 * half
    side = min(56.0, max(28.0, 480.0 / max(1.0, wide, high)))
    left = max((length(label, LABEL) for label in picture.rows), default=-8.0) + 8.0
    edge = {"hole": 8.0, "hex": 0.2 * side}.get(picture.shape, 0.0)  # the frame, or the coloured sides
    origin = (left + edge + (0.5 - min(across)) * side, edge + (half - min(down)) * side)
    return Layout(side, origin, left + wide * side + 2 * edge, high * side + 2 * edge, slant, step)


def ground(picture: Board, place: Layout) -> list[str]:
    """What lies under the pieces."""
    match picture.shape:
        case "hole":
            return _frame(picture, place)
        case "crossing":
            return _lines(picture, place)
        case "hex":
            return _hexagons(picture, place)
        case "maze":
            return _walls(picture, place)
    return _squares(picture, place)


def _squares(picture: Board, place: Layout) -> list[str]:
    parts, side = [], place.side
    for row, column in picture.places():
        x, y = _corner(place, (row, column))
        wood = "deep" if (row + column) % 2 else "pale"
        parts.append(box(x, y, side, side, f"{picture.ground}-cell" if picture.ground in GROUNDS else wood))
        if (row, column) in picture.dark:
            parts += _fog(x, y, side)
        if (row, column) in picture.marked:
            parts.append(box(x, y, side, side, "mark"))
        if (row, column) in picture.warned:
            parts.append(disc(x + side / 2, y + side / 2, 0.46 * side, "danger"))
        if words := picture.corner(row, column):
            parts.append(write(x + 0.06 * side, y + 0.16 * side, words, 0.2 * side, "corner start"))
    parts += [_hull(picture, place, ship) for ship in picture.ships]
    if not picture.absent:
        parts.append(box(*_corner(place, (0, 0)), *_extent(picture, side), "rim", corner=3))
    return parts


def _fog(x: float, y: float, side: float) -> list[str]:
    """A square that is not seen: dark, with slanted lines."""
    half = side / 2
    lines = f"M{x:.6g} {y + half:.6g}l{half:.6g} {-half:.6g}M{x:.6g} {y + side:.6g}l{side:.6g} {-side:.6g}"
    lines += f"M{x + half:.6g} {y + side:.6g}l{half:.6g} {-half:.6g}"
    return [box(x, y, side, side, "fog"), tag("path", d=lines, class_="fog-line")]


def _hull(picture: Board, place: Layout, ship: tuple[Cell, Cell]) -> str:
    """A ship from one end to the other, sunk where every cell of it is hit."""
    (left, top), (right, bottom) = (place.middle(cell) for cell in (min(ship), max(ship)))
    reach = 0.36 * place.side
    is_sunk = all(picture.cells[row][column] == HIT for row, column in cells_between(*ship))
    look = "hull sunk" if is_sunk else "hull"
    return box(
        left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach, look, corner=0.3 * place.side
    )


def _walls(picture: Board, place: Layout) -> list[str]:
    """A dark floor with walls on it: strokes between neighbours, so that they join, and what four of them enclose."""
    there, side = set(picture.places()), place.side
    walls = {
        (row, column): None
        for row, cells in enumerate(picture.cells)
        for column in range(len(cells))
        if (row, column) not in there
    }
    strokes = ""
    for row, column in walls:
        x, y = place.middle((row, column))
        right, below = (row, column + 1) in walls, (row + 1, column) in walls
        if right and below and (row + 1, column + 1) in walls:
            strokes += f"M{x:.6g} {y:.6g}h{side:.6g}v{side:.6g}h{-side:.6g}Z"
        else:
            strokes += f"M{x:.6g} {y:.6g}h{side * right:.6g}"
            strokes += f"M{x:.6g} {y:.6g}v{side:.6g}" if below else ""
    marks = [disc(*place.middle(cell), 0.44 * side, "maze-mark") for cell in sorted(picture.marked) if cell in there]
    return [
        box(*_corner(place, (0, 0)), *_extent(picture, side), "floor", corner=6),
        tag("path", d=strokes, class_="wall", stroke_width=0.56 * side) if strokes else "",
        *marks,
    ]


def _frame(picture: Board, place: Layout) -> list[str]:
    (x, y), (width, height) = _corner(place, (0, 0)), _extent(picture, place.side)
    parts = [box(x - 8, y - 8, width + 16, height + 16, "frame", corner=12)]
    return parts + [disc(*place.middle(cell), 0.42 * place.side, "hole") for cell in picture.places()]


def _lines(picture: Board, place: Layout) -> list[str]:
    side = place.side
    plank = box(*_corner(place, (0, 0)), *_extent(picture, side), "plank", corner=4)
    strokes = "".join(
        "M{:.6g} {:.6g}L{:.6g} {:.6g}".format(*place.middle(start), *place.middle(end))
        for start, end in picture.lines()
    )
    # where the board is not a whole grid every point is seen, also one in the middle of a line
    points = () if picture.is_whole() else picture.places()
    dots = dict.fromkeys(points, 0.08) | dict.fromkeys(picture.stars, 0.11)
    return [
        plank,
        tag("path", d=strokes, class_="line") if strokes else "",
        *(disc(*place.middle(cell), radius * side, "star") for cell, radius in dots.items()),
    ]


def _hexagons(picture: Board, place: Layout) -> list[str]:
    parts = _sides(picture, place)
    for cell in picture.places():
        corners = _hexagon(place, cell)
        parts.append(polygon(corners, "hexagon"))
        if cell in picture.marked:
            parts.append(polygon(corners, "mark"))
    return parts


def _sides(picture: Board, place: Layout) -> list[str]:
    """Thick lines along the sides that have a colour; the hexagons are drawn over their inner halves."""
    places = picture.places()
    if len(picture.sides) != 2 or not places:
        return []
    rows, columns = ([cell[axis] for cell in places] for axis in (0, 1))
    # which side, the cells along it, and which of their corners are on it
    edges = (
        (0, [cell for cell in places if cell[0] == min(rows)], (5, 0, 1)),
        (0, [cell for cell in places if cell[0] == max(rows)], (4, 3, 2)),
        (1, [cell for cell in places if cell[1] == min(columns)], (5, 4, 3)),
        (1, [cell for cell in places if cell[1] == max(columns)], (0, 1, 2)),
    )
    parts = []
    for which, cells, corners in edges:
        if picture.sides[which] not in COLOUR_NAMES:
            continue
        spots = [_hexagon(place, cell)[corner] for cell in cells for corner in corners]
        path = "".join(f"{'L' if at else 'M'}{x:.6g} {y:.6g}" for at, (x, y) in enumerate(spots))
        parts.append(tag("path", d=path, class_=f"side side-{picture.sides[which]}", stroke_width=0.3 * place.side))
    return parts


def _hexagon(place: Layout, cell: Cell) -> list[Spot]:
    x, y = place.middle(cell)
    return [(x + across * place.side, y + down * place.side) for across, down in CORNERS]


def _corner(place: Layout, cell: Cell) -> Spot:
    """The upper left corner of a square cell."""
    x, y = place.middle(cell)
    return x - place.side / 2, y - place.side / 2


def _extent(picture: Board, side: float) -> Spot:
    """The width and height of a board of square cells."""
    return max((len(row) for row in picture.cells), default=0) * side, len(picture.cells) * side
