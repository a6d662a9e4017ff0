"""Words of bits for boards of different sizes: an int, a Wide, or a tuple of 64-bit words, cell 0 the lowest bit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zermelo.bits import Wide, fold, reverse
from zermelo.installed import np

NONE, ONE = np.uint64(0), np.uint64(1)
SALT = np.uint64(0x9E3779B97F4A7C15)

Words = Any  # a tuple of numpy.uint64

INT_BITS, WIDE_BITS = 62, 128  # that an int and a Wide have room for


def word_for(cells: int) -> type:
    """The type of a board's words: int, or Wide if it has too many cells."""
    return int if cells <= INT_BITS else Wide


def reverser(cells: int, word: type) -> Callable[[Any], Any]:
    """reversed_bits(word): the first bits of an int or a Wide, one per cell, in reverse order."""
    up, down = INT_BITS + 1 - cells, WIDE_BITS - cells
    if word is int:
        return lambda word: reverse(word << up) >> 1  # so shifted that the sign bit stays free
    return lambda word: reverse(word) >> down


def word_of(cells: Iterable[int]) -> np.uint64:
    """The word with these bits set."""
    return np.uint64(sum(1 << cell for cell in cells))


def words_of(cells: Iterable[int], count: int) -> Words:
    """A tuple of `count` words in which the bits of these cells are set."""
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
