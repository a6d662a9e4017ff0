"""What a sparse network sees of a state: the numbers of the inputs that are 1, from the seat of either player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.game import State

MOST_INPUTS = 1 << 16
MOST_ACTIVE = 512
MOST_BUCKETS = 64


def one_bucket(state):
    """All positions use the same output."""
    return 0


class Piece(NamedTuple):
    """A piece on the board, for people."""

    name: str  # "White's knight on e5"
    row: int  # of the game's picture
    column: int


@dataclass(frozen=True, eq=False)
class Places:
    """The inputs of a sparse network, for a game between two. All functions compile, and none remembers anything.

    A seat is a player, 0 or 1, whoever is to move. The two seats see a position and its mirror image, with the colours
    changed, as the same: so one player's men are told from the other's by "own" and "other", and the board is turned
    for the second.

    write(state, seat, buffer) -> count   writes the numbers of the inputs that are 1, each at most once
    both(state, first, second) -> count   the same for seats 0 and 1 at once, where they have equally many; None: by
                                          two calls of `write`
    bucket(state) -> int                  which of the outputs is read: best by how much is still on the board
    by_count(count) -> int                the same of how many numbers `both` writes, where it follows from that
    pieces(state) -> list                 for each number that `both` writes the piece that it stands for, or None where
                                          that cannot be taken away; in plain Python only, None: not known
    """

    inputs: int
    most: int  # inputs that are 1 at once, at most
    write: Callable[[State, int, Any], int]
    buckets: int = 1
    bucket: Callable[[State], int] = one_bucket
    both: Callable[[State, Any, Any], int] | None = None
    by_count: Callable[[int], int] | None = None
    pieces: Callable[[State], list[Piece | None]] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # with which the game's expert makes the same again
    arrays: Mapping[str, Any] = field(default_factory=dict)  # tables to make the same again, kept in the file

    def seen(self, state: State, seat: int) -> list[int]:
        """The numbers of the inputs that are 1."""
        buffer = [0] * self.most
        return [int(number) for number in buffer[: self.write(state, seat, buffer)]]
