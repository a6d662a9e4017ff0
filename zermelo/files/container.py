"""A header and arrays of numbers in one file.

    zermelo KIND VERSION
    <sha256 of all that follows, in hexadecimal>
    {"game": "checkers", …, "arrays": [["weights", "<f8", [14]], …]}      and spaces up to a multiple of 64 bytes
    <the numbers of the arrays, one after another, little-endian>

Nothing in it is executed or unpacked: reading makes strings, numbers and arrays of them, and takes no more memory than
the file has bytes. The sizes of the arrays are compared with that of the file, and the digest with everything after it,
before anything in the file is believed.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import mmap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from zermelo.files.reading import Kind, begins_with, opened
from zermelo.files.writing import write_whole

DIGEST = 64  # characters
ALIGNED = 64  # bytes: arrays begin at a multiple of it, so that they can be used where they lie
LONGEST_HEADER = 1 << 24  # bytes
CHUNK = 1 << 20  # bytes that are read at once
MOST_DIMENSIONS = 8
TYPES = ("<f2", "<f4", "<f8", "<i2", "<i4", "<i8", "<u2", "<u4", "<u8", "|i1", "|u1")

Shapes = Mapping[str, tuple[str, tuple[int, ...]]]  # the type and the shape of each array
Check = Callable[[Mapping[str, Any], Shapes], None]


@dataclass(frozen=True)
class Container:
    """What a file holds."""

    digest: str  # of everything
    header: dict[str, Any]
    arrays: dict[str, Any]  # which cannot be changed


def write_container(path: Path, kind: Kind, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> str:
    """Writes a file, which replaces one that is there at once (see writing.py); returns its digest.

    Equal contents make equal bytes. Raises ZermeloError where it cannot be written.
    """
    parts, digest = packed(kind, header, arrays)
    write_whole(path, parts)
    return digest


def packed(kind: Kind, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[list[Any], str]:
    """The bytes of a file, in parts, and its digest."""
    plain = {name: _plain(array) for name, array in arrays.items()}
    described = [[name, array.dtype.str, list(array.shape)] for name, array in plain.items()]
    unknown = [kind for _, kind, _ in described if kind not in TYPES]
    if unknown:
        raise TypeError(f"arrays of {unknown[0]} cannot be written")
    text = json.dumps({**header, "arrays": described}, ensure_ascii=True, allow_nan=False).encode()
    before = len(kind.magic) + DIGEST + 1
    text += b" " * (-(before + len(text) + 1) % ALIGNED) + b"\n"
    body = [text, *(_bytes(array) for array in plain.values())]
    digest = _digest(body)
    return [kind.magic, digest.encode(), b"\n", *body], digest


def read_container(path: Path, kind: Kind, check: Check | None = None, mapped: bool = False) -> Container:
    """What a file holds, if all of it is as it was written.

    check(header, shapes): called before the arrays are read, to raise ZermeloError where they are not those that are
    expected. mapped: the arrays stay in the file, and the system reads them as they are needed.
    Raises ZermeloError in one line where it cannot be read, is of another kind, or is damaged.
    """
    with opened(path, kind) as (file, size):
        return _read_whole(file, size, path, kind, check, mapped)


def unpacked(content: bytes, kind: Kind) -> Container:
    """What the bytes of such a file hold, if they are as they were packed. Raises ZermeloError."""
    return _read_whole(io.BytesIO(content), len(content), Path(f"what was sent as a {kind.noun}"), kind, None, False)


def _read_whole(file: BinaryIO, size: int, path: Path, kind: Kind, check: Check | None, mapped: bool) -> Container:
    start = len(kind.magic) + DIGEST + 1
    first = file.read(start)
    if not first.startswith(kind.magic):
        raise kind.foreign(path)
    digest, text = first[len(kind.magic) : start - 1].decode("ascii", "replace"), file.readline(LONGEST_HEADER)
    hashed = hashlib.sha256(text)
    for chunk in iter(lambda: file.read(CHUNK), b""):
        hashed.update(chunk)
    if first[-1:] != b"\n" or hashed.hexdigest() != digest:
        raise kind.damaged(path, "its digest is wrong")
    try:
        header, shapes = _read_header(text, size - start - len(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise kind.damaged(path, "its header is wrong") from None
    if check is not None:
        check(header, shapes)
    file.seek(start + len(text))
    try:
        return Container(digest, header, _mapped(file, shapes) if mapped else _read(file, shapes))
    except ValueError:
        raise kind.damaged(path, "it changed while it was read") from None


def is_container(path: Path, kind: Kind) -> bool:
    """Does a file begin as a container of this kind? False if it cannot be read."""
    return begins_with(path, kind.magic)


def _read_header(text: bytes, room: int) -> tuple[dict[str, Any], Shapes]:
    """The header, and the arrays that it describes. Raises ValueError unless they are all of the room."""
    if not text.endswith(b"\n"):
        raise ValueError("it has no end")
    header = json.loads(text, object_pairs_hook=_object)
    shapes: dict[str, tuple[str, tuple[int, ...]]] = {}
    used = 0
    for name, kind, shape in header.pop("arrays"):
        known = kind in TYPES and isinstance(name, str) and name not in shapes and len(shape) <= MOST_DIMENSIONS
        if not known or not all(type(n) is int and 0 <= n <= room for n in shape):
            raise ValueError("an array is of no known type")
        shapes[name] = kind, tuple(shape)
        used += _size(kind, shape)
    if used != room:
        raise ValueError("the arrays are not what the file holds")
    return header, shapes


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Raises ValueError where a name is repeated, which would hide a value."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name is repeated")
    return dict(pairs)


def _size(kind: str, shape: Iterable[int]) -> int:
    return math.prod(shape) * int(kind[2:])


def _read(file: BinaryIO, shapes: Shapes) -> dict[str, Any]:
    from zermelo.installed import np

    found = {}
    for name, (kind, shape) in shapes.items():
        data = file.read(_size(kind, shape))
        found[name] = np.frombuffer(data, kind).reshape(shape) if 0 not in shape else np.zeros(shape, kind)
    return found


def _mapped(file: BinaryIO, shapes: Shapes) -> dict[str, Any]:
    from zermelo.installed import np

    start, found = file.tell(), {}
    content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    for name, (kind, shape) in shapes.items():
        if 0 in shape:
            found[name] = np.zeros(shape, kind)
            continue
        found[name] = np.frombuffer(content, kind, math.prod(shape), start).reshape(shape)
        start += _size(kind, shape)
    return found


def _plain(array: Any) -> Any:
    """An array of little-endian numbers, one after another."""
    from zermelo.installed import np

    found = np.ascontiguousarray(array).reshape(np.shape(array))
    return found.astype(found.dtype.newbyteorder("<"), copy=False)


def _bytes(array: Any) -> Any:
    return memoryview(array.reshape(-1).view("u1")) if array.size else b""


def _digest(parts: Iterable[Any]) -> str:
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(part)
    return hashed.hexdigest()
