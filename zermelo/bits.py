"""Words of bits, one for each cell of a board: the verbs that hide the bits.

Here they are plain Python; compiled code gets the machine's own instructions under the same names (see
compile/intrinsics/). A word is a non-negative number:

    int                       boards of up to 63 cells: the sign bit stays free
    numpy.uint64              64 cells
    Wide, Wide256, Wide384    128, 256, 384 cells
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Any

from zermelo.by_value import array_bytes, is_array
from zermelo.wide import Wide, Wide256, Wide384

__all__ = [
    "Wide", "Wide256", "Wide384", "Word", "along", "as_float", "as_word", "blended", "count", "flip", "fold",
    "fraction", "highest", "indices", "lowest", "mix", "reverse", "signed", "spread", "step", "without_lowest",
]  # fmt: skip

Word = Any  # an int, a numpy.uint64 or a wide word

_ALL = (1 << 64) - 1


def count(word: Word) -> int:
    """How many bits are set."""
    return int(word).bit_count()


def lowest(word: Word) -> int:
    """The index of the lowest set bit; the word is not 0."""
    number = int(word)
    return (number & -number).bit_length() - 1


def highest(word: Word) -> int:
    """The index of the highest set bit; the word is not 0."""
    return int(word).bit_length() - 1


def without_lowest(word: Word) -> Word:
    """The word less its lowest set bit."""
    one = type(word)(1)
    return word & (word - one)


def indices(word: Word) -> Iterator[int]:
    """The indices of the set bits, the lowest first."""
    number = int(word)
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def reverse(word: Word) -> Word:
    """The bits in reverse order: 64 of them, or all those of a wide word."""
    size = word.bits if isinstance(word, Wide) else 64
    return type(word)(int(f"{int(word):0{size}b}"[::-1], 2))


def flip(word: Word) -> Word:
    """An 8×8 board upside down: the eight bytes in reverse order."""
    return type(word)(int.from_bytes(int(word).to_bytes(8, "little"), "big"))


def along(line: Word, occupied: Word, piece: Word) -> Word:
    """The squares of a line that a slider sees: up to the first occupied one on either side, that one included.

    line: the squares of the line without the piece's own; piece: the one bit where it stands.
    """
    mask, blockers, below = int(line), int(occupied) & int(line), int(piece) - 1
    upper, lower = blockers & ~below, blockers & below
    nearest_above = upper & -upper
    nearest_below = 1 << max(lower.bit_length() - 1, 0)
    return type(line)((2 * nearest_above - nearest_below) & mask)  # without a blocker above: all bits from below on


def mix(word: Word) -> int:
    """A well-mixed 63-bit number from a number: equal in, equal out (splitmix64's finaliser)."""
    if isinstance(word, Wide):
        mixed = 0
        for part in reversed(word.words):
            mixed = _mixed(part ^ mixed)
        return mixed
    return _mixed(int(word) & _ALL)


def _mixed(number: int) -> int:
    """mix of a number that is 0 to 2⁶⁴ - 1."""
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & _ALL
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB & _ALL
    return (number ^ (number >> 31)) >> 1


def fold(one: Word, other: Word) -> int:
    """A 64-bit hash of two words: the exclusive or of the halves of their product, wide ones brought to 64 bits."""
    product = _narrow(one) * _narrow(other)
    return (product >> 64) ^ (product & _ALL)


def _narrow(word: Word) -> int:
    """A number, of a wide word one of 64 bits that depends on all of its own."""
    if isinstance(word, Wide):
        return word.words[0] ^ mix(word >> 64)
    return int(word)


def spread(word: Word) -> int:
    """A 63-bit number whose upper bits depend on all bits of a number below 2^63; different in, different out."""
    return int(word) * 0x9E3779B97F4A7C15 & (_ALL >> 1)


def step(word: Word) -> int:
    """The next state of a random sequence: mix(step(w)), mix(step(step(w))), … are pseudo-random."""
    stepped = (int(word) + 0x9E3779B97F4A7C15) & _ALL
    return stepped - (1 << 64) if stepped >> 63 else stepped


def fraction(mixed: int) -> float:
    """A mixed number as a fraction, 0 ≤ f < 1."""
    return (int(mixed) >> 10) * 2.0**-53


def signed(word: Word) -> int:
    """The 64 bits of a word as a signed number."""
    number = int(word) & _ALL
    return number - (1 << 64) if number >> 63 else number


def blended(value: Any) -> int:
    """A 64-bit hash of a number, or of a tuple or array of such."""
    if isinstance(value, Wide):
        return mix(value)
    if isinstance(value, int):
        return _mixed_number(value)  # as compiled code does; Python hashes -1 as it does -2
    if is_array(value):
        return mix(int.from_bytes(blake2b(array_bytes(value), digest_size=8).digest(), "little"))
    if not isinstance(value, tuple):
        try:
            return mix(hash(value))
        except TypeError:  # a dataclass that holds arrays
            value = tuple(getattr(value, field.name) for field in fields(value))
    word = len(value) if type(value) is tuple else 0  # one that grows: the hash of zeros is 0, however many there are
    for part in value:
        if type(part) is int:  # the usual case, without two calls
            word = _mixed(word ^ _mixed_number(part))
        else:
            # Of a tuple the complement: the hash of zeros is 0, and places in and of inner tuples would be confused.
            word = mix(word ^ (~blended(part) if isinstance(part, tuple) else blended(part)))
    return word


# Searches of hidden games hash thousands of views per move, most of whose numbers are small and come again
_mixed_number = lru_cache(maxsize=4096)(mix)


def as_word(value: float) -> int:
    """The 64 bits of a float as a signed number."""
    return int(_LONG.unpack(_DOUBLE.pack(value))[0])


def as_float(word: int) -> float:
    """The float that `as_word` turned into this number."""
    return float(_DOUBLE.unpack(_LONG.pack(word))[0])


_DOUBLE, _LONG = Struct("<d"), Struct("<q")
