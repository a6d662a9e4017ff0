"""A table of openings: the scores of all positions with up to so many discs, read from a file.

The file (see files/container.py) holds the keys of the positions, ascending, of a position and its mirror image the
smaller one; and their scores. Files of the version before are read too. They are little-endian throughout:

    8 bytes     "zermelo4"
    6 × uint32  columns, rows, connect, plies, how many positions, 0
    int64 each  the keys
    int8 each   the scores
    32 bytes    a BLAKE2b digest of all before it
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from typing import Any

from zermelo.experts.connect_four.perfect.kernel import Shape
from zermelo.files.container import Shapes, is_container, read_container, write_container
from zermelo.files.fields import whole
from zermelo.files.reading import Kind, begins_with, opened
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.installed import np
from zermelo.solve.databases.place import databases_folder

KIND = Kind("openings", 2, "opening table", "zermelo database", "delete it and build it again")
MAGIC = b"zermelo4"  # of the version before, and of a build that goes on
HEAD = Struct("<8s6I")
DIGEST = 32  # bytes


@dataclass(frozen=True)
class OpeningTable:
    """The scores of all positions of a board with up to `plies` discs in which the game is not over."""

    shape: Shape
    plies: int
    keys: Any  # int64, ascending
    values: Any  # int8, the scores

    def score(self, state: State) -> int | None:
        """The score of a position for the player to move; None if it has more discs than the table."""
        if state.ply > self.plies:
            return None
        key = symmetric_key(self.shape, state.mine, state.full)
        place = int(np.searchsorted(self.keys, key))
        return int(self.values[place]) if place < len(self.keys) and self.keys[place] == key else None


def opening_table_path(game: Game) -> Path:
    """Where the opening table of a game is kept by default: with the databases."""
    shape = Shape(**game.parameters)
    return databases_folder() / f"connect-four-{shape.columns}x{shape.rows}-{shape.connect}.openings"


def read_opening_table(game: Game, path: Path | None = None) -> OpeningTable | None:
    """The opening table in a file, by default `opening_table_path(game)`; None if there is no file.

    Raises ZermeloError if it is damaged, cut short or of another board.
    """
    path, shape = opening_table_path(game) if path is None else path, Shape(**game.parameters)
    if not path.exists():
        return None
    board, plies, keys, values = _read_old(path) if begins_with(path, MAGIC) else _read(path)
    if board != tuple(shape):
        shown = "{}×{} with {} in a row".format(*board)
        raise ZermeloError(f"the opening table {path} is for a board of {shown}, not for {brief(game.title)}")
    if len(keys) != len(values) or not 0 <= plies < shape.cells or (keys[1:] <= keys[:-1]).any():
        raise KIND.damaged(path, "its positions are not in their order")
    if (np.abs(values.astype(np.int64)) > shape.cells).any():
        raise KIND.damaged(path, "a score is out of reach")
    return OpeningTable(shape, plies, keys, values)


def write_opening_table(path: Path, table: OpeningTable) -> None:
    """Writes a table into a file, whole or not at all. Raises ZermeloError."""
    header = {**table.shape._asdict(), "plies": table.plies}
    write_container(path, KIND, header, {"keys": table.keys, "values": table.values})


def _read(path: Path) -> tuple[tuple[int, ...], int, Any, Any]:
    """The board, the plies, the keys and the scores of a file."""

    def check(header: Mapping[str, Any], shapes: Shapes) -> None:
        kinds = {name: kind for name, (kind, shape) in shapes.items() if len(shape) == 1}
        if kinds != {"keys": "<i8", "values": "|i1"}:
            raise KIND.damaged(path, "it does not hold scores")

    if path.is_file() and not is_container(path, KIND):
        raise KIND.damaged(path, "it does not begin as an opening table")
    found = read_container(path, KIND, check)
    try:
        board = tuple(whole(found.header[name]) for name in Shape._fields)
        plies = whole(found.header["plies"])
    except (KeyError, ValueError):
        raise KIND.damaged(path, "it does not say of which board") from None
    return board, plies, found.arrays["keys"], found.arrays["values"]


def _read_old(path: Path) -> tuple[tuple[int, ...], int, Any, Any]:
    """The same of a file of the version before."""
    with opened(path, KIND) as (file, size):
        content = file.read(size)
    if len(content) < HEAD.size + DIGEST or digest(content[:-DIGEST]) != content[-DIGEST:]:
        raise KIND.damaged(path, "its digest is wrong")
    _, columns, rows, connect, plies, count, _ = HEAD.unpack_from(content)
    if len(content) != HEAD.size + 9 * count + DIGEST:
        raise KIND.damaged(path, f"it does not have {count:,} scores")
    keys = np.frombuffer(content, "<i8", count, HEAD.size)
    return (columns, rows, connect), plies, keys, np.frombuffer(content, "<i1", count, HEAD.size + 8 * count)


def symmetric_key(shape: Shape, mine: int, full: int) -> int:
    """A number that only a position and its mirror image have."""
    key = int(mine) + int(full)
    column, mirrored = (1 << shape.height) - 1, 0
    for index in range(shape.columns):
        mirrored = mirrored << shape.height | key >> index * shape.height & column
    return min(key, mirrored)


def digest(content: bytes) -> bytes:
    """What a file, or a part of one, is checked by."""
    return blake2b(content, digest_size=DIGEST).digest()
