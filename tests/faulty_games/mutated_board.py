"""Four cells in a NumPy array, filled one by one. `result` puts the stone on the board that it was given."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zermelo import Game


class CellsState(NamedTuple):
    board: np.ndarray
    ply: int


def result(state, cell):
    state.board[cell] = 1 + state.ply % 2
    return CellsState(state.board, state.ply + 1)


def mutated_board() -> Game:
    return Game(
        initial=lambda: CellsState(np.zeros(4, dtype=np.int8), 0),
        to_move=lambda state: state.ply % 2,
        actions=lambda state: iter([cell for cell in range(4) if state.board[cell] == 0]),
        result=result,
        is_terminal=lambda state: state.ply == 4,
        utility=lambda state, player: 1.0 if (state.board[0] == 1) == (player == 0) else -1.0,
    )
