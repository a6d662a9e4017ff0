"""What the endgame solver asks about a board, as bit words: flips, stable discs, parity, the final difference."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zermelo.bits import count
from zermelo.experts.othello.endgames.lines import line_functions, to_word
from zermelo.games.othello import finders
from zermelo.installed import np

NONE, ONE = np.uint64(0), np.uint64(1)


class BoardFunctions(NamedTuple):
    """Functions on boards of one size."""

    moves: Callable[..., np.uint64]  # (mine, theirs): where a disc of mine would catch others
    flips: Callable[..., np.uint64]  # (square, mine, theirs): what a disc of mine on the square turns over
    stable: Callable[..., int]  # (discs, others): how many of the discs can never be turned, at least
    odd: Callable[..., np.uint64]  # (empty): the quarters of the board with an odd number of empty squares
    final: Callable[..., int]  # (mine, theirs): the difference in discs at the end of the game
    last_flips: Callable[..., int]  # (square, mine): how many discs are turned by one on the only empty square
    quarter: np.ndarray  # [square]: its quarter of the board
    near: np.ndarray  # [square]: the squares around it


def board_functions(size: int, to_winner: bool) -> BoardFunctions:
    """The functions for a board of this size. to_winner: do squares left empty count for the winner?"""
    cells, half = size * size, size // 2
    everywhere = to_word(range(cells))
    moves, _ = finders(size)
    flips, last_flips = line_functions(size)
    quarters = tuple(
        to_word(row * size + column for row in range(top, top + half) for column in range(left, left + half))
        for top in (0, half)
        for left in (0, half)
    )

    lines = _full_lines(size)
    across, fall, rise = np.uint64(size), np.uint64(size + 1), np.uint64(size - 1)
    sides = to_word(c for c in range(cells) if c % size in (0, size - 1))
    ends = to_word(c for c in range(cells) if c // size in (0, size - 1))
    rim = sides | ends
    not_left, not_right = (
        everywhere & ~to_word(range(0, cells, size)),
        everywhere & ~to_word(range(size - 1, cells, size)),
    )

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

    quarter = np.array([sum(q for q in quarters if q >> np.uint64(c) & ONE) for c in range(cells)], dtype=np.uint64)
    near = np.array([to_word(_around(size, square)) for square in range(cells)], dtype=np.uint64)
    return BoardFunctions(moves, flips, stable, odd, final, last_flips, quarter, near)


def _around(size: int, square: int) -> list[int]:
    """The squares beside a square."""
    row, column = divmod(square, size)
    return [
        size * r + c
        for r in range(max(row - 1, 0), min(row + 2, size))
        for c in range(max(column - 1, 0), min(column + 2, size))
        if (r, c) != (row, column)
    ]


def _full_lines(size: int) -> Callable[..., tuple[np.uint64, ...]]:
    """lines(full): the squares whose row is full, those whose column is, and those of full diagonals ↘ and ↙."""
    cells = size * size
    first_column = to_word(range(0, cells, size))
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
    return np.array([to_word(squares) for squares in found.values() if len(squares) > 1], dtype=np.uint64)
