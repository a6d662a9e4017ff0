"""Boards of more than 64 cells: a tuple of 64-bit words, cell 0 the lowest bit of the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from zermelo.bits import fold

NONE, ONE = np.uint64(0), np.uint64(1)
SALT = np.uint64(0x9E3779B97F4A7C15)

Words = Any  # a tuple of numpy.uint64


def word_of(cells: Iterable[int]) -> np.uint64:
    """The word with these bits set."""
    return np.uint64(sum(1 << cell for cell in cells))


def words_of(cells: Iterable[int], count: int) -> Words:
    """So many words, with the bits of these cells set."""
    chosen = list(cells)
    return tuple(word_of(cell & 63 for cell in chosen if cell >> 6 == which) for which in range(count))


def has(words, cell):
    """Is the cell's bit set?"""
    return (words[cell >> 6] >> np.uint64(cell & 63)) & ONE != NONE


def toggler(count: int) -> Callable[[Words, int], Words]:
    """toggled(words, cell): the first `count` words with one bit turned over.

    All but the last are toggled as if they were fewer, and the last one joins them: the compiler knows every length.
    """
    last = count - 1

    def toggled_last(words, cell):
        if cell >> 6 == last:
            return words[last] ^ (ONE << np.uint64(cell & 63))
        return words[last]

    if count == 1:
        return lambda words, cell: (toggled_last(words, cell),)
    before = toggler(last)
    return lambda words, cell: (*before(words, cell), toggled_last(words, cell))


def hashed(words, word):
    """A 64-bit hash of a word and a tuple of words."""
    for part in words:
        word = fold(word ^ part, SALT)
    return word
