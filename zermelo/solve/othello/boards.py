"""What the endgame solver asks about a board, as bit words: flips, stable discs, parity, the final difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from zermelo.bits import count, highest
from zermelo.games.othello import finders

NONE, ONE = np.uint64(0), np.uint64(1)
UPWARD = 4  # of the eight rays of a square, those that lead to higher squares; the others lead to lower ones


class BoardFunctions(NamedTuple):
    """Functions on boards of one size."""

    moves: Callable[..., np.uint64]  # (mine, theirs): where a disc of mine would catch others
    flips: Callable[..., np.uint64]  # (square, mine, theirs): what a disc of mine on the square turns over
    stable: Callable[..., int]  # (discs, others): how many of the discs can never be turned, at least
    odd: Callable[..., np.uint64]  # (empty): the quarters of the board with an odd number of empty squares
    final: Callable[..., int]  # (mine, theirs): the difference in discs at the end of the game


def board_functions(size: int, to_winner: bool) -> BoardFunctions:
    """The functions for a board of this size. to_winner: do squares left empty count for the winner?"""
    cells, half = size * size, size // 2
    everywhere = _word(range(cells))
    moves, _ = finders(size)
    rays = np.array([_rays(size, square) for square in range(cells)], dtype=np.uint64)  # [square, ray]
    quarters = tuple(
        _word(row * size + column for row in range(top, top + half) for column in range(left, left + half))
        for top in (0, half)
        for left in (0, half)
    )

    def flips(square, mine, theirs):
        found = NONE
        for ray in range(UPWARD):
            # All squares off the ray are set, so a carry from square 0 runs on to the first one that is not theirs
            line = rays[square, ray]
            end = ((theirs | ~line) + ONE) & mine & line
            found |= (end - np.uint64(end != NONE)) & line
        for ray in range(UPWARD, 2 * UPWARD):
            line = rays[square, ray]
            end = (ONE << np.uint64(highest((~theirs & line) | ONE))) & mine & line
            found |= (NONE - end - end) & line
        return found

    lines = _full_lines(size)
    across, fall, rise = np.uint64(size), np.uint64(size + 1), np.uint64(size - 1)
    sides = _word(c for c in range(cells) if c % size in (0, size - 1))
    ends = _word(c for c in range(cells) if c // size in (0, size - 1))
    rim = sides | ends
    not_left, not_right = everywhere & ~_word(range(0, cells, size)), everywhere & ~_word(range(size - 1, cells, size))

    def stable(discs, others):
        """A disc is safe if on each of its four lines nothing can change: the line is full, or a safe disc is next."""
        full = discs | others
        rows, columns, falls, rises = lines(full)
        rows, columns, falls, rises = rows | sides, columns | ends, falls | rim, rises | rim
        found = discs & rows & columns & falls & rises
        grown = NONE
        while found != grown:
            grown = found
            right, left = (found << ONE) & not_left, (found >> ONE) & not_right
            found = discs & (rows | right | left) & (columns | (found << across) | (found >> across))
            found &= falls | ((grown << fall) & not_left) | ((grown >> fall) & not_right)
            found &= rises | ((grown << rise) & not_right) | ((grown >> rise) & not_left)
        return count(found)

    def odd(empty):
        found = NONE
        for quarter in quarters:
            if count(empty & quarter) & 1:
                found |= quarter
        return found

    def final(mine, theirs):
        own, other = count(mine), count(theirs)
        if not to_winner or own == other:
            return own - other
        return cells - 2 * other if own > other else 2 * own - cells

    return BoardFunctions(moves, flips, stable, odd, final)


def _full_lines(size: int) -> Callable[..., tuple[np.uint64, ...]]:
    """lines(full): the squares whose row is full, those whose column is, and those of full diagonals ↘ and ↙."""
    cells = size * size
    first_column = _word(range(0, cells, size))
    whole_row = (1 << size) - 1
    falls, rises = _diagonals(size, 1), _diagonals(size, -1)

    def lines(full):
        rows, columns = NONE, NONE
        for index in range(size):
            row = np.uint64(whole_row) << np.uint64(index * size)
            if full & row == row:
                rows |= row
            column = first_column << np.uint64(index)
            if full & column == column:
                columns |= column
        down, up = NONE, NONE
        for diagonal in falls:
            if full & diagonal == diagonal:
                down |= diagonal
        for diagonal in rises:
            if full & diagonal == diagonal:
                up |= diagonal
        return rows, columns, down, up

    return lines


def _diagonals(size: int, step: int) -> np.ndarray:
    """The diagonals of two or more squares in one direction."""
    found: dict[int, list[int]] = {}
    for row in range(size):
        for column in range(size):
            found.setdefault(column - step * row, []).append(row * size + column)
    return np.array([_word(squares) for squares in found.values() if len(squares) > 1], dtype=np.uint64)


def _rays(size: int, square: int) -> list[int]:
    """The squares that one sees from a square in each direction: →, ↓, ↘, ↙, then the opposite ones."""
    found = []
    for row_step, column_step in ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)):
        row, column = square // size + row_step, square % size + column_step
        ray = []
        while 0 <= row < size and 0 <= column < size:
            ray.append(row * size + column)
            row, column = row + row_step, column + column_step
        found.append(int(_word(ray)))
    return found


def _word(squares: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << square for square in squares))
