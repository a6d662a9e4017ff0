"""Positions and moves of draughts on any board, as PDN writes them, and drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.bits import count, lowest
from zermelo.game import State
from zermelo.games._draughts.rules import step
from zermelo.picture import Board
from zermelo.picture.arranging import Cells


class PdnPosition(NamedTuple):
    """What PDN says of a position: the fields of a state, in their order. Pieces are words of bits."""

    first: int  # the pieces of player 0
    second: int  # the pieces of player 1
    kings: int  # of both sides
    player: int
    quiet: int


@dataclass(frozen=True)
class Notation:
    """How one game of the family is written and drawn."""

    colours: tuple[str, str]  # of player 0 and player 1: black and white, or white and black
    bits: Sequence[int]  # of squares 1, 2, …
    steps: Sequence[int]
    patience: int  # quiet plies that make a draw

    def write_position(self, state: State) -> str:
        """B:W21,K25:B1,K3, and with :H12 after 12 plies without a capture or a man's move."""
        sides = {colour: state[player] for player, colour in enumerate(self.colours)}

        def squares(side: int) -> str:
            words = (
                f"{'K' if state.kings >> bit & 1 else ''}{n}" for n, bit in enumerate(self.bits, 1) if side >> bit & 1
            )
            return ",".join(words)

        mover = self.colours[state.player][0].upper()
        quiet = f":H{state.quiet}" if state.quiet else ""
        return f"{mover}:W{squares(sides['white'])}:B{squares(sides['black'])}{quiet}"

    def read_position(self, text: str) -> PdnPosition:
        """Reads what `write_position` wrote, in any order, with 31-50 for a row of squares. Raises ValueError."""
        mover, *parts = re.sub(r"[\s.]", "", text).upper().split(":")
        if sorted(part[:1] for part in parts) not in (["B", "W"], ["B", "H", "W"]):
            raise ValueError("give the side to move and both sides' squares, such as B:W21,22,K25:B1,2,K3")
        if mover not in ("B", "W"):
            raise ValueError(f"the side to move is B or W, not '{mover}'")
        lists = {part[0]: part[1:] for part in parts}
        quiet = lists.get("H", "0")
        if not re.fullmatch("[0-9]{1,2}", quiet) or int(quiet) > self.patience:
            raise ValueError(f"H counts the quiet plies, 0 to {self.patience}, not '{quiet}'")
        bits, width = self.bits, _width(self.bits)
        black, black_kings = _read_squares(lists["B"], "black", bits, bits[-width:])
        white, white_kings = _read_squares(lists["W"], "white", bits, bits[:width])
        if black & white:
            raise ValueError(f"square {bits.index(lowest(black & white)) + 1} is given to both sides")
        if not (white if mover == "B" else black):
            raise ValueError(f"{'white' if mover == 'B' else 'black'} has just moved, but has no piece")
        first, second = (white, black) if self.colours[0] == "white" else (black, white)
        player = [colour[0].upper() for colour in self.colours].index(mover)
        return PdnPosition(first, second, black_kings | white_kings, player, int(quiet))

    def write_step(self, origin: int, target: int) -> str:
        """11-15."""
        return f"{self._square(origin)}-{self._square(target)}"

    def write_capture(self, move: Move, others: Sequence[Move], empty: int, flies: bool) -> str:
        """15x22, or by all its squares, 2x9x18, where another capture has the same two ends.

        others: the legal moves, this one included; empty: the squares without a piece; flies: is it a flying king's?
        """
        _, origin, target = move
        if [ends for _, *ends in others].count([origin, target]) == 1:
            return f"{self._square(origin)}x{self._square(target)}"
        return "x".join(str(self._square(bit)) for bit in self.route(move, empty, flies))

    def route(self, move: Move, empty: int, flies: bool) -> list[int]:
        """The squares where a capture's piece stands and lands, in their order; see `write_capture`."""
        return self._route(move, empty | 1 << move[1], flies)

    def _route(self, move: Move, empty: int, flies: bool) -> list[int]:
        """The squares of a path over exactly the captured pieces; empty where there is none."""
        captured, place, target = move
        if not captured:
            return [place] if place == target else []
        for by in self.steps:
            ahead = step(1 << place, by)
            while flies and ahead & empty:
                ahead = step(ahead, by)
            jumped = ahead & captured
            landing = step(jumped, by) & empty
            while landing:
                rest = self._route((captured ^ jumped, lowest(landing), target), empty, flies)
                if rest:
                    return [place, *rest]
                landing = step(landing, by) & empty if flies else 0
        return []

    def _square(self, bit: int) -> int:
        return self.bits.index(bit) + 1

    def draw(self, state: State, is_over: bool) -> Board:
        """The whole board, light squares too."""
        width, white = _width(self.bits), state[self.colours.index("white")]
        cells = [[""] * (2 * width) for _ in range(2 * width)]
        numbers = [[""] * (2 * width) for _ in range(2 * width)]
        for square, bit in enumerate(self.bits):
            row, column = _cell(square, width)
            numbers[row][column] = str(square + 1)
            if (state[0] | state[1]) >> bit & 1:
                pieces = "⛃⛁" if state.kings >> bit & 1 else "●○"
                cells[row][column] = pieces[white >> bit & 1]
        return Board(
            cells=tuple(tuple(row) for row in cells),
            rows=tuple(f"{first}-{first + width - 1}" for first in range(1, len(self.bits), width)),
            caption="" if is_over else f"{self.colours[state.player]} to move",
            corners=tuple(tuple(row) for row in numbers),
        )

    def write_cells(self, cells: Cells, mover: int) -> str:
        """The position on that board, B:W21,K25:B1,K3. Raises ValueError for a piece on a light square."""
        found: dict[str, list[str]] = {"W": [], "B": []}
        dark = {_cell(square, _width(self.bits)): square + 1 for square in range(len(self.bits))}
        for row, line in enumerate(cells):
            for column, piece in enumerate(line):
                if piece and (row, column) not in dark:
                    raise ValueError("pieces stand on the dark squares, which have numbers")
                if piece:
                    king = "K" if piece in "⛃⛁" else ""
                    found["W" if piece in "○⛁" else "B"].append(f"{king}{dark[row, column]}")
        return f"{self.colours[mover][0].upper()}:W{','.join(found['W'])}:B{','.join(found['B'])}"

    def cells(self, ends: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Where these bits are on that board."""
        return tuple(_cell(self.bits.index(bit), _width(self.bits)) for bit in ends)


Move = tuple[int, int, int]  # the captured pieces as a word, and the bits where the move starts and ends


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


def _cell(square: int, width: int) -> tuple[int, int]:
    """Row and column of a dark square, the first one 0."""
    row, place = divmod(square, width)
    return row, 2 * place + 1 - row % 2


def _width(bits: Sequence[int]) -> int:
    """Squares in a row: half of the board's files."""
    return {32: 4, 50: 5}[len(bits)]
