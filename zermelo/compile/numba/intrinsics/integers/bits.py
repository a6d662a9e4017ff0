"""Machine instructions in place of the plain Python of `zermelo.bits`."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.extending import intrinsic, overload

from zermelo import bits
from zermelo.compile.numba.intrinsics.integers import operators as many
from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.plain.records import origin_of

WORDS = (types.uint64, types.int64)

many.verb(bits.count, WORDS.__contains__, many.ones)
many.verb(bits.lowest, WORDS.__contains__, many.trailing_zeros)
many.verb(bits.reverse, WORDS.__contains__, many.reversed_bits)
many.verb(bits.flip, WORDS.__contains__, many.instruction(lambda builder, word: builder.bswap(word)))


@overload(bits.highest)
def _highest(word):
    if word in WORDS:
        return lambda word: 63 - many.leading_zeros(word)


@overload(bits.without_lowest)
def _without_lowest(word):
    if word in WORDS:
        if word == types.uint64:
            return lambda word: word & (word - np.uint64(1))
        return lambda word: word & (word - 1)


@overload(bits.mix)
def _mix(word):
    if isinstance(word, types.Integer):

        def mix(word):
            mixed = np.uint64(word)
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            return np.int64((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(1))

        return mix


@overload(bits.spread)
def _spread(word):
    if isinstance(word, types.Integer):
        return lambda word: np.int64((np.uint64(word) * np.uint64(0x9E3779B97F4A7C15)) & np.uint64(0x7FFFFFFFFFFFFFFF))


@overload(bits.step)
def _step(word):
    if isinstance(word, types.Integer):
        return lambda word: np.int64(np.uint64(word) + np.uint64(0x9E3779B97F4A7C15))


@intrinsic
def _fold_words(typingctx: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        product = builder.mul(*(builder.zext(value, wide) for value in arguments))
        upper = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return builder.xor(upper, builder.trunc(product, word))

    return types.uint64(types.uint64, types.uint64), generate


@overload(bits.fold)
def _fold(one, other):
    if isinstance(one, types.Integer) and isinstance(other, types.Integer):
        return lambda one, other: _fold_words(np.uint64(one), np.uint64(other))


_bits_as_word = many.instruction(lambda builder, number: builder.bitcast(number, ir.IntType(64)), types.int64)
_bits_as_float = many.instruction(lambda builder, word: builder.bitcast(word, ir.DoubleType()), types.float64)
many.verb(bits.as_word, types.float64.__eq__, _bits_as_word)
many.verb(bits.as_float, types.int64.__eq__, _bits_as_float)


@overload(bits.signed)
def _signed(word):
    if isinstance(word, types.Integer):
        return lambda word: np.int64(word)


@overload(bits.key_word)
def _key_word(word):
    return (lambda word: word) if isinstance(word, types.Integer) else None


LARGE = 2.0**62  # floats below it that are whole numbers are hashed as integers
WRITTEN_OUT = 8  # items of a tuple; a longer one is gone through in a loop, which compiles faster


@overload(bits.blended)
def _blended(value):
    if isinstance(value, types.Integer | types.Boolean):
        return lambda value: bits.mix(np.int64(value))
    if isinstance(value, types.Float):

        def of_float(value):
            number = np.float64(value)
            if np.floor(number) == number and abs(number) < LARGE:  # 1.0 is equal to 1, and -0.0 to 0.0
                return bits.mix(np.int64(number))
            return bits.mix(_bits_as_word(number))

        return of_float
    if isinstance(value, types.Array):

        def of_array(value):
            word: Any = np.int64(0)
            for size in value.shape:  # arrays of one type may have several shapes
                word = bits.mix(word ^ bits.mix(size))
            for part in value.flat:
                word = bits.mix(word ^ bits.blended(part))
            return word

        return of_array
    if isinstance(value, types.UniTuple) and len(value) > WRITTEN_OUT and isinstance(value.dtype, types.Integer):
        from zermelo.compile.numba.intrinsics.lists.making import view

        start: Any = np.int64(bits.start_of(tuple, len(value)))

        def of_board(value):
            word: Any = start
            for part in view(value):
                word = bits.mix(word ^ bits.blended(part))
            return word

        return of_board
    if hasattr(value, "takes"):  # a tuple whose length varies, see intrinsics/lists
        return _blend_of_varying(_has_parts(value.dtype))
    if isinstance(value, types.BaseTuple):
        kind = origin_of(value.instance_class) if isinstance(value, types.BaseNamedTuple) else tuple
        start = bits.start_of(kind, len(value))
        return _blend_of(start, tuple(map(_has_parts, value.types)))
    return None


def _blend_of_varying(has_parts: bool) -> Any:
    from zermelo.compile.numba.intrinsics.lists.making import view

    marked: Any = np.int64(bits.TUPLE)

    def of_numbers(value):
        word: Any = bits.mix(np.int64(len(value)) ^ marked)
        for part in view(value):
            word = bits.mix(word ^ bits.blended(part))
        return word

    def of_tuples(value):
        word: Any = bits.mix(np.int64(len(value)) ^ marked)
        for part in view(value):
            word = bits.mix(word ^ ~bits.blended(part))
        return word

    return of_tuples if has_parts else of_numbers


def _has_parts(kind: Any) -> bool:
    """Is it a tuple, also one whose length varies (intrinsics/lists), or an array?"""
    return isinstance(kind, types.BaseTuple | types.Array) or hasattr(kind, "takes")


@cache
def _blend_of(start: int, has_parts: tuple[bool, ...]) -> Any:
    """blended(tuple) line by line: compiled code takes apart only tuples at places that it knows.

    start: the hash of what comes before the items; has_parts: which items are tuples or arrays, of which the complement
    is mixed, see bits.blended.
    """
    signs = ("~" if has else "" for has in has_parts)
    lines = [f"    word = mix(word ^ {sign}blended(value[{place}]))" for place, sign in enumerate(signs)]
    names = {"start": np.int64(start), "mix": bits.mix, "blended": bits.blended}
    exec("\n".join(["def blend(value):", "    word = start", *lines, "    return word"]), names)
    return names["blend"]


@overload(bits.second_hash)
def _second_hash(value):
    zero: Any = np.uint64(0)
    return lambda value: np.int64(bits.chained(value, zero))


@overload(bits.chained)
def _chained(value, word):
    if isinstance(value, types.Integer | types.Boolean):

        def of_number(value, word):
            linked = (word ^ np.uint64(np.int64(value))) * np.uint64(0x9FB21C651E98DF25)
            return linked ^ (linked >> np.uint64(32))

        return of_number
    if isinstance(value, types.Float):
        return lambda value, word: bits.chained(_bits_as_word(np.float64(value)), word)
    if isinstance(value, types.Array):

        def of_array(value, word):
            for size in value.shape:
                word = bits.chained(size, word)
            for part in value.flat:
                word = bits.chained(part, word)
            return word

        return of_array
    if isinstance(value, types.UniTuple) and len(value) > WRITTEN_OUT and isinstance(value.dtype, types.Integer):
        from zermelo.compile.numba.intrinsics.lists.making import view

        return _chain_of_items(view)
    if hasattr(value, "takes"):  # a tuple whose length varies
        from zermelo.compile.numba.intrinsics.lists.making import view

        return _chain_of_items(view)
    if not isinstance(value, types.BaseTuple):
        return None
    return _chain_of(len(value), not isinstance(value, types.BaseNamedTuple))


def _chain_of_items(view: Any) -> Any:
    def of_items(value, word):
        word = bits.chained(len(value), word)
        for part in view(value):
            word = bits.chained(part, word)
        return word

    return of_items


@cache
def _chain_of(length: int, is_plain: bool) -> Any:
    """chained(tuple, word) line by line, as `_blend_of`. is_plain: it has no class, and its length is chained too."""
    lines = [f"    word = chained({length}, word)"] if is_plain else []
    lines += [f"    word = chained(value[{place}], word)" for place in range(length)]
    names = {"chained": bits.chained}
    exec("\n".join(["def chain(value, word):", *lines, "    return word"]), names)
    return names["chain"]


@overload(bits.fraction)
def _fraction(mixed):
    if isinstance(mixed, types.Integer):
        return lambda mixed: (mixed >> 10) * 2.0**-53
