"""Words of bits, one for each cell of a board: the verbs that hide the bits.

Here they are plain Python; compiled code gets the machine's own instructions under the same names (see
compile/numba/intrinsics/). A word is a non-negative number:

    int                       boards of up to 63 cells: the sign bit stays free
    numpy.uint64              64 cells
    Wide, Wide256, Wide384    128, 256, 384 cells
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import count as count_up
from struct import Struct
from typing import Any

from zermelo.by_value import PLAIN, array_bytes, compared_fields, content, is_array, is_value
from zermelo.wide import Wide, Wide256, Wide384

__all__ = [
    "Wide", "Wide256", "Wide384", "Word", "along", "as_float", "as_word", "blended", "chained", "count", "flip", "fold",
    "fraction", "highest", "indices", "key_word", "lowest", "mix", "numbered_class", "reverse", "second_hash", "signed",
    "spread", "start_of", "step", "without_lowest",
]  # fmt: skip

Word = Any  # an int, a numpy.uint64 or a wide word

_ALL = (1 << 64) - 1
_SIGN = 1 << 63
LARGE, NEGATIVE, _SET = 0x9FB21C651E98DF25, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F  # tell kinds of values apart
TUPLE = 0x2545F4914F6CDD1D  # the mark of one, in its hash


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
    """A well-mixed 63-bit number from a word: equal in, equal out (splitmix64's finaliser).

    Of a Wide all bits count; of an integer the lowest 64, as in compiled code, where sums and products wrap around.
    `blended` takes integers of any size.
    """
    return _mix_large(int(word)) if isinstance(word, Wide) else _mixed(int(word) & _ALL)


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


def key_word(word: Word) -> int:
    """A key as one of 64 bits: itself, or a hash of a larger number."""
    number = int(word)
    return number if -_SIGN <= number <= _ALL else _mix_large(abs(number))


def blended(value: Any) -> int:
    """A 64-bit hash of a value, of every bit of all that it is made of: the key of a state that has none of its own.

    Equal values have the same hash, in every process, except for objects with an `__eq__` of their own: what they
    compare is theirs to know, so that equal ones have the same hash in this process only. Raises TypeError where a
    part of the value cannot be looked into.
    """
    if type(value) is int:
        return _mixed_number(value)
    if not isinstance(value, tuple):
        return _blended_object(value)
    return _blended_items(value, start_of(type(value), len(value)))


def _blended_items(items: Iterable[Any], word: int) -> int:
    """The hash of items after what comes before them, of which `word` is the hash."""
    for part in items:
        if type(part) is int:  # the usual case, without two calls
            word = _mixed(word ^ _mixed_number(part))
        else:
            # Of a tuple the complement: the hash of zeros is 0, and places in and of inner tuples would be confused.
            is_inner = isinstance(part, tuple) or _is_record(part)
            word = _mixed((word ^ (~blended(part) if is_inner else blended(part))) & _ALL)
    return word


def _is_record(value: Any) -> bool:
    """Is it a dataclass that compares its fields, as a NamedTuple does?"""
    kind: Any = type(value)
    return compared_fields(kind) is not None


def start_of(kind: type, length: int) -> int:
    """What the hash of a tuple begins with: its length, or the name of its class, which may be a phase of the game."""
    return _mixed_number(length ^ TUPLE) if kind is tuple else _mixed_text(kind.__name__)


def second_hash(value: Any) -> int:
    """Another 64-bit hash of a state that compiles, which has nothing to do with `blended`: it checks a table's entry.

    An entry is found by some bits of the first hash. Two states that share those, and the rest of the first hash, may
    still differ: with both hashes that does not happen.
    """
    return signed(chained(value, 0))


def chained(value: Any, word: int) -> int:
    """`second_hash` of a value after the values before it, of which `word` is the hash, without a sign."""
    kind: Any = type(value)
    compared = compared_fields(kind)
    if compared is not None:
        value = tuple(getattr(value, name) for name in compared)
    if isinstance(value, tuple) or is_array(value):
        sizes = ((len(value),) if kind is tuple else ()) if isinstance(value, tuple) else value.shape
        for size in sizes:
            word = _linked(word, int(size))
        for part in value if isinstance(value, tuple) else value.flat:
            word = chained(part, word)
        return word
    if isinstance(value, Wide):
        for part in value.words:
            word = _linked(word, part)
        return word
    is_float = isinstance(value, float) or (hasattr(value, "dtype") and value.dtype.kind == "f")
    number = as_word(float(value)) if is_float else int(value)
    is_word = -_SIGN <= number < _SIGN or hasattr(value, "dtype")  # NumPy has words without a sign
    return _linked(word, number) if is_word else _linked_large(word, number)


def _linked_large(word: int, number: int) -> int:
    """An integer that a signed word does not hold: how many words it takes, then each of them."""
    words = [number]
    while not -_SIGN <= words[-1] < _SIGN:
        words[-1:] = [words[-1] & _ALL, words[-1] >> 64]
    for part in (LARGE ^ len(words), *words):
        word = _linked(word, part)
    return word


def _linked(word: int, number: int) -> int:
    word = ((word ^ number) & _ALL) * LARGE & _ALL
    return word ^ (word >> 32)


def _mix_integer(number: int) -> int:
    """A hash of an integer of any size: `mix` of one that a signed word holds."""
    if -_SIGN <= number < _SIGN:
        return _mixed(number & _ALL)
    return _mixed(_mix_large(number ^ LARGE if number > 0 else ~number) ^ NEGATIVE * (number < 0))


def _mix_large(number: int) -> int:
    """A hash of a non-negative integer of any size, 64 bits at a time."""
    return _mixed(number) if number <= _ALL else _mixed((number & _ALL) ^ _mix_large(number >> 64))


# Searches of hidden games hash thousands of views per move, most of whose numbers are small and come again
_mixed_number = lru_cache(maxsize=4096)(_mix_integer)


def _blended_object(value: Any) -> int:
    """`blended` of what is no tuple."""
    kind: Any = type(value)
    if hasattr(kind, "__zermelo_key__"):
        return int(value.__zermelo_key__())
    if isinstance(value, Wide):
        return mix(value)
    if isinstance(value, int):
        return _mixed_number(int(value))
    if isinstance(value, float | Fraction | Decimal):
        return _blended_number(value)
    if isinstance(value, str):
        return _mixed_text(value)
    if value is None or isinstance(value, bytes | complex | range | type):
        return _mixed_text(f"{kind.__name__} {value!r}")
    if isinstance(value, Enum) and kind.__eq__ is object.__eq__:
        return _mixed_text(f"{kind.__module__}.{kind.__qualname__}.{value.name}")
    if is_array(value):
        sizes = ",".join(map(str, value.shape)).encode()
        return mix(int.from_bytes(blake2b(sizes + array_bytes(value), digest_size=8).digest(), "little"))
    if hasattr(value, "dtype"):  # a number of NumPy's
        return mix(value) if value.dtype.kind in "ub" else blended(value.item())
    compared = compared_fields(kind)
    if compared is not None:
        return _blended_items((getattr(value, name) for name in compared), start_of(kind, len(compared)))
    if isinstance(value, frozenset):
        return _mixed((sum(map(blended, value)) ^ _SET) & _ALL)
    return _number_of_equal(kind)(value) if is_value(value) else blended(content(value))


def numbered_class(value: Any) -> type | None:
    """The class of a part of a value for which `blended` differs from process to process; None: there is none."""
    kind: Any = type(value)
    compared = compared_fields(kind)
    if compared is not None:
        parts: Iterable[Any] = (getattr(value, name) for name in compared)
    elif isinstance(value, tuple | frozenset):
        parts = value
    elif (
        hasattr(kind, "__zermelo_key__")
        or kind in PLAIN
        or isinstance(value, int | float | str | Wide | type)
        or is_array(value)
        or hasattr(value, "dtype")
        or (isinstance(value, Enum) and kind.__eq__ is object.__eq__)
    ):
        return None
    elif is_value(value):
        return kind  # type: ignore[no-any-return]
    else:
        return numbered_class(content(value))
    return next((found for found in map(numbered_class, parts) if found is not None), None)


def _blended_number(value: Any) -> int:
    """`blended` of a number that may have a fraction: 1.0 is equal to 1, and Fraction(1, 2) to 0.5."""
    if not math.isfinite(value):
        return _mixed_text(repr(value))
    if value == int(value):
        return _mixed_number(int(value))
    return mix(as_word(float(value))) if float(value) == value else _mixed_text(repr(value))


@lru_cache(maxsize=4096)
def _mixed_text(text: str) -> int:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return mix(int.from_bytes(digest, "little"))


@lru_cache(maxsize=256)
def _number_of_equal(kind: type) -> Callable[[Any], int]:
    """A function that gives equal objects of a class the same number, as long as it remembers them.

    A forgotten one gets another number, never one that is used. Objects of several classes are never compared.
    """
    numbered = count_up(1 << 40)  # far from the numbers that states are made of

    @lru_cache(maxsize=1 << 18)
    def number_of(value: Any) -> int:
        return mix(next(numbered)) ^ _mixed_text(kind.__name__)

    return number_of


def as_word(value: float) -> int:
    """The 64 bits of a float as a signed number."""
    return int(_LONG.unpack(_DOUBLE.pack(value))[0])


def as_float(word: int) -> float:
    """The float that `as_word` turned into this number."""
    return float(_DOUBLE.unpack(_LONG.pack(word))[0])


_DOUBLE, _LONG = Struct("<d"), Struct("<q")
