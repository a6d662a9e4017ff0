"""What a game supplies for endgame databases: which materials there are, and a number for each of their positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Material:
    """The pieces of a position, and with them a set of positions: those of one file."""

    name: str
    pieces: int
    key: int  # what `Indexing.material` returns for its positions
    mirrored: int  # what it returns for those with the sides exchanged, which are in the same file; may be `key`
    parts: tuple[tuple[str, int], ...]  # its numbers run through these parts: their names and sizes
    words: tuple[int, ...]  # what `rank`, `unrank` and `is_legal` read; as many for all materials of a game
    leads_to: tuple[str, ...]  # other materials that a move leads to

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(size for _, size in self.parts)


@dataclass(frozen=True)
class Indexing:
    """The materials of a game, and functions on its states that kernels call.

    Two positions with one number have one value, and so have symmetric ones. `words` are those of a material, from
    index `at` on.

    A move that stays within a material can be taken back by an unmove: `unmoves` lists all of them, and no others, as
    integers. It is negative if the move may not lead exactly here (chess: a pawn's double step, after which it can be
    taken en passant). Without `unmoves` every position is looked at in every pass, which is slower.
    """

    version: int  # files of another version are not used
    materials: Callable[[int], Sequence[Material]]  # (pieces): those with at most so many, each after all it leads to
    usual: int  # pieces, at most, of what is built by default
    most: int  # pieces, at most
    patience: int | None  # reversible plies after which a game is a draw; None: no such rule
    material: Callable[..., Any]  # (state) -> key; negative if positions with its rights or its pieces have no number
    rank: Callable[..., Any]  # (words, at, state, key) -> number, for a state of this material or the mirrored one
    unrank: Callable[..., Any]  # (words, at, number) -> state
    is_legal: Callable[..., Any]  # (words, at, state) -> can the state that `unrank` made occur?
    unmoves: Callable[..., Any] | None = None  # (state, buffer) -> count
    unplay: Callable[..., Any] | None = None  # (state, unmove) -> the state before
    most_unmoves: int = 0
