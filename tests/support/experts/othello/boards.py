"""Othello boards, square by square."""

from __future__ import annotations

import numpy as np
from conftest import random_position

import zermelo

SIZES = (4, 6, 8)


def squares(word):
    return {square for square in range(64) if int(word) >> square & 1}


def around(square, size):
    row, column = divmod(square, size)
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return {
        (row + down) * size + column + right
        for down, right in steps
        if 0 <= row + down < size and 0 <= column + right < size
    }


def leaning(discs, size):
    """Discs that have, in each of the four directions, the board's end or a disc found before beside them."""
    found = set()

    def supported(square):
        row, column = divmod(square, size)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ends = [(row + down, column + right), (row - down, column - right)]
            if not any(not (0 <= r < size and 0 <= c < size) or r * size + c in found for r, c in ends):
                return False
        return True

    while True:
        more = {square for square in discs - found if supported(square)}
        if not more:
            return found
        found |= more


def mirrored(word, size):
    return np.uint64(sum(1 << (s - s % size + size - 1 - s % size) for s in squares(word)))


def upside_down(word, size):
    return np.uint64(sum(1 << ((size - 1 - s // size) * size + s % size) for s in squares(word)))


def some_positions(size, seeds):
    game = zermelo.load("othello", size=size)
    for seed in seeds:
        state = random_position(game, seed)
        if not game.is_terminal(state):
            yield game, state
