"""One Syzygy file: the table of a material, for one or both sides to move, and by the file of the leading pawn."""

from __future__ import annotations

import mmap
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from typing import Any

from zermelo.experts.chess.syzygy import numbering
from zermelo.experts.chess.syzygy.pairs import SINGLE, Pairs
from zermelo.game import ZermeloError

MAGIC = {".rtbw": bytes((0x71, 0xE8, 0x23, 0x5D)), ".rtbz": bytes((0xD7, 0x66, 0x0C, 0xA5))}
HAS_PAWNS = 2
MAPPED, WIN_PLIES, LOSS_PLIES, WIDE = 2, 4, 8, 16  # of the flags of distances
PAWN, BLACK = 1, 8  # pieces: 1 to 6 are White's pawn, knight, bishop, rook, queen and king; Black's are 8 more
LETTERS = "PNBRQK"
MAP_BY_RESULT = {2: 0, -2: 1, 1: 2, -1: 3}  # which of the four maps a result's distances have
Placement = list[tuple[int, int]]  # (piece, square)


@dataclass
class _Part:
    """The values for one side to move and one file of the leading pawn, and how their positions are numbered."""

    pieces: list[int]
    pairs: Pairs
    groups: list[int] = field(default_factory=list)  # how many pieces each group has
    factors: list[int] = field(default_factory=list)  # of each group's number
    maps: list[int] = field(default_factory=list)  # where the four maps of distances begin


class SyzygyTable:
    """A file, mapped. Raises ZermeloError where it is not one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        names = path.stem.split("v")
        self.pieces = [[LETTERS.index(letter) + 1 for letter in name] for name in names]
        self.is_symmetric = names[0] == names[1]
        self.is_distance = path.suffix == ".rtbz"
        pawns = [side.count(PAWN) for side in self.pieces]
        self.lead_colour = 0 if pawns[0] and (not pawns[1] or pawns[0] <= pawns[1]) else 1
        self.pawns = pawns[self.lead_colour], pawns[1 - self.lead_colour]
        self.has_pawns = any(pawns)
        self.has_unique = any(side.count(kind) == 1 for side in self.pieces for kind in range(1, 6))
        try:
            with open(path, "rb") as file:
                self.data: Any = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise ZermeloError(f"the table {path} cannot be read: {error}") from None
        if self.data[:4] != MAGIC[path.suffix] or bool(self.data[4] & HAS_PAWNS) != self.has_pawns:
            raise ZermeloError(f"{path} is no Syzygy table of {path.stem}")
        try:
            self._parts = self._read()  # by file of the leading pawn, then by side to move
        except (IndexError, ValueError, OverflowError) as error:
            raise ZermeloError(f"{path} is a damaged Syzygy table: {error}") from None
        parts = [part for parts in self._parts for part in parts]
        if any(part.pairs.blocks_at + part.pairs.blocks * part.pairs.block_bytes > len(self.data) for part in parts):
            raise ZermeloError(f"{path} is a truncated Syzygy table")

    def has(self, placement: Placement, player: int, exchanged: bool) -> bool:
        """Is the side to move the one whose distances are kept? exchanged: see `value`."""
        if not self.is_distance or (self.is_symmetric and not self.has_pawns):
            return True
        squares, _, side = self._seen(placement, player, exchanged)
        return self._part(squares, 0).pairs.flags & 1 == side

    def value(self, placement: Placement, player: int, exchanged: bool, result: int = 0) -> int:
        """The result of a position to the player to move, -2 to 2; or the plies to a capture or pawn move.

        exchanged: is White, in the table, the position's Black? result: of a position whose distance is asked for.
        """
        squares, pieces, side = self._seen(placement, player, exchanged)
        part = self._part(squares, 0 if self.is_distance else side)
        found = part.pairs.value(self._number(part, squares, pieces))
        return self._distance(part, found, result) if self.is_distance else found - 2

    # --- the file ---

    def _read(self) -> list[list[_Part]]:
        data, at = self.data, 5
        both = self.has_pawns and self.pawns[1] > 0
        sides = 1 if self.is_distance or self.is_symmetric else 2
        total = len(self.pieces[0]) + len(self.pieces[1])
        parts: list[list[_Part]] = []
        sizes = []
        for file in range(4 if self.has_pawns else 1):
            orders = [data[at], data[at + 1] if both else 0xFF]
            at += 1 + both
            shown = data[at : at + total]
            at += total
            parts.append([])
            for side in range(sides):
                part = _Part([piece >> 4 * side & 15 for piece in shown], Pairs(data))
                sizes.append(self._group(part, [order >> 4 * side & 15 for order in orders], file))
                parts[-1].append(part)
        at += at & 1
        every = [part for row in parts for part in row]
        for part, size in zip(every, sizes, strict=True):
            at = part.pairs.read_sizes(at, size)
        if self.is_distance:
            at = self._read_maps(every, at)
        for part in every:
            part.pairs.index_at = at
            at += 6 * part.pairs.entries
        for part in every:
            part.pairs.lengths_at = at
            at += 2 * part.pairs.lengths
        for part in every:
            at = -(-at // 64) * 64
            part.pairs.blocks_at = at
            at += part.pairs.blocks * part.pairs.block_bytes
        return parts

    def _group(self, part: _Part, orders: list[int], file: int) -> int:
        """Groups the pieces and gives each group its factor; returns how many numbers there are."""
        leading = 0 if self.has_pawns else 3 if self.has_unique else 2
        part.groups = [1]
        for i in range(1, len(part.pieces)):
            leading -= 1
            if leading > 0 or part.pieces[i] == part.pieces[i - 1]:
                part.groups[-1] += 1
            else:
                part.groups.append(1)
        both = self.has_pawns and self.pawns[1] > 0
        part.factors = [0] * len(part.groups)
        following, size, turn = 2 if both else 1, 1, 0
        free = 64 - part.groups[0] - (part.groups[1] if both else 0)
        while following < len(part.groups) or turn in orders:
            if turn == orders[0]:
                part.factors[0] = size
                if self.has_pawns:
                    size *= numbering.lead_pawns(part.groups[0])[1][file]
                else:
                    size *= numbering.THREE if self.has_unique else numbering.KINGS
            elif turn == orders[1]:
                part.factors[1] = size
                size *= comb(48 - part.groups[0], part.groups[1])
            else:
                part.factors[following] = size
                size *= comb(free, part.groups[following])
                free -= part.groups[following]
                following += 1
            turn += 1
        return size

    def _read_maps(self, parts: list[_Part], at: int) -> int:
        """The lists that say which distance a value stands for, by result."""
        for part in parts:
            if not part.pairs.flags & MAPPED or part.pairs.flags & SINGLE:
                continue
            wide = bool(part.pairs.flags & WIDE)
            at += at & 1 if wide else 0
            for _ in range(4):
                part.maps.append(at + 1 + wide)
                length = int.from_bytes(self.data[at : at + 2], "little") if wide else self.data[at]
                at += (length + 1) * (1 + wide)
        return at + (at & 1)

    def _distance(self, part: _Part, value: int, result: int) -> int:
        flags = part.pairs.flags
        if part.maps:
            width = 2 if flags & WIDE else 1
            at = part.maps[MAP_BY_RESULT[result]] + width * value
            value = int.from_bytes(self.data[at : at + width], "little")
        in_plies = flags & (WIN_PLIES if result == 2 else LOSS_PLIES) if abs(result) == 2 else 0
        return (value if in_plies else 2 * value) + 1

    # --- positions ---

    def _seen(self, placement: Placement, player: int, exchanged: bool) -> tuple[list[int], list[int], int]:
        """Squares, pieces and side to move as the table sees them, the leading pawns in front."""
        flips = exchanged or (self.is_symmetric and player == 1)
        seen = [(piece ^ (BLACK if flips else 0), square ^ (56 if flips else 0)) for piece, square in placement]
        lead = PAWN + BLACK * self.lead_colour
        pawns = numbering.lead_first([square for piece, square in seen if piece == lead]) if self.has_pawns else []
        rest = [(piece, square) for piece, square in seen if not pawns or piece != lead]
        squares = pawns + [square for _, square in rest]
        return squares, [lead] * len(pawns) + [piece for piece, _ in rest], 1 - player if flips else player

    def _part(self, squares: list[int], side: int) -> _Part:
        file = min(squares[0] % 8, 7 - squares[0] % 8) if self.has_pawns else 0
        return self._parts[file][side]

    def _number(self, part: _Part, squares: list[int], pieces: list[int]) -> int:
        """The number of a position among the part's."""
        for i in range(self.pawns[0] if self.has_pawns else 0, len(pieces)):  # in the order of the part's pieces
            j = pieces.index(part.pieces[i], i)
            pieces[i], pieces[j] = pieces[j], pieces[i]
            squares[i], squares[j] = squares[j], squares[i]
        if squares[0] % 8 > 3:
            squares = [square ^ 7 for square in squares]
        if self.has_pawns:
            number = numbering.lead_of_pawns(squares, self.pawns[0])
        else:
            number, squares = self._lead(part, squares)
        number *= part.factors[0]
        done = part.groups[0]
        for group in range(1, len(part.groups)):
            first = 8 if group == 1 and self.has_pawns and self.pawns[1] else 0
            these = squares[done : done + part.groups[group]]
            number += numbering.set_number(these, squares[:done], first) * part.factors[group]
            squares[done : done + part.groups[group]] = these
            done += part.groups[group]
        return number

    def _lead(self, part: _Part, squares: list[int]) -> tuple[int, list[int]]:
        """The number of the leading pieces without pawns, and the squares with the board mirrored for them."""
        if squares[0] // 8 > 3:
            squares = [square ^ 56 for square in squares]
        off = [numbering.above(square) for square in squares[: part.groups[0]] if numbering.above(square)]
        if off and off[0] > 0:
            squares = [numbering.crossed(square) for square in squares]
        if self.has_unique:
            return numbering.lead_of_three(*squares[:3]), squares
        return numbering.king_pairs()[squares[0], squares[1]], squares
