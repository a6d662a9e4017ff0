"""Kalah, the way most people write it first: the board is a tuple, rebuilt from a list after each move."""

from typing import NamedTuple

from zermelo import Game


class KalahState(NamedTuple):
    board: tuple  # player 0's pits and store, then player 1's
    player: int


def kalah(pits: int = 6, seeds: int = 4) -> Game:
    """Sow counter-clockwise; the last seed in your own store moves again, in your own empty pit it captures."""
    width = pits + 1
    size = 2 * width

    def initial():
        return KalahState(((seeds,) * pits + (0,)) * 2, 0)

    def to_move(state):
        return state.player

    def actions(state):
        first = state.player * width
        return [pit for pit in range(pits) if state.board[first + pit] > 0]

    def result(state, pit):
        board = list(state.board)
        player = state.player
        store, other_store = player * width + pits, (1 - player) * width + pits
        place = player * width + pit
        hand = board[place]
        board[place] = 0
        while hand > 0:
            place = (place + 1) % size
            if place != other_store:
                board[place] += 1
                hand -= 1
        opposite = 2 * pits - place
        if board[place] == 1 and place != store and place // width == player and board[opposite] > 0:
            board[store] += 1 + board[opposite]
            board[place] = 0
            board[opposite] = 0
        mine = sum(board[player * width : player * width + pits])
        yours = sum(board[(1 - player) * width : (1 - player) * width + pits])
        if mine == 0 or yours == 0:
            for pit_left in range(pits):
                board[player * width + pit_left] = 0
                board[(1 - player) * width + pit_left] = 0
            board[store] += mine
            board[other_store] += yours
        return KalahState(tuple(board), player if place == store else 1 - player)

    def is_terminal(state):
        return state.board[pits] + state.board[size - 1] == 2 * pits * seeds

    def utility(state, player):
        lead = state.board[pits] - state.board[size - 1]
        return float(lead) if player == 0 else float(-lead)

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        best_utility=float(2 * pits * seeds), summary="Sow seeds, capture, and bank more than half of them.",
    )  # fmt: skip
