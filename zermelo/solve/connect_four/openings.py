"""A table of openings: the scores of all positions with up to so many discs, read from a file.

The file, little-endian throughout:

    8 bytes     "zermelo4"
    6 × uint32  columns, rows, connect, plies, how many positions, 0
    int64 each  the positions' keys, ascending: of a position and its mirror image the smaller one
    int8 each   their scores
    32 bytes    a BLAKE2b digest of all before it
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from typing import Any

import numpy as np

from zermelo.game import Game, State, ZermeloError, brief
from zermelo.solve.connect_four.kernel import Shape
from zermelo.solve.databases.folder import databases_folder

MAGIC = b"zermelo4"
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
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ZermeloError(f"the opening table {path} cannot be read: {error.strerror}") from None
    if len(content) < HEAD.size or content[: len(MAGIC)] != MAGIC:
        raise ZermeloError(f"{path} is no opening table of Connect Four")
    _, columns, rows, connect, plies, size, _ = HEAD.unpack_from(content)
    if len(content) != HEAD.size + 9 * size + DIGEST or digest(content[:-DIGEST]) != content[-DIGEST:]:
        raise ZermeloError(f"the opening table {path} is damaged or cut short: delete it and build it again")
    if (columns, rows, connect) != tuple(shape):
        board = f"{columns}×{rows} with {connect} in a row"
        raise ZermeloError(f"the opening table {path} is for a board of {board}, not for {brief(game.title)}")
    keys = np.frombuffer(content, "<i8", size, HEAD.size)
    return OpeningTable(shape, plies, keys, np.frombuffer(content, "<i1", size, HEAD.size + 8 * size))


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
