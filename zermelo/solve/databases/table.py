"""The file of one material: a header that says what it is, and its packed values.

    bytes 0-31   magic, size of the file, length of the header, checksum of the values, checksum of all before them
    header       JSON, filled up with spaces to whole words: game, version, material, and counts by part
    the rest     packed values (see packing.py)

A file is mapped, not read; its checksums are compared once, when it is opened.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.game import ZermeloError
from zermelo.solve.databases.packing import pack, packed_value, unpack

SUFFIX = ".zdb"
UNFINISHED = ".part"
MAGIC = b"zermelo1"
FIXED = struct.Struct("<8sQQII")


@dataclass(frozen=True)
class Count:
    """How many positions of one part of a material are won, drawn and lost, and the longest distances in plies."""

    part: str
    wins: int
    draws: int
    losses: int
    longest_win: int
    longest_loss: int

    @property
    def positions(self) -> int:
        """All that can occur, one of each set of symmetric ones."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Header:
    """What a file says about itself."""

    game: str
    version: int  # of the indexing
    material: str
    size: int  # numbers that the indexing gives, more than there are positions
    counts: tuple[Count, ...]


class Table:
    """The values of one material, mapped from its file."""

    def __init__(self, path: Path, header: Header, words: np.ndarray) -> None:
        self.path, self.header, self.words = path, header, words

    def number(self, index: int) -> int:
        """The value of a position as a number (see values.py)."""
        return int(packed_value(self.words, index))

    def values(self) -> np.ndarray:
        """All values as numbers; those of positions that cannot occur mean nothing."""
        return unpack(self.words, self.header.size)


def write_table(path: Path, header: Header, values: Any) -> None:
    """Writes the file of a material; it appears whole or not at all. Raises ZermeloError."""
    words = pack(values)
    text = json.dumps(asdict(header), separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    size = FIXED.size + len(text) + words.nbytes
    body_sum = zlib.crc32(words.data)
    first = FIXED.pack(MAGIC, size, len(text), body_sum, 0) + text
    content = FIXED.pack(MAGIC, size, len(text), body_sum, zlib.crc32(first)) + text
    draft = path.with_suffix(path.suffix + UNFINISHED)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(draft, "wb") as file:
            file.write(content)
            file.write(words.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def read_header(path: Path) -> Header:
    """What a file says about itself, once its size and the header's checksum are right. Raises ZermeloError."""
    return _read_first(path)[0]


def open_table(path: Path) -> Table:
    """A table whose checksums are right. Raises ZermeloError: a damaged file is never used."""
    header, start, body_sum = _read_first(path)
    words = np.memmap(path, dtype=np.int64, mode="r", offset=start)
    if zlib.crc32(words.data) != body_sum:
        raise _damaged(path, "its values do not have their checksum")
    return Table(path, header, words)


def _read_first(path: Path) -> tuple[Header, int, int]:
    """The header, where the values begin, and their checksum."""
    try:
        found = path.stat().st_size
        with open(path, "rb") as file:
            fixed = file.read(FIXED.size)
            if len(fixed) < FIXED.size or not fixed.startswith(MAGIC):
                raise _damaged(path, "it does not begin as one")
            _, size, length, body_sum, first_sum = FIXED.unpack(fixed)
            if size != found:
                raise _damaged(path, f"it has {found:,} bytes, not {size:,}")
            text = file.read(min(length, found))
    except OSError as error:
        raise ZermeloError(f"the database {path} cannot be read: {error.strerror}") from None
    first = FIXED.pack(MAGIC, size, length, body_sum, 0) + text
    if len(text) < length or zlib.crc32(first) != first_sum:
        raise _damaged(path, "its header does not have its checksum")
    fields = json.loads(text)
    fields["counts"] = tuple(Count(**count) for count in fields["counts"])
    return Header(**fields), FIXED.size + length, body_sum


def _damaged(path: Path, why: str) -> ZermeloError:
    return ZermeloError(f"{path} is no whole endgame database: {why}; delete it and build it again")
