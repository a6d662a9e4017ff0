"""The file of one material: a header that says what it is, and its packed values (see packing.py).

It is kept as files/container.py says, and mapped, not read; its digest is compared once, when it is opened. Files of
the version before, which had checksums instead, are read too.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from zermelo.files.container import LONGEST_HEADER, Shapes, is_container, read_container, write_container
from zermelo.files.fields import whole
from zermelo.files.reading import GIGABYTE, Kind, begins_with, opened
from zermelo.game import ZermeloError
from zermelo.installed import np
from zermelo.solve.databases.packing import check_packed, pack, packed_value, unpack

SUFFIX = ".zdb"
KIND = Kind("database", 2, "database", "zermelo database", "delete it and build it again", most=1024 * GIGABYTE)
VALUES = "values"  # the name of the array
OLD_MAGIC = b"zermelo1"
OLD_FIXED = struct.Struct("<8sQQII")  # magic, size of the file, length of the header, checksums of values and header
OLD_DRAFT = ".part"  # ended the names of files that were being written
WORD = 8  # bytes


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
    write_packed(path, header, pack(values))


def write_packed(path: Path, header: Header, words: Any) -> None:
    """The same of values that are packed already."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None
    write_container(path, KIND, asdict(header), {VALUES: words})


def open_table(path: Path) -> Table:
    """A table that is as it was written. Raises ZermeloError: a damaged file is never used."""
    fields, words = _open_old(path) if begins_with(path, OLD_MAGIC) else _open(path)
    try:
        counts = tuple(_read_count(**count) for count in fields.pop("counts"))
        header = Header(**fields, counts=counts)
        is_right = isinstance(header.game, str) and isinstance(header.material, str)
        whole(header.version), whole(header.size)
        if not is_right or sum(count.positions for count in counts) > header.size:
            raise ValueError("it is no header of a material")
        check_packed(words, header.size)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise KIND.damaged(path, "its header and its values do not fit together") from None
    return Table(path, header, words)


def _read_count(part: Any, **numbers: Any) -> Count:
    """One of the header's counts. Raises ValueError or TypeError."""
    if not isinstance(part, str):
        raise ValueError("a part has no name")
    return Count(part, **{name: whole(value) for name, value in numbers.items()})


def _open(path: Path) -> tuple[dict[str, Any], np.ndarray]:
    """The header's fields, and the values where they lie in the file."""
    if path.is_file() and not is_container(path, KIND):
        raise KIND.damaged(path, "it does not begin as a database")

    def check(header: Mapping[str, Any], shapes: Shapes) -> None:
        if shapes.keys() != {VALUES} or shapes[VALUES][0] != "<i8" or len(shapes[VALUES][1]) != 1:
            raise KIND.damaged(path, "it does not hold values")

    found = read_container(path, KIND, check, mapped=True)
    return found.header, found.arrays[VALUES]


# --- files of the version before ------------------------------------------------------------------------------------


def _open_old(path: Path) -> tuple[dict[str, Any], np.ndarray]:
    """The same of a file with checksums: OLD_FIXED, a header of whole words, and the values."""
    with opened(path, KIND) as (file, found):
        fixed = file.read(OLD_FIXED.size)
        if len(fixed) < OLD_FIXED.size:
            raise KIND.damaged(path, "it has no header")
        _, size, length, body_sum, first_sum = OLD_FIXED.unpack(fixed)
        if size != found:
            raise KIND.damaged(path, f"it has {found:,} bytes, not {size:,}")
        text = file.read(min(length, found, LONGEST_HEADER))
        first = OLD_FIXED.pack(OLD_MAGIC, size, length, body_sum, 0) + text
        start = OLD_FIXED.size + length
        if len(text) < length or zlib.crc32(first) != first_sum or start >= found or (found - start) % WORD:
            raise KIND.damaged(path, "its header does not have its checksum")
        words = np.memmap(file, dtype="<i8", mode="r", offset=start)
    if zlib.crc32(words.data) != body_sum:
        raise KIND.damaged(path, "its values do not have their checksum")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise KIND.damaged(path, "its header is wrong") from None
    return fields, words
