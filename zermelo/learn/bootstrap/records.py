"""The positions that a network learns from: in memory, and as files in a folder beside the run's own.

A file holds what was played between two times when the run was saved. A run whose folder is gone, or has lost some
files, goes on with fewer positions: the newest network plays new games.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.files.container import read_container, write_container
from zermelo.files.reading import Kind
from zermelo.game import ZermeloError

KIND = Kind("positions", 1, "file of positions", "zermelo learn")
ENDING = ".positions"  # of the folder and of the files in it
OUTDONE = 2  # times as many positions as a generation has, of later ones, make up for it
ARRAYS = {  # of each file, [record] all
    "active": np.uint16,  # [record, 2 × most] inputs that are 1, the mover's seat first, filled up
    "values": np.float32,  # of the search, for the mover; infinite where the result is proved
    "results": np.float16,  # 1 won, 0.5 drawn, 0 lost
    "buckets": np.uint8,
    "held": np.uint8,  # 1: of a game that is held out from training
}


@dataclass(frozen=True)
class Chunk:
    """Positions that were played one after another, labelled by one network."""

    number: int  # 1, 2, 3, … in the order in which they were played
    generation: int  # of the network that played
    arrays: Mapping[str, Any]  # see ARRAYS

    def __len__(self) -> int:
        return len(self.arrays["values"])

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in self.arrays.values())


@dataclass
class Pool:
    """All positions of a run that are still of use, the oldest first."""

    width: int  # of a record: 2 × most
    inputs: int
    buckets: int
    window: int  # records that are kept, at most
    chunks: list[Chunk] = field(default_factory=list)
    fresh: list[Mapping[str, Any]] = field(default_factory=list)  # played since the last chunk was closed
    generation: int = 0  # of those
    last: int = 0  # the number of the last chunk

    def __len__(self) -> int:
        return sum(map(len, self.chunks)) + self.waiting

    @property
    def waiting(self) -> int:
        """Records that are in no chunk yet."""
        return sum(len(part["values"]) for part in self.fresh)

    def add(self, part: Mapping[str, Any], generation: int) -> None:
        """Takes in what was played by a generation's network."""
        if generation != self.generation:
            self.close()
        self.generation = generation
        if len(part["values"]):
            self.fresh.append(part)

    def close(self) -> None:
        """Makes a chunk of what was played last."""
        if self.fresh:
            self.last += 1
            self.chunks.append(Chunk(self.last, self.generation, joined(self.fresh, self.width)))
            self.fresh = []

    def drop(self, oldest: int) -> None:
        """Forgets what is beyond the window, and generations before this one that later ones have OUTDONE.

        A chunk that is partly inside the window stays; `records` cuts it.
        """
        self.close()
        for generation in sorted({chunk.generation for chunk in self.chunks if chunk.generation < oldest}):
            own = sum(len(chunk) for chunk in self.chunks if chunk.generation == generation)
            later = sum(len(chunk) for chunk in self.chunks if chunk.generation > generation)
            if later >= OUTDONE * own:
                self.chunks = [chunk for chunk in self.chunks if chunk.generation != generation]
        while self.chunks and len(self) - len(self.chunks[0]) >= self.window:
            del self.chunks[0]

    def records(self) -> tuple[dict[str, Any], Any]:
        """The newest records inside the window as arrays, and the generation of each."""
        self.close()
        arrays = joined([chunk.arrays for chunk in self.chunks], self.width)
        generations = np.repeat(
            np.array([chunk.generation for chunk in self.chunks], np.int32), [len(chunk) for chunk in self.chunks]
        )
        start = max(0, len(generations) - self.window)
        return {name: array[start:] for name, array in arrays.items()}, generations[start:]

    # --- what lies beside the run's file ---

    def listed(self) -> list[list[int]]:
        """The chunks as a header names them: number, generation, records."""
        return [[chunk.number, chunk.generation, len(chunk)] for chunk in self.chunks]

    def write(self, folder: Path, written: Container[int]) -> None:
        """Writes the chunks but for those that the folder has, by their numbers. Raises ZermeloError."""
        self.close()
        for chunk in self.chunks:
            if chunk.number not in written:
                header = {"chunk": chunk.number, "generation": chunk.generation, "width": self.width}
                write_container(chunk_path(folder, chunk.number), KIND, header, chunk.arrays)

    def clear(self, folder: Path, kept: Iterable[int] = ()) -> None:
        """Deletes the files of chunks that are neither in the pool nor among those to be kept."""
        known = {chunk.number for chunk in self.chunks} | set(kept)
        for path in folder.glob(f"*{ENDING}"):
            if path.stem.isdecimal() and int(path.stem) not in known:
                path.unlink(missing_ok=True)

    def read(self, folder: Path, listed: Sequence[Any]) -> int:
        """Reads the chunks that a header names; returns how many of their files are gone.

        Raises ZermeloError where one is damaged, or is not what the header says.
        """
        gone = 0
        for number, generation, records in _checked(listed):
            self.last = max(self.last, number)
            path = chunk_path(folder, number)
            if not path.exists():
                gone += 1
                continue
            found = read_chunk(path, self.width)
            active, bucket = (int(found.arrays[name].max(initial=0)) for name in ("active", "buckets"))
            if active > self.inputs or bucket >= self.buckets:
                raise ZermeloError(f"{path} does not fit what the network sees: delete it to go on without it")
            if (found.number, found.generation, len(found)) != (number, generation, records):
                raise ZermeloError(f"{path} belongs to another run: delete it to go on without its positions")
            self.chunks.append(found)
        return gone


def chunk_path(folder: Path, number: int) -> Path:
    """Where a chunk is kept."""
    return folder / f"{number:06}{ENDING}"


def folder_beside(path: Path) -> Path:
    """The folder beside a run's file."""
    return path.with_name(path.name + ENDING)


def read_chunk(path: Path, width: int | None = None) -> Chunk:
    """A file of positions; width: of its records. Raises ZermeloError where it is damaged or of another shape."""
    try:
        found = read_container(path, KIND)
    except ZermeloError as error:
        raise ZermeloError(f"{error}; delete it to go on without its positions") from None
    number, generation, wide = (found.header.get(name) for name in ("chunk", "generation", "width"))
    arrays = found.arrays
    is_right = all(type(value) is int and 0 <= value < 1 << 31 for value in (number, generation, wide))
    is_right = is_right and (width is None or wide == width) and list(arrays) == list(ARRAYS)
    if is_right:
        count = len(arrays["values"]) if arrays["values"].ndim else -1
        shapes = {name: (count, wide) if name == "active" else (count,) for name in ARRAYS}
        is_right = all(arrays[name].shape == shapes[name] and arrays[name].dtype == ARRAYS[name] for name in ARRAYS)
        is_right = is_right and bool(((arrays["results"] >= 0) & (arrays["results"] <= 1)).all())
        is_right = is_right and not np.isnan(arrays["values"]).any()
    if not is_right:
        raise ZermeloError(f"{path} holds no positions of this run: delete it to go on without them")
    return Chunk(number, generation, arrays)  # type: ignore[arg-type]


def joined(parts: Sequence[Mapping[str, Any]], width: int) -> dict[str, Any]:
    """Records one after another."""
    if not parts:
        return {name: np.zeros((0, width) if name == "active" else 0, kind) for name, kind in ARRAYS.items()}
    return {name: np.concatenate([part[name] for part in parts]) for name in ARRAYS}


def _checked(listed: Any) -> list[tuple[int, int, int]]:
    """What a header names, if it names chunks. Raises ZermeloError."""
    is_right = isinstance(listed, list) and all(
        isinstance(one, list) and len(one) == 3 and all(type(value) is int and 0 <= value < 1 << 40 for value in one)
        for one in listed
    )
    if not is_right:
        raise ZermeloError("the file does not say where its positions are")
    return [tuple(one) for one in listed]
