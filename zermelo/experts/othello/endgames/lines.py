"""What a disc turns over, by tables of lines.

The row, the column and the two diagonals through a square are gathered into a few bits each: a row by a shift, a column
and the diagonals, whose squares are in different columns, by a multiplication that brings all rows to the top one. Two
small tables tell what is turned on a line, and another multiplication puts it back on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from zermelo.installed import np


def line_functions(size: int) -> tuple[Callable[..., np.uint64], Callable[..., int]]:
    """Two functions on boards of this size.

    flips(square, mine, theirs): what a disc of mine on the square turns over.
    last_flips(square, mine): how many discs one on the only empty square turns over.
    """
    cells, line = size * size, range(1 << size)
    top, whole = np.uint64(cells - size), np.uint64((1 << size) - 1)
    first_column = to_word(range(0, cells, size))
    gather = to_word((size - 1) * (size - row) for row in range(size))
    scatter = to_word((size - 1) * row for row in range(size))  # of the inner squares of a column: no carries meet
    diagonals = np.array([[_diagonal(size, square, step) for step in (1, -1)] for square in range(cells)], np.uint64)
    places = range(size)
    ends = np.array([[_ends(size, place, theirs) for theirs in line] for place in places], np.uint8)
    between = np.array([[_between(size, place, mine) for mine in line] for place in places], np.uint8)
    turned = np.array([[int(word).bit_count() for word in words] for words in between], np.uint8)

    def flips(square, mine, theirs):
        row, column = square // size, square % size
        across, start = np.uint64(column), np.uint64(square - column)
        end = ends[column, (theirs >> start) & whole] & ((mine >> start) & whole)
        found = np.uint64(between[column, end]) << start
        end = ends[row, ((((theirs >> across) & first_column) * gather) >> top) & whole] & (
            ((((mine >> across) & first_column) * gather) >> top) & whole
        )
        found |= ((np.uint64(between[row, end]) * scatter) & first_column) << across
        for way in range(2):
            diagonal = diagonals[square, way]
            end = ends[column, (((theirs & diagonal) * first_column) >> top) & whole] & (
                (((mine & diagonal) * first_column) >> top) & whole
            )
            found |= (np.uint64(between[column, end]) * first_column) & diagonal
        return found

    def last_flips(square, mine):
        row, column = square // size, square % size
        across, start = np.uint64(column), np.uint64(square - column)
        found = int(turned[column, (mine >> start) & whole])
        found += int(turned[row, ((((mine >> across) & first_column) * gather) >> top) & whole])
        found += int(turned[column, (((mine & diagonals[square, 0]) * first_column) >> top) & whole])
        found += int(turned[column, (((mine & diagonals[square, 1]) * first_column) >> top) & whole])
        return found

    return flips, last_flips


def to_word(squares: Iterable[int]) -> np.uint64:
    """The word with these bits set."""
    return np.uint64(sum(1 << square for square in squares))


def _diagonal(size: int, square: int, step: int) -> int:
    """The squares of the diagonal ↘ (step 1) or ↙ (step -1) through a square."""
    number = square % size - step * (square // size)
    return int(to_word(c for c in range(size * size) if c % size - step * (c // size) == number))


def _ends(size: int, place: int, theirs: int) -> int:
    """The first places on either side of a place of a line, behind at least one disc of theirs, that are not theirs."""
    found = 0
    for way in (range(place + 1, size), range(place - 1, -1, -1)):
        for distance, other in enumerate(way):
            if not theirs >> other & 1:
                found |= (distance > 0) << other
                break
    return found


def _between(size: int, place: int, mine: int) -> int:
    """The places between a place of a line and the nearest one of mine on either side, if there is one."""
    found = 0
    for way in (range(place + 1, size), range(place - 1, -1, -1)):
        passed = 0
        for other in way:
            if mine >> other & 1:
                found |= passed
                break
            passed |= 1 << other
    return found
