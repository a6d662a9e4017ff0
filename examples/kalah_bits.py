"""Kalah on one 64-bit word per side: six bits for each pit, and the stores beside them. The fast way to write it."""

from typing import NamedTuple

from zermelo import Game

PIT = 63  # the six bits of a pit


class KalahState(NamedTuple):
    mine: int  # pits of player 0, six bits each, the first in the lowest bits
    yours: int  # pits of player 1
    bank: int  # seeds in the store of player 0
    other_bank: int
    player: int


def kalah(pits: int = 6, seeds: int = 4) -> Game:
    """The rules of kalah_tuple.py."""
    if not (1 <= pits <= 10 and 1 <= 2 * pits * seeds <= 63):
        raise ValueError("at most ten pits and 63 seeds fit into the words")
    width = pits + 1
    full = sum(seeds << 6 * pit for pit in range(pits))

    def initial():
        return KalahState(full, full, 0, 0, 0)

    def to_move(state):
        return state.player

    def actions(state):
        side = state.mine if state.player == 0 else state.yours
        for pit in range(pits):
            if side >> 6 * pit & PIT:
                yield pit

    def result(state, pit):
        # seen by the player who moves
        first = state.player == 0
        side = state.mine if first else state.yours
        other = state.yours if first else state.mine
        bank = state.bank if first else state.other_bank
        other_bank = state.other_bank if first else state.bank
        hand = side >> 6 * pit & PIT
        side &= ~(PIT << 6 * pit)
        place = pit
        for _ in range(hand):
            place += 1
            if place == 2 * pits + 1:  # past the other's last pit: their store is left out
                place = 0
            if place < pits:
                side += 1 << 6 * place
            elif place == pits:
                bank += 1
            else:
                other += 1 << 6 * (place - width)
        if place < pits and side >> 6 * place & PIT == 1:
            opposite = 6 * (pits - 1 - place)
            caught = other >> opposite & PIT
            if caught:
                bank += caught + 1
                side &= ~(PIT << 6 * place)
                other &= ~(PIT << opposite)
        if side == 0 or other == 0:
            for left in range(pits):
                bank += side >> 6 * left & PIT
                other_bank += other >> 6 * left & PIT
            side = other = 0
        again = place == pits
        if first:
            return KalahState(side, other, bank, other_bank, 0 if again else 1)
        return KalahState(other, side, other_bank, bank, 1 if again else 0)

    def is_terminal(state):
        return state.mine == 0 and state.yours == 0

    def utility(state, player):
        lead = state.bank - state.other_bank
        return float(lead) if player == 0 else float(-lead)

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        best_utility=float(2 * pits * seeds), max_actions=pits, summary="Kalah on two 64-bit words.",
    )  # fmt: skip
