"""Marks in a row on a board of bits, as in tic-tac-toe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def check_board(rows: int, columns: int, k: int) -> None:
    """Raises ValueError where no such board fits in 62 bits or no k of its cells are in a row."""
    if rows < 1 or columns < 1 or rows * (columns + 1) > 62 or columns > 26:
        raise ValueError(
            f"a board of {rows} rows and {columns} columns does not fit: rows × (columns + 1) is at most 62"
        )
    if not 1 <= k <= max(rows, columns):
        raise ValueError(f"k must be 1 to {max(rows, columns)}, not {k}")


def row_finder(columns: int, k: int) -> Callable[[Any], bool]:
    """has_row(marks): are k marks in a row? A word has a bit per cell, row by row, and a free bit after each row."""
    stride = columns + 1

    def has_row(marks):
        for shift in (1, stride - 1, stride, stride + 1):
            found = marks
            for _ in range(k - 1):
                found &= found >> shift
            if found:
                return True
        return False

    return has_row


def row_utility(has_row: Callable[[Any], bool]) -> Callable[[Any, int], float]:
    """utility(state, player): who has a row, X or O, has won."""

    def utility(state, player):
        if has_row(state.x):
            return 1.0 if player == 0 else -1.0
        if has_row(state.o):
            return 1.0 if player == 1 else -1.0
        return 0.0

    return utility
