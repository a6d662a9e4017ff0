"""The file of something learned: a magic line, a digest, a header in JSON, and arrays as plain little-endian numbers.

    zermelo learned 1
    <sha256 of all that follows, in hexadecimal>
    {"game": "checkers", "method": "samuel", …, "arrays": [["weights", "<f8", [14]], …]}
    <the numbers of the arrays, one after another>

Nothing in it is executed: reading a file makes strings, numbers and arrays of them.

The header says what it is for (`game`, `parameters`, `rules`, a digest of the rules), how it was made (`method`,
`options`, `seed`, `games`), and how strong it is (`strength`); see `new_header` and zermelo.learn.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.evaluate.learned.fingerprint import rules_digest
from zermelo.game import Game, ZermeloError, brief

MAGIC = b"zermelo learned 1\n"
DIGEST = 64  # characters
LONGEST_HEADER = 1 << 24  # bytes
TYPES = ("<f2", "<f4", "<f8", "<i2", "<i4", "<i8", "<u2", "<u4", "<u8", "|i1", "|u1")
NEEDED = {  # of every header: see new_header
    "game": str,
    "parameters": dict,
    "rules": str,
    "method": str,
    "options": dict,
    "seed": int,
    "games": int,
    "trained_on": str,
    "curve": list,
    "strength": list,
}


@dataclass(frozen=True)
class Learned:
    """What a file holds. Two are equal if their contents are."""

    digest: str  # of the content
    header: Mapping[str, Any] = field(compare=False)
    arrays: Mapping[str, Any] = field(compare=False, repr=False)
    name: str = field(default="", compare=False)  # the file's, as it was typed

    @property
    def method(self) -> str:
        """How it was learned: samuel, td or alphazero."""
        return str(self.header["method"])

    def array(self, name: str, *shape: int | None) -> Any:
        """One of the arrays; shape: what it must have, None for any length. Raises ZermeloError."""
        found = self.arrays.get(name)
        if found is None:
            raise ZermeloError(f"{self} has no {name}: it was not written by zermelo learn")
        if len(shape) != found.ndim or any(n not in (None, m) for n, m in zip(shape, found.shape, strict=True)):
            raise ZermeloError(f"{self}: {name} has the shape {found.shape}, which does not fit")
        return found

    def check_fits(self, game: Game, trained: Game | None = None) -> None:
        """Raises ZermeloError unless it was learned for this game, its parameters and its rules.

        trained: the game that stands for this one in training, where its parameters do not matter to what is learned.
        """
        learned = trained or game
        name, theirs, ours = self.header["game"], self.header["parameters"], plain_parameters(learned)
        if name != learned.name:
            raise ZermeloError(f"{self} was learned for {brief(name)}, not for {game.name}")
        if theirs != ours:
            differing = {key: value for key, value in theirs.items() if ours.get(key) != value}
            raise ZermeloError(f"{self} was learned for {_titled(name, differing or theirs)}, not for {game.title}")
        if self.header["rules"] != rules_digest(learned):
            raise ZermeloError(f"{self} was learned for other rules of {game.title}: learn it again")

    @property
    def title(self) -> str:
        """The game that it is for, with all its parameters."""
        return _titled(self.header["game"], self.header["parameters"])

    def __str__(self) -> str:
        return self.name or f"what was learned for {self.title}"


def _titled(game: str, parameters: Mapping[str, Any]) -> str:
    """A game with parameters, as a person types it."""
    words = (f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in parameters.items())
    chosen = ",".join(words)
    return brief(f"{game}:{chosen}" if chosen else game, 100)


def new_header(game: Game, method: str, options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The header of a run that begins; a method adds its own entries.

    Every header has also: `games` (how many were played), `curve` (a list of points, see zermelo.learn.curve),
    `trained_on` (a sentence), and `strength` (measured at the end: a list of {"against", "games", "score"}).
    """
    return {
        "game": game.name,
        "parameters": plain_parameters(game),
        "rules": rules_digest(game),
        "method": method,
        "options": dict(options),
        "seed": seed,
        "games": 0,
        "trained_on": "",
        "curve": [],
        "strength": [],
    }


def plain_parameters(game: Game) -> dict[str, Any]:
    """A game's parameters as JSON has them."""
    return {
        name: value if isinstance(value, bool | int | float | str) else str(value)
        for name, value in game.parameters.items()
    }


def write_learned(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Writes a file; one that is there is replaced at once, so that a kill at any moment leaves the old or the new.

    Equal contents make equal bytes. Raises ZermeloError where it cannot be written.
    """
    plain = {name: _plain(array) for name, array in arrays.items()}
    described = [[name, array.dtype.str, list(array.shape)] for name, array in plain.items()]
    text = json.dumps({**header, "arrays": described}, ensure_ascii=True, allow_nan=False).encode()
    body = b"".join((text, b"\n", *(array.tobytes() for array in plain.values())))
    content = b"".join((MAGIC, hashlib.sha256(body).hexdigest().encode(), b"\n", body))
    beside = _beside(path)
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """Raises ZermeloError unless a file of this name can be written: better before learning than after."""
    if path.is_dir():
        raise ZermeloError(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise ZermeloError(f"{path} cannot be written: there is no folder {path.parent}")
    beside = _beside(path)
    try:
        beside.touch()
        beside.unlink()
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def _beside(path: Path) -> Path:
    """What is written first, and then takes the file's place."""
    return path.with_name(f".{path.name}.{os.getpid()}")


def _plain(array: Any) -> Any:
    found = np.ascontiguousarray(array)
    return found.astype(found.dtype.newbyteorder("<"), copy=False)


def read_learned(path: Path) -> Learned:
    """What a file holds. Raises ZermeloError in one line where it cannot be read, or is damaged, or another kind."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror}") from None
    if not content.startswith(MAGIC):
        raise ZermeloError(f"{path} is not a file that zermelo learn has written")
    start = len(MAGIC) + DIGEST + 1
    body = memoryview(content)[start:]
    digest = content[len(MAGIC) : start - 1].decode("ascii", "replace")
    if hashlib.sha256(body).hexdigest() != digest:
        raise ZermeloError(f"{path} is truncated or damaged: its digest is wrong")
    try:
        end = content.index(b"\n", start, start + LONGEST_HEADER)
        header = json.loads(content[start:end])
        arrays = _arrays(header.pop("arrays"), memoryview(content)[end + 1 :])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ZermeloError(f"{path} is not a file that zermelo learn has written: its header is wrong") from None
    if any(not isinstance(header.get(name), kind) for name, kind in NEEDED.items()):
        raise ZermeloError(f"{path} does not say what it was learned for, and how")
    return Learned(digest, header, arrays, str(path))


def _arrays(described: Any, data: memoryview) -> dict[str, Any]:
    """The arrays that a header describes. Raises ValueError unless they are all of the data."""
    found, start = {}, 0
    for name, kind, shape in described:
        if kind not in TYPES or not all(type(n) is int and n >= 0 for n in shape) or not isinstance(name, str):
            raise ValueError("an array is of no known type")
        end = start + math.prod(shape) * np.dtype(kind).itemsize
        if end > len(data):
            raise ValueError("an array ends beyond the file")
        found[name] = np.frombuffer(data[start:end], kind).reshape(shape)
        start = end
    if start != len(data):
        raise ValueError("there is more than the arrays")
    return found
