"""Positions that a person puts together on the board, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Cells = Sequence[Sequence[str]]  # the texts of a board's cells, as in `Board.cells`


@dataclass(frozen=True)
class Arranging:
    """How a position is put together on a game's board, for an editor.

    write(state, cells, mover) returns the text of the position with these cells where this player is to move; what a
    board does not show (who may castle) is taken from the state. `parse_state` reads the text, or says why there is no
    such position.
    """

    pieces: tuple[str, ...]  # that may stand on a cell, in the order in which they are offered
    write: Callable[[Any, Cells, int], str]
    has_turns: bool = True  # may it be either player's turn, whatever stands on the board?


def written_rows(cells: Cells, letters: Mapping[str, str], empty: str = ".", between: str = "/") -> str:
    """Rows of cells as text, a letter for each.

    >>> written_rows((("●", ""), ("", "○")), {"●": "x", "○": "o"})
    'x./.o'
    """
    return between.join("".join(letters[text] if text else empty for text in row) for row in cells)
