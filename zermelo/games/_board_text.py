"""Boards as they are written and drawn: squares a1, b1, … with row 1 at the bottom; positions from the top row down."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from zermelo.picture import Board, Cell

Letter = Callable[[int, int], str]  # (row, column) -> what stands there; row 0 is the lowest


def square(row: int, column: int) -> str:
    """The name of a square; row and column count from 0."""
    return f"{chr(ord('a') + column)}{row + 1}"


def read_square(name: str, rows: int, columns: int) -> tuple[int, int] | None:
    """Row and column of a square that a person named; None where it is not on the board."""
    match = re.fullmatch("([a-z])([1-9][0-9]?)", name.lower())
    if not match or int(match[2]) > rows or ord(match[1]) - ord("a") >= columns:
        return None
    return int(match[2]) - 1, ord(match[1]) - ord("a")


def write_rows(letter: Letter, rows: int, columns: int) -> str:
    """The rows from the top with / between them."""
    return "/".join("".join(letter(row, column) for column in range(columns)) for row in reversed(range(rows)))


def read_rows(
    text: str, rows: int, columns: int, letters: str, example: str
) -> tuple[dict[str, list[tuple[int, int]]], list[str]]:
    """Reads what `write_rows` wrote: where each letter stands, and the words after the rows. Raises ValueError."""
    words = text.replace("/", " ").split()
    lines, rest = words[:rows], words[rows:]
    if len(lines) != rows or any(len(line) != columns or set(line) - {*letters, "."} for line in lines):
        allowed = ", ".join(letters)
        raise ValueError(f"give {rows} rows of {columns} from the top as {allowed} or . such as {example}")
    found: dict[str, list[tuple[int, int]]] = {letter: [] for letter in letters}
    for row, line in enumerate(reversed(lines)):
        for column, letter in enumerate(line):
            if letter != ".":
                found[letter].append((row, column))
    return found, rest


STARS = {9: (2, 4, 6), 13: (3, 6, 9), 15: (3, 7, 11), 19: (3, 9, 15)}  # size -> the lines that star points lie on


def star_points(rows: int, columns: int) -> frozenset[Cell]:
    """The star points of a board of lines: nine on 19×19; the corners' and the middle on 9, 13 and 15; else none."""
    if rows != columns or rows not in STARS:
        return frozenset()
    low, middle, high = STARS[rows]
    corners = {(row, column) for row in (low, high) for column in (low, high)}
    sides = {(low, middle), (high, middle), (middle, low), (middle, high)} if rows == 19 else set[Cell]()
    return frozenset({*corners, *sides, (middle, middle)})


def drawn(
    letter: Letter,
    rows: int,
    columns: int,
    symbols: dict[str, str],
    caption: str,
    marked: Collection[tuple[int, int]] = (),
) -> Board:
    """The board with a symbol for each letter; `marked` are (row, column), row 0 the lowest."""
    return Board(
        cells=tuple(
            tuple(symbols.get(letter(row, column), "") for column in range(columns)) for row in reversed(range(rows))
        ),
        rows=tuple(str(row + 1) for row in reversed(range(rows))),
        columns=tuple(chr(ord("a") + column) for column in range(columns)),
        marked=frozenset((rows - 1 - row, column) for row, column in marked),
        caption=caption,
    )
