"""How Go is written: vertices as in GTP (A1 at the bottom left, no I), boards as rows of X, O and dots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zermelo.games._board_text import star_points
from zermelo.picture import Board, Cell

LETTERS = "ABCDEFGHJKLMNOPQRST"
PASS = "pass"
TAKEN_BITS = 12  # of a state's prisoners: the stones that Black took; above them, those that White took
MOST_TAKEN = (1 << TAKEN_BITS) - 1
VERTEX = re.compile(r"([A-HJ-T])([1-9]\d?)", re.IGNORECASE)


class Written(NamedTuple):
    """A position as it was typed; only its shape was checked."""

    board: str  # X, O or . for each point, row by row from the top left
    player: int
    notes: dict[str, str]  # ko, last, passes, ply, prisoners, past


def vertex(cell: Cell, rows: int) -> str:
    """The name of a point: D4."""
    return f"{LETTERS[cell[1]]}{rows - cell[0]}"


def cell_of(name: str, rows: int, columns: int) -> Cell | None:
    """The point that a vertex names; None where it is not on this board."""
    match = VERTEX.fullmatch(name)
    if not match:
        return None
    row, column = rows - int(match[2]), LETTERS.index(match[1].upper())
    return (row, column) if row >= 0 and column < columns else None


def is_move(word: str) -> bool:
    """Does this look like a move? A row of a board never does: it has no digit."""
    return word.lower() == PASS or VERTEX.fullmatch(word) is not None


def write_board(letters: str, columns: int) -> str:
    """Rows from the top, with / between them."""
    return "/".join(letters[start : start + columns] for start in range(0, len(letters), columns))


def read_position(text: str, rows: int, columns: int, notes: Sequence[str], example: str) -> Written:
    """Reads rows of X, O and dots (with / or blanks between), the side to move, and name=value notes."""
    words = text.replace("/", " ").split()
    board = ""
    while words and len(board) < rows * columns and not set(words[0].upper()) - set("XO."):
        board += words.pop(0).upper()
    if len(board) != rows * columns:
        raise ValueError(
            f"give moves such as {vertex((0, 0), rows)} pass, or {rows} rows from the top such as {example}"
        )
    side = words.pop(0).upper() if words else ""
    if side not in ("X", "O"):
        raise ValueError(f"after the rows comes the side to move, X or O, not '{side}'")
    said: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in notes or not value:
            raise ValueError(f"'{word}' should be one of {', '.join(f'{note}=…' for note in notes)}")
        said[name] = value
    return Written(board, "XO".index(side), said)


def taken_by(prisoners: int) -> tuple[int, int]:
    """How many stones Black and White have taken, from the one number that a state keeps of both."""
    return prisoners & MOST_TAKEN, prisoners >> TAKEN_BITS


def read_prisoners(text: str) -> int:
    """The number that a state keeps, from "3,5" (taken by Black, by White) or from the difference alone, "-2"."""
    match = re.fullmatch(r"(\d{1,4}),(\d{1,4})|([+-]?\d{1,4})", text)
    if not match:
        raise ValueError(f"prisoners must be two numbers such as 3,5 (taken by Black, by White), not '{text}'")
    difference = int(match[3] or 0)
    black, white = int(match[1] or max(0, difference)), int(match[2] or max(0, -difference))
    if max(black, white) > MOST_TAKEN // 2:
        raise ValueError(f"prisoners must be at most {MOST_TAKEN // 2} of each colour, not '{text}'")
    return black | white << TAKEN_BITS


def whole_number(notes: dict[str, str], name: str, low: int, high: int) -> int:
    """A note that is a number; 0 where it is missing."""
    text = notes.get(name, "0")
    if not re.fullmatch(r"[+-]?\d{1,9}", text) or not low <= int(text) <= high:
        raise ValueError(f"{name} must be a whole number of {low} to {high}, not '{text}'")
    return int(text)


def drawn(letters: str, rows: int, columns: int, marked: Iterable[Cell], caption: str) -> Board:
    """The board with its stones, from X, O or . for each point, row by row from the top left."""
    stones = [{"X": "●", "O": "○", ".": ""}[point] for point in letters]
    return Board(
        cells=tuple(tuple(stones[row * columns : (row + 1) * columns]) for row in range(rows)),
        rows=tuple(str(rows - row) for row in range(rows)),
        columns=tuple(LETTERS[:columns]),
        marked=frozenset(marked),
        shape="crossing",
        caption=caption,
        stars=star_points(rows, columns),
    )


def handicap_cells(rows: int, columns: int, stones: int) -> list[Cell]:
    """Where so many handicap stones stand, as GTP's fixed_handicap places them."""
    if stones == 0:
        return []
    most = 9 if rows % 2 == columns % 2 == 1 and min(rows, columns) > 7 else 4 if min(rows, columns) >= 7 else 0
    if not 2 <= stones <= most:
        allowed = f"0, or 2 to {most}," if most else "0"
        raise ValueError(f"handicap must be {allowed} on {rows} rows and {columns} columns, not {stones}")
    top, left = (2 if length < 13 else 3 for length in (rows, columns))
    bottom, right, middle, centre = rows - 1 - top, columns - 1 - left, rows // 2, columns // 2
    corners = [(bottom, left), (top, right), (top, left), (bottom, right)]
    sides = [(middle, left), (middle, right), (top, centre), (bottom, centre)]
    if stones <= 4:
        return corners[:stones]
    return corners + sides[: (stones - 4) // 2 * 2] + [(middle, centre)] * (stones % 2)
