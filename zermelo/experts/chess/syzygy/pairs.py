"""The values of a Syzygy table, compressed.

Values are symbols; pairs of symbols that follow each other often are replaced by new symbols, again and again; the
symbols that are left are written as canonical Huffman codes, in blocks of one size. A sparse index has an entry for
every `span` values: the block that holds the middle one of them, and where in it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

SINGLE = 0x80  # of the flags: all values are one
LEAF = 0xFFF
BLOCK_AND_PLACE = struct.Struct("<IH")


@dataclass
class Pairs:
    """The values for one side to move (and file of the leading pawn)."""

    data: Any  # the bytes of the file
    flags: int = 0
    only: int = 0  # the value, where it is one
    block_bytes: int = 0
    span: int = 0
    blocks: int = 0
    lengths: int = 0  # entries of the list of block lengths, padding included
    entries: int = 0  # of the sparse index
    shortest: int = 0  # bits of a code
    lowest: list[int] = field(default_factory=list)  # by length of code less the shortest: the first symbol
    bases: list[int] = field(default_factory=list)  # likewise: the first code, in 64 bits
    symbols: list[tuple[int, int]] = field(default_factory=list)  # the two that each stands for; a value and LEAF
    counts: list[int] = field(default_factory=list)  # of values that a symbol stands for, less 1
    index_at: int = 0
    lengths_at: int = 0
    blocks_at: int = 0

    def read_sizes(self, at: int, size: int) -> int:
        """Reads the description at a place; size: of the table, in values. Returns where it ends."""
        data = self.data
        self.flags = data[at]
        if self.flags & SINGLE:
            self.only = data[at + 1]
            return at + 2
        self.block_bytes, self.span = 1 << data[at + 1], 1 << data[at + 2]
        self.entries = -(-size // self.span)
        self.blocks = int.from_bytes(data[at + 4 : at + 8], "little")
        self.lengths = self.blocks + data[at + 3]
        longest, self.shortest = data[at + 8], data[at + 9]
        kinds = longest - self.shortest + 1
        self.lowest = list(struct.unpack_from(f"<{kinds}H", data, at + 10))
        self.bases = [0] * kinds
        for i in range(kinds - 2, -1, -1):
            self.bases[i] = (self.bases[i + 1] + self.lowest[i] - self.lowest[i + 1]) // 2
        self.bases = [base << 64 - self.shortest - i for i, base in enumerate(self.bases)]
        at += 10 + 2 * kinds
        count = int.from_bytes(data[at : at + 2], "little")
        at += 2
        for i in range(at, at + 3 * count, 3):
            one, two, three = data[i : i + 3]
            self.symbols.append(((two & 15) << 8 | one, three << 4 | two >> 4))
        self.counts = [-1] * count
        for symbol in range(count):
            self._count(symbol)
        return at + 3 * count + (count & 1)

    def value(self, index: int) -> int:
        """The value of an index."""
        if self.flags & SINGLE:
            return self.only
        data = self.data
        block, place = BLOCK_AND_PLACE.unpack_from(data, self.index_at + 6 * (index // self.span))
        place += index % self.span - self.span // 2
        while place < 0:
            block -= 1
            place += self._length(block) + 1
        while place > self._length(block):
            place -= self._length(block) + 1
            block += 1
        return self._in_block(block, place)

    def _in_block(self, block: int, place: int) -> int:
        """The value at a place of a block: codes are read from its beginning."""
        start = self.blocks_at + block * self.block_bytes
        # the whole block as one number, with zeros behind it so that 64 bits can always be looked at
        bits, left = int.from_bytes(self.data[start : start + self.block_bytes], "big") << 64, 8 * self.block_bytes
        while True:
            ahead = bits >> left & 0xFFFF_FFFF_FFFF_FFFF
            kind = 0
            while ahead < self.bases[kind]:
                kind += 1
            symbol = self.lowest[kind] + (ahead - self.bases[kind] >> 64 - self.shortest - kind)
            if place <= self.counts[symbol]:
                break
            place -= self.counts[symbol] + 1
            left -= self.shortest + kind
        while self.counts[symbol]:
            one, other = self.symbols[symbol]
            if place <= self.counts[one]:
                symbol = one
            else:
                place -= self.counts[one] + 1
                symbol = other
        return self.symbols[symbol][0]

    def _length(self, block: int) -> int:
        """How many values a block has, less 1."""
        return int.from_bytes(self.data[self.lengths_at + 2 * block : self.lengths_at + 2 * block + 2], "little")

    def _count(self, symbol: int) -> int:
        if self.counts[symbol] < 0:
            one, other = self.symbols[symbol]
            self.counts[symbol] = 0 if other == LEAF else self._count(one) + self._count(other) + 1
        return self.counts[symbol]
