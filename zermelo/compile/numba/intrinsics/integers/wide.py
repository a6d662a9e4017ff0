"""Wide words in compiled code: one integer of 128, 256 or 384 bits, which LLVM keeps in registers of 64."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending
from numba.core.imputils import lower_constant

from zermelo import bits
from zermelo.compile.numba.intrinsics.integers import operators as many
from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.plain import numbers
from zermelo.wide import WIDTHS, WORD, Wide

HALF = ir.IntType(WORD)
TOO_WIDE = "a number has more bits than the wide word that is made of it"


class WideType(many.Bits):
    """Numba's view of Wide, Wide256 and Wide384."""

    def __init__(self, bits: int) -> None:
        super().__init__(bits, WIDTHS[bits].__name__)


many.integers_of(WideType, "words", lambda kind: WIDTHS[kind.bits], "zext")


@extending.typeof_impl.register(Wide)
def _typeof(word: Wide, context: Any) -> WideType:
    return WideType(word.bits)


@lower_constant(WideType)
def _constant(context: Any, builder: Any, kind: WideType, word: Wide) -> Any:
    return kind.llvm(int(word))


# --- made of numbers -------------------------------------------------------------------------------------------------


def _open(kind: WideType) -> None:
    """Lets compiled code make words of this width of as many numbers as they have parts."""
    made_by = WIDTHS[kind.bits]

    @extending.type_callable(made_by)
    def _type_of_made(context: Any) -> Callable[..., Any]:
        def made(low: Any, a: Any = None, b: Any = None, c: Any = None, d: Any = None, e: Any = None) -> Any:
            given = [number for number in (low, a, b, c, d, e) if number is not None]
            fits = all(isinstance(number, types.Integer | types.Boolean | WideType) for number in given)
            return kind if fits and WORD * len(given) <= kind.bits else None

        return made

    for count in range(1, kind.bits // WORD + 1):
        extending.lower_builtin(made_by, *[types.Any] * count)(_make)


def _make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, whole = signature.return_type, signature.return_type.llvm(0)
    for place, (number, given) in enumerate(zip(arguments, signature.args, strict=True)):
        room = kind.bits - WORD * place
        if isinstance(given, WideType) and given.bits > room:
            _check_fits(context, builder, given, number, room)
        if isinstance(given, WideType) and given.bits > kind.bits:
            part = builder.trunc(number, kind.llvm)
        else:
            part = context.cast(builder, number, given, kind)
        whole = builder.add(whole, builder.shl(part, kind.llvm(WORD * place)))
    return whole


def _check_fits(context: Any, builder: Any, given: WideType, word: Any, room: int) -> None:
    """Raises ValueError, as Python does, where a word has bits beyond so many."""
    beyond = builder.icmp_unsigned("!=", builder.lshr(word, given.llvm(room)), given.llvm(0))
    with builder.if_then(beyond, likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (TOO_WIDE,))


for _bits in WIDTHS:
    _open(WideType(_bits))


# --- operators -------------------------------------------------------------------------------------------------------


def _is_wide(kind: Any) -> bool:
    return isinstance(kind, WideType)


def _is_word(kind: Any) -> bool:
    return isinstance(kind, WideType | types.Integer)


def _shift(name: str) -> Callable[..., Any]:
    """Bits that are shifted by the whole width or more are gone; LLVM does not say what is there instead."""

    def generate(context: Any, builder: Any, kind: WideType, word: Any, places: Any) -> Any:
        shifted = getattr(builder, name)(word, builder.zext(places, kind.llvm))
        return builder.select(builder.icmp_unsigned("<", places, HALF(kind.bits)), shifted, kind.llvm(0))

    return generate


many.plain(WideType, "and_", "or_", "xor", "add", "sub", "mul")
many.comparisons(WideType, "icmp_unsigned")
for _name, _llvm in (("lshift", "shl"), ("rshift", "lshr")):
    many.shift(WideType, many.both(_name), _shift(_llvm))
many.unary(WideType, operator.invert, lambda context, builder, kind, word: builder.not_(word))
many.unary(WideType, operator.neg, lambda context, builder, kind, word: builder.neg(word))
many.unary(WideType, int, lambda context, builder, kind, word: builder.trunc(word, HALF), types.int64)


# --- the verbs of bits -----------------------------------------------------------------------------------------------


_low = many.instruction(lambda builder, word: builder.trunc(word, HALF), types.uint64)


many.verb(bits.count, _is_wide, many.ones)
many.verb(bits.lowest, _is_wide, many.trailing_zeros)
many.verb(bits.reverse, _is_wide, many.reversed_bits)


@extending.overload(bits.highest)
def _highest_of_wide(word):
    if not _is_wide(word):
        return None
    last = word.bits - 1
    return lambda word: last - many.leading_zeros(word)


@extending.overload(bits.without_lowest)
def _without_lowest_of_wide(word):
    return (lambda word: word & (word - 1)) if _is_wide(word) else None


@extending.overload(bits.mix)
def _mix_of_wide(word):
    if not _is_wide(word):
        return None
    highest = word.bits - WORD

    def mix(word):
        mixed: Any = np.int64(0)
        for place in range(highest, -1, -WORD):
            mixed = bits.mix(_low(word >> place) ^ np.uint64(mixed))
        return mixed

    return mix


@extending.register_jitable
def _narrow_wide(word):
    return _low(word) ^ np.uint64(bits.mix(word >> WORD))


@extending.overload(bits.fold)
def _fold_of_wide(one, other):
    if not (_is_wide(one) or _is_wide(other)) or not (_is_word(one) and _is_word(other)):
        return None
    if _is_wide(one) and _is_wide(other):
        return lambda one, other: bits.fold(_narrow_wide(one), _narrow_wide(other))
    if _is_wide(one):
        return lambda one, other: bits.fold(_narrow_wide(one), other)
    return lambda one, other: bits.fold(one, _narrow_wide(other))


@extending.overload(bits.along)
def _along_of_wide(line, occupied, piece):
    if not all(map(_is_wide, (line, occupied, piece))):
        return None
    one = WIDTHS[line.bits](1)

    def along(line, occupied, piece):
        blockers, below = occupied & line, piece - 1
        upper, lower = blockers & ~below, blockers & below
        nearest_below = one << bits.highest(lower) if lower else one
        return (((upper & -upper) << 1) - nearest_below) & line

    return along


@extending.overload(bits.blended)
def _blended_of_wide(value):
    return (lambda value: bits.mix(value)) if _is_wide(value) else None


@extending.overload(bits.key_word)
def _key_word_of_wide(word):
    if not _is_wide(word):
        return None

    def key_word(word):
        return bits.mix(word) if word >> WORD else np.int64(_low(word))

    return key_word


@extending.overload(bits.chained)
def _chained_of_wide(value, word):
    if not _is_wide(value):
        return None
    end = value.bits

    def chain(value, word):
        for place in range(0, end, WORD):
            word = bits.chained(_low(value >> place), word)
        return word

    return chain


@extending.overload(bits.signed)
def _signed_of_wide(word):
    return (lambda word: np.int64(_low(word))) if _is_wide(word) else None


@extending.overload(numbers.write_numbers)
def _write_wide(value, words, start):
    if not _is_wide(value):
        return None
    count = value.bits // WORD

    def of_wide(value, words, start):
        for place in range(count):
            words[start + place] = np.int64(_low(value >> (WORD * place)))
        return start + count

    return of_wide


@extending.overload(bits.indices)
def _indices(word):
    if _is_wide(word) or isinstance(word, types.Integer):

        def indices(word):
            while word:
                yield bits.lowest(word)
                word = bits.without_lowest(word)

        return indices
    return None
