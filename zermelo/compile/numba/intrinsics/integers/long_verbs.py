"""What compiled code does with integers beyond 64 bits besides operators: methods of numbers and `zermelo.bits`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload, overload_method, register_jitable

from zermelo import bits
from zermelo.compile.cache.codes import INSIDE
from zermelo.compile.numba.intrinsics.integers import operators as many
from zermelo.compile.numba.intrinsics.integers.long import LongType
from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.trust.held import LongConstant


def _is_long(kind: Any) -> bool:
    return isinstance(kind, LongType)


_low = many.instruction(lambda builder, number: builder.trunc(number, many.WORD), types.int64)


@overload_method(LongType, "bit_count")
def _bit_count(number):
    return lambda number: many.ones(abs(number))


@overload_method(LongType, "bit_length")
def _bit_length(number):
    width = number.bits
    return lambda number: width - many.leading_zeros(abs(number)) if number else 0


many.verb(bits.count, _is_long, many.ones)
many.verb(bits.lowest, _is_long, many.trailing_zeros)
many.verb(bits.signed, _is_long, _low)


@overload(bits.highest)
def _highest(word):
    return (lambda word: word.bit_length() - 1) if _is_long(word) else None


@overload(bits.without_lowest)
def _without_lowest(word):
    return (lambda word: word & (word - 1)) if _is_long(word) else None


@overload(bits.indices)
def _indices(word):
    if not _is_long(word):
        return None

    def indices(word):
        while word:
            yield many.trailing_zeros(word)
            word = word & (word - 1)

    return indices


@register_jitable(**INSIDE)
def _is_word(number):
    """Do 64 bits have room for it, with or without a sign?"""
    return number >> 63 == -1 or number >> 64 == 0


@register_jitable(**INSIDE)
def _mix_large(number, highest):
    """A hash of a non-negative number, 64 bits at a time; highest: where its last 64 bits begin."""
    mixed = np.uint64(0)
    for place in range(highest, -1, -64):
        mixed = np.uint64(bits.mix(np.uint64(_low(number >> place)) ^ mixed))
    return mixed


@overload(bits.blended)
def _blended(value):
    """As plain Python does: `mix` of a number that a signed word holds, and of others 64 bits at a time."""
    if not _is_long(value):
        return None
    highest, large, negative = value.bits - 64, LongConstant(bits.LARGE, value.bits), np.uint64(bits.NEGATIVE)

    def blend(value):
        low = _low(value)
        if value == low:
            return bits.mix(low)
        if value < 0:
            return bits.mix(_mix_large(~value, highest) ^ negative)
        return bits.mix(_mix_large(value ^ large, highest))

    return blend


@overload(bits.chained)
def _chained(value, word):
    if not _is_long(value):
        return None
    mark = np.uint64(bits.LARGE)

    def chain(value, word):
        count, rest = 1, value
        while rest != _low(rest):
            rest = rest >> 64
            count += 1
        if count > 1:
            word = bits.chained(mark ^ np.uint64(count), word)
        for place in range(0, 64 * count, 64):
            word = bits.chained(_low(value >> place), word)
        return word

    return chain


@overload(bits.key_word)
def _key_word(word):
    if not _is_long(word):
        return None
    highest = word.bits - 64

    def key_word(word):
        return _low(word) if _is_word(word) else np.int64(_mix_large(abs(word), highest))

    return key_word
