"""Writes small Syzygy files with any values, so that what reads them can be tested without a folder of tables."""

from __future__ import annotations

import heapq
import itertools
import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

MAGIC = {".rtbw": b"\x71\xe8\x23\x5d", ".rtbz": b"\xd7\x66\x0c\xa5"}
LEAF, SINGLE, WIDE = 0xFFF, 0x80, 16
BLOCK, SPAN, UNUSED = 5, 7, 3  # powers of two: bytes of a block, values per entry of the index; unused lengths
DEEPEST, SYMBOLS = 8, 400  # how often symbols are paired, and about how many of them there may be


@dataclass
class Part:
    """The values for one side to move and one file of the leading pawn, as the file has them."""

    header: bytes
    maps: bytes = b""
    index: bytes = b""
    lengths: bytes = b""
    blocks: bytes = b""


def single(value: int) -> Part:
    """All values are one."""
    return Part(bytes((SINGLE, value)))


def packed(values: Any, flags: int = 0, maps: Sequence[Sequence[int]] = ()) -> Part:
    """Values from 0 on, not all equal. maps: what they stand for in a table of distances, by result."""
    row, symbols = _paired(np.asarray(values, np.int64))
    lengths = _code_lengths(row)
    order = sorted(lengths, key=lambda symbol: -lengths[symbol])
    order += [symbol for symbol in range(len(symbols)) if symbol not in lengths]
    place = {symbol: number for number, symbol in enumerate(order)}
    shortest, longest = min(lengths.values()), max(lengths.values())
    lowest = [sum(length > kind for length in lengths.values()) for kind in range(shortest, longest + 1)]
    bases = [0]
    for after, before in itertools.pairwise(reversed(lowest)):
        bases.append((bases[-1] + before - after) // 2)
    bases.reverse()
    codes = {
        symbol: format(bases[length - shortest] + place[symbol] - lowest[length - shortest], f"0{length}b")
        for symbol, length in lengths.items()
    }
    blocks, counts = _blocks(row, codes, symbols)
    header = struct.pack("<BBBBIBB", flags, BLOCK, SPAN, UNUSED, len(blocks), longest, shortest)
    header += struct.pack(f"<{len(lowest)}HH", *lowest, len(symbols))
    for symbol in order:
        one, other = symbols[symbol]
        one, other = (one, LEAF) if other == LEAF else (place[one], place[other])
        header += (one | other << 12).to_bytes(3, "little")
    header += bytes(len(symbols) & 1)
    starts = np.cumsum([0, *counts])
    middles = range(1 << SPAN - 1, len(values) + (1 << SPAN - 1), 1 << SPAN)
    index = b""
    for middle in middles:
        block = min(int(np.searchsorted(starts, middle, "right")), len(blocks)) - 1
        index += struct.pack("<IH", block, middle - starts[block])
    width = "H" if flags & WIDE else "B"
    listed = b"".join(struct.pack(f"<{len(one) + 1}{width}", len(one), *one) for one in maps)
    kept = struct.pack(f"<{len(blocks) + UNUSED}H", *(count - 1 for count in counts), *[0] * UNUSED)
    return Part(header, listed, index, kept, b"".join(blocks))


def write_table(path: Path, pieces: Sequence[tuple[Sequence[int], bytes]], parts: Sequence[Part]) -> None:
    """A file. pieces: for each file of the leading pawn the orders and the pieces; parts: likewise, and by side."""
    is_split = len(parts) == 2 * len(pieces)
    data = MAGIC[path.suffix] + bytes((is_split + 2 * (len(pieces) == 4),))
    for orders, shown in pieces:
        data += bytes(orders) + shown
    data += bytes(len(data) & 1)
    data += b"".join(part.header for part in parts)
    data += b"".join(part.maps for part in parts)
    data += bytes(len(data) & 1)
    data += b"".join(part.index for part in parts) + b"".join(part.lengths for part in parts)
    for part in parts:
        data += bytes(-len(data) % 64) + part.blocks
    path.write_bytes(data + bytes(-len(data) % 64 + 16))  # the last 16 are for a checksum


def _paired(row: Any) -> tuple[Any, list[tuple[int, int]]]:
    """The values as symbols, and the two that each symbol stands for; a value and LEAF."""
    symbols = [(value, LEAF) for value in range(int(row.max()) + 1)]
    for _ in range(DEEPEST):
        even = len(row) & ~1
        pairs, which = np.unique(row[:even:2] << 12 | row[1:even:2], return_inverse=True)
        if len(symbols) + len(pairs) > SYMBOLS:
            break
        row = np.concatenate((which + len(symbols), row[even:]))
        symbols += [(int(pair) >> 12, int(pair) & 0xFFF) for pair in pairs]
    return row, symbols


def _code_lengths(row: Any) -> dict[int, int]:
    """The length of each symbol's code, by Huffman's method."""
    noted, lengths = Counter(row.tolist()), Counter[int]()
    waiting = [(count, symbol, [symbol]) for symbol, count in noted.items()]
    heapq.heapify(waiting)
    while len(waiting) > 1:
        (one, first, some), (other, _, more) = heapq.heappop(waiting), heapq.heappop(waiting)
        lengths.update(some + more)
        heapq.heappush(waiting, (one + other, first, some + more))
    return dict(lengths)


def _blocks(row: Any, codes: dict[int, str], symbols: list[tuple[int, int]]) -> tuple[list[bytes], list[int]]:
    """The codes in blocks of one size, and how many values each block has."""
    sizes: list[int] = []
    for one, other in symbols:
        sizes.append(1 if other == LEAF else sizes[one] + sizes[other])
    blocks, counts, bits, held = [], [], "", 0
    for symbol in [*row.tolist(), None]:
        if symbol is None or len(bits) + len(codes[symbol]) > 8 << BLOCK or held + sizes[symbol] > 1 << 16:
            blocks.append(int(bits.ljust(8 << BLOCK, "0"), 2).to_bytes(1 << BLOCK, "big"))
            counts.append(held)
            bits, held = "", 0
        if symbol is not None:
            bits, held = bits + codes[symbol], held + sizes[symbol]
    return blocks, counts
