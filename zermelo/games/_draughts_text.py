"""Positions of draughts on any board, as PDN writes them, and drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from zermelo.bits import count, lowest
from zermelo.picture import Board


class Position(NamedTuple):
    """What PDN says of a position; pieces are words of bits."""

    mover: str  # B or W
    white: int
    black: int
    kings: int  # of both sides
    quiet: int


def write_position(position: Position, bits: Sequence[int]) -> str:
    """B:W21,K25:B1,K3, and with :H12 after 12 plies without a capture or a man's move. bits: of squares 1, 2, …"""

    def squares(side: int) -> str:
        words = (f"{'K' if position.kings >> bit & 1 else ''}{n}" for n, bit in enumerate(bits, 1) if side >> bit & 1)
        return ",".join(words)

    quiet = f":H{position.quiet}" if position.quiet else ""
    return f"{position.mover}:W{squares(position.white)}:B{squares(position.black)}{quiet}"


def read_position(text: str, bits: Sequence[int], patience: int) -> Position:
    """Reads what `write_position` wrote, in any order, with 31-50 for a row of squares. Raises ValueError."""
    mover, *parts = re.sub(r"[\s.]", "", text).upper().split(":")
    if sorted(part[:1] for part in parts) not in (["B", "W"], ["B", "H", "W"]):
        raise ValueError("give the side to move and both sides' squares, such as B:W21,22,K25:B1,2,K3")
    if mover not in ("B", "W"):
        raise ValueError(f"the side to move is B or W, not '{mover}'")
    lists = {part[0]: part[1:] for part in parts}
    quiet = lists.get("H", "0")
    if not re.fullmatch("[0-9]{1,2}", quiet) or int(quiet) > patience:
        raise ValueError(f"H counts the quiet plies, 0 to {patience}, not '{quiet}'")
    width = _width(bits)
    black, black_kings = _read_squares(lists["B"], "black", bits, bits[-width:])
    white, white_kings = _read_squares(lists["W"], "white", bits, bits[:width])
    if black & white:
        raise ValueError(f"square {bits.index(lowest(black & white)) + 1} is given to both sides")
    if not (white if mover == "B" else black):
        raise ValueError(f"{'white' if mover == 'B' else 'black'} has just moved, but has no piece")
    return Position(mover, white, black, black_kings | white_kings, int(quiet))


def _read_squares(text: str, side: str, bits: Sequence[int], king_row: Sequence[int]) -> tuple[int, int]:
    """The pieces of a side, and which of them are kings."""
    pieces = kings = 0
    for word in text.split(",") if text else ():
        match = re.fullmatch("(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", word)
        first, last = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
        if not match or not 1 <= first <= last <= len(bits):
            raise ValueError(f"'{word}' is not a square from 1 to {len(bits)}, with a K before it for a king")
        for square in range(first, last + 1):
            bit = bits[square - 1]
            if pieces >> bit & 1:
                raise ValueError(f"square {square} is given twice")
            if bit in king_row and not match[1]:
                raise ValueError(f"a {side} man on square {square} would be a king: write K{square}")
            pieces |= 1 << bit
            kings |= 1 << bit if match[1] else 0
    width = _width(bits)
    most = width * (width - 1)  # all rows but two are full at the start
    if count(pieces) > most:
        raise ValueError(f"{side} has {count(pieces)} pieces; {most} are the most")
    return pieces, kings


def draw(position: Position, bits: Sequence[int], caption: str) -> Board:
    """The whole board, light squares too."""
    width = _width(bits)
    cells = [[""] * (2 * width) for _ in range(2 * width)]
    for square, bit in enumerate(bits):
        if (position.black | position.white) >> bit & 1:
            pieces = "♚♔" if position.kings >> bit & 1 else "●○"
            row, column = _cell(square, width)
            cells[row][column] = pieces[position.white >> bit & 1]
    return Board(
        cells=tuple(tuple(row) for row in cells),
        rows=tuple(f"{first}-{first + width - 1}" for first in range(1, len(bits), width)),
        caption=caption,
    )


def cells_of(ends: Sequence[int], bits: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Where these bits are on that board."""
    width = _width(bits)
    return tuple(_cell(bits.index(bit), width) for bit in ends)


def _cell(square: int, width: int) -> tuple[int, int]:
    """Row and column of a dark square, the first one 0."""
    row, place = divmod(square, width)
    return row, 2 * place + 1 - row % 2


def _width(bits: Sequence[int]) -> int:
    """Squares in a row: half of the board's files."""
    return {32: 4, 50: 5}[len(bits)]
