"""Connect6 on a NumPy board: after black's first stone, each player puts two; six in a row win."""

from typing import NamedTuple

import numpy as np

from zermelo import Game


class Connect6State(NamedTuple):
    board: np.ndarray  # 0 empty, 1 black, 2 white
    left: int  # stones that the player still puts in this turn
    player: int
    won: bool


def connect6(size: int = 9, row: int = 6) -> Game:
    """size: of the board; row: stones in a row that win."""
    if not 1 <= row <= size <= 19:
        raise ValueError("row must be from 1 to size, and size at most 19")

    def initial():
        return Connect6State(np.zeros((size, size), dtype=np.int8), 1, 0, False)

    def to_move(state):
        return state.player

    def actions(state):
        for x in range(size):
            for y in range(size):
                if state.board[x, y] == 0:
                    yield x * size + y

    def result(state, cell):
        x, y = cell // size, cell % size
        board = state.board.copy()
        board[x, y] = state.player + 1
        won = False
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                a, b = x + sign * right, y + sign * down
                while 0 <= a < size and 0 <= b < size and board[a, b] == state.player + 1:
                    length += 1
                    a += sign * right
                    b += sign * down
            if length >= row:
                won = True
        if state.left > 1:
            return Connect6State(board, state.left - 1, state.player, won)
        return Connect6State(board, 2, 1 - state.player, won)

    def is_terminal(state):
        return state.won or not (state.board == 0).any()

    def utility(state, player):
        if not state.won:
            return 0.0
        winner = state.player if state.left == 1 else 1 - state.player
        return 1.0 if winner == player else -1.0

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=size * size, max_plies=size * size, player_names=("black", "white"),
        summary="Two stones a turn; six in a row win.",
    )  # fmt: skip
