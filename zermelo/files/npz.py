"""Files of arrays as earlier versions kept them, in NumPy's .npz: read, no longer written.

They were never compressed, so that one that is would be somebody else's, and may grow without bound: it is refused.
"""

from __future__ import annotations

import math
import re
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

from zermelo.files.container import MOST_DIMENSIONS, TYPES
from zermelo.files.reading import Kind, begins_with, opened

MAGIC = b"PK\x03\x04"
MOST_ARRAYS = 1000
START = 10  # bytes of an array before the text that describes it
HEADER = re.compile(
    rb"\x93NUMPY\x01\x00(?P<length>[\x00-\xff]{2})\{'descr': '(?P<kind>[<|][a-z]\d)', 'fortran_order': False, "
    rb"'shape': \((?P<shape>[\d, ]{0,200})\), \} *\n"
)
FAULTS = (
    ValueError,
    KeyError,
    IndexError,
    EOFError,
    OverflowError,
    RecursionError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
)


def is_npz(path: Path) -> bool:
    """Does a file begin as a .npz file? False if it cannot be read."""
    return begins_with(path, MAGIC)


def read_npz(path: Path, kind: Kind) -> dict[str, Any]:
    """The arrays of a file by name. Raises ZermeloError where it is damaged, or was not written by this package."""
    with opened(path, kind) as (file, size):
        try:
            with zipfile.ZipFile(file) as archive:
                entries = archive.infolist()
                _check(entries, size)
                return {entry.filename.removesuffix(".npy"): _array(archive.read(entry)) for entry in entries}
        except FAULTS:
            raise kind.damaged(path, "it is no whole archive of arrays") from None


def _check(entries: list[zipfile.ZipInfo], size: int) -> None:
    """Raises ValueError unless the entries are arrays that lie in the file as they are, one beside the other."""
    stored = all(
        entry.compress_type == zipfile.ZIP_STORED and entry.file_size == entry.compress_size and not entry.flag_bits & 1
        for entry in entries
    )
    names = {entry.filename for entry in entries}
    if not stored or len(names) < len(entries) or len(entries) > MOST_ARRAYS:
        raise ValueError("the entries are not as they were written")
    if sum(entry.file_size for entry in entries) > size or not all(name.endswith(".npy") for name in names):
        raise ValueError("the entries are not what the file holds")


def _array(content: bytes) -> Any:
    """The array of one entry, which is no larger than the entry. Raises ValueError."""
    from zermelo.installed import np

    found = HEADER.match(content)
    if found is None or len(found[0]) != START + int.from_bytes(found["length"], "little"):
        raise ValueError("an array does not say what it is")
    kind, shape = found["kind"].decode(), tuple(int(n) for n in found["shape"].replace(b",", b" ").split())
    data = content[len(found[0]) :]
    if kind not in TYPES or len(shape) > MOST_DIMENSIONS or max(shape, default=0) > len(content):
        raise ValueError("an array is of no known type")
    if math.prod(shape) * int(kind[2:]) != len(data):
        raise ValueError("an array is not what its entry holds")
    return np.frombuffer(data, kind).reshape(shape) if data else np.zeros(shape, kind)
