"""The board and the ships of Battleship, and the places where ships fit.

A cell is row × columns + column, from the top left. A place is 2 × the ship's first cell, plus 1 if it lies downwards.
"""

from __future__ import annotations

from typing import NamedTuple

NOWHERE = -1  # the place of a ship that is not on the board yet
MOST_CELLS = 128
ROOMY, APART = 10, (5, 4, 3, 3, 2)  # a board on which these ships always find room, without touching: see its tests


class Layout(NamedTuple):
    """A board, and how long the ships are."""

    rows: int
    columns: int
    lengths: tuple[int, ...]  # [ship]
    touching: bool = True  # may ships touch, at a corner or along a side?

    @property
    def inner(self) -> tuple[int, int]:
        """The cells that have one on their left, and those that have one on their right."""
        row = (1 << self.columns) - 1
        rows = [((row - 1) << i * self.columns, (row >> 1) << i * self.columns) for i in range(self.rows)]
        return sum(left for left, _ in rows), sum(right for _, right in rows)

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    def step(self, place: int) -> int:
        """From one cell of a ship to the next."""
        return self.columns if place & 1 else 1

    def covered(self, ship: int, place: int) -> list[int]:
        """The cells of a ship at a place."""
        return [(place >> 1) + i * self.step(place) for i in range(self.lengths[ship])]

    def word(self, ship: int, place: int) -> int:
        """The cells of a ship at a place, a bit each."""
        return sum(1 << cell for cell in self.covered(ship, place))

    def places(self, ship: int) -> list[int]:
        """Where a ship can be on an empty board. One of a single cell lies across."""
        length, found = self.lengths[ship], []
        for cell in range(self.cells):
            row, column = divmod(cell, self.columns)
            if column + length <= self.columns:
                found.append(2 * cell)
            if row + length <= self.rows and length > 1:
                found.append(2 * cell + 1)
        return found


def layout_of(rows: int, columns: int, ships: str, touching: bool = True) -> Layout:
    """The layout of a game's parameters. Raises ValueError where there is none, or ships may find no room."""
    if not (1 <= rows <= 26 and 1 <= columns <= 26 and rows * columns <= MOST_CELLS):
        raise ValueError(
            f"a board of {rows} rows and {columns} columns does not fit: it has at most {MOST_CELLS} cells"
        )
    if not (ships.isdecimal() and ships.isascii() and "0" not in ships and len(ships) <= 10):
        raise ValueError(f"ships must be 1 to 10 lengths, such as 54332, not '{ships}'")
    layout = Layout(rows, columns, tuple(map(int, ships)), touching)
    if not touching:
        if min(rows, columns) < ROOMY or len(ships) > len(APART) or any(map(int.__gt__, layout.lengths, APART)):
            raise ValueError(
                f"ships that may not touch need {ROOMY} by {ROOMY} cells or more, and must be {len(APART)} at most, "
                f"not longer than {', '.join(map(str, APART))} in this order"
            )
        return layout
    before = 0
    for length in layout.lengths:
        # Each cell that is taken spoils at most one of the places that do not overlap.
        if max(rows * (columns // length), columns * (rows // length)) <= before:
            raise ValueError(
                f"there may be no room for a ship of {length}: give fewer or shorter ships, the long ones first"
            )
        before += length
    return layout
