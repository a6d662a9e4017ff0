"""Wide words in compiled code: one integer of 128 bits, which LLVM keeps in two registers."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types as numba_types
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from zermelo import bits
from zermelo.compile import numbers
from zermelo.wide import BITS, Wide

types: Any = numba_types
LLVM, HALF = ir.IntType(BITS), ir.IntType(64)


class WideType(types.Type):
    """Numba's view of Wide."""

    def __init__(self) -> None:
        super().__init__(name="Wide")

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer) else None

    def unify(self, context: Any, other: Any) -> Any:
        return self if isinstance(other, types.Integer) else None


wide = WideType()


@register_model(WideType)
class _WideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: WideType) -> None:
        super().__init__(manager, kind, LLVM)


# --- to and from Python ----------------------------------------------------------------------------------------------


@typeof_impl.register(Wide)
def _typeof(word: Wide, context: Any) -> WideType:
    return wide


def _joined(builder: Any, low: Any, high: Any) -> Any:
    upper = builder.shl(builder.zext(high, LLVM), LLVM(64))
    return builder.or_(upper, builder.zext(low, LLVM))


@unbox(WideType)
def _unbox(kind: WideType, word: Any, c: Any) -> NativeValue:
    halves = []
    for name in ("_low", "_high"):
        number = c.pyapi.object_getattr_string(word, name)
        halves.append(c.pyapi.long_as_ulonglong(number))
        c.pyapi.decref(number)
    return NativeValue(_joined(c.builder, *halves))


@box(WideType)
def _box(kind: WideType, word: Any, c: Any) -> Any:
    low = c.builder.trunc(word, HALF)
    high = c.builder.trunc(c.builder.lshr(word, LLVM(64)), HALF)
    numbers = [c.pyapi.long_from_ulonglong(half) for half in (low, high)]
    make = c.pyapi.unserialize(c.pyapi.serialize_object(Wide))
    made = c.pyapi.call_function_objargs(make, numbers)
    for part in (*numbers, make):
        c.pyapi.decref(part)
    return made


@lower_constant(WideType)
def _constant(context: Any, builder: Any, kind: WideType, word: Wide) -> Any:
    return LLVM(int(word))


@lower_cast(types.Integer, WideType)
@lower_cast(types.IntegerLiteral, WideType)
@lower_cast(types.Boolean, WideType)
def _from_integer(context: Any, builder: Any, given: Any, wanted: WideType, number: Any) -> Any:
    if getattr(given, "signed", False):
        return builder.sext(number, LLVM)
    return builder.zext(number, LLVM)


@type_callable(Wide)
def _type_of_made(context: Any) -> Callable[..., Any]:
    def made(low: Any, high: Any = None) -> Any:
        given = [low] if high is None else [low, high]
        if all(isinstance(number, types.Integer | types.Boolean | WideType) for number in given):
            return wide
        return None

    return made


@lower_builtin(Wide, types.Any)
def _make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return context.cast(builder, arguments[0], signature.args[0], wide)


@lower_builtin(Wide, types.Any, types.Any)
def _make_of_halves(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    low, high = (context.cast(builder, *given, wide) for given in zip(arguments, signature.args, strict=True))
    return builder.add(low, builder.shl(high, LLVM(64)))


# --- operators -------------------------------------------------------------------------------------------------------


def _is_word(kind: Any) -> bool:
    return isinstance(kind, WideType | types.Integer)


def _operator(functions: tuple[Any, ...], other: Any, gives: Any, generate: Callable[..., Any]) -> None:
    """Registers an operator between a word and another number, of which one may be an integer.

    other: the type of the second operand.
    generate(builder, one, other): the value.
    """

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(builder, *arguments)

    for function in functions:

        @infer_global(function)
        class _Template(AbstractTemplate):
            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                if len(args) != 2 or not all(map(_is_word, args)):
                    return None
                if isinstance(args[0] if other != wide else next(filter(_is_wide, args), None), WideType):
                    return signature(gives, wide, other)
                return None

        lower_builtin(function, WideType, type(other))(lowered)


def _is_wide(kind: Any) -> bool:
    return isinstance(kind, WideType)


def _shift(name: str) -> Callable[..., Any]:
    """Bits that are shifted by the whole width or more are gone; LLVM does not say what is there instead."""

    def generate(builder: Any, word: Any, places: Any) -> Any:
        shifted = getattr(builder, name)(word, builder.zext(places, LLVM))
        return builder.select(builder.icmp_unsigned("<", places, HALF(BITS)), shifted, LLVM(0))

    return generate


def _compare(sign: str) -> Callable[..., Any]:
    return lambda builder, one, other: builder.icmp_unsigned(sign, one, other)


def _operate(name: str) -> Callable[..., Any]:
    return lambda builder, one, other: getattr(builder, name)(one, other)


for _name, _llvm in (("and_", "and_"), ("or_", "or_"), ("xor", "xor"), ("add", "add"), ("sub", "sub"), ("mul", "mul")):
    _operator((getattr(operator, _name), getattr(operator, f"i{_name.rstrip('_')}")), wide, wide, _operate(_llvm))
for _name, _llvm in (("lshift", "shl"), ("rshift", "lshr")):
    _operator((getattr(operator, _name), getattr(operator, f"i{_name}")), types.int64, wide, _shift(_llvm))
for _name, _sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
    _operator((getattr(operator, _name),), wide, types.boolean, _compare(_sign))


def _unary(function: Any, gives: Any, generate: Callable[..., Any]) -> None:
    """Registers a function of one word."""

    @infer_global(function)
    class _Template(AbstractTemplate):
        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            return signature(gives, wide) if len(args) == 1 and _is_wide(args[0]) else None

    @lower_builtin(function, WideType)
    def _lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(builder, arguments[0])


_unary(operator.invert, wide, lambda builder, word: builder.not_(word))
_unary(operator.neg, wide, lambda builder, word: builder.neg(word))
_unary(bool, types.boolean, lambda builder, word: builder.icmp_unsigned("!=", word, LLVM(0)))
_unary(operator.truth, types.boolean, lambda builder, word: builder.icmp_unsigned("!=", word, LLVM(0)))
_unary(operator.not_, types.boolean, lambda builder, word: builder.icmp_unsigned("==", word, LLVM(0)))
_unary(int, types.int64, lambda builder, word: builder.trunc(word, HALF))


# --- the verbs of bits -----------------------------------------------------------------------------------------------


def _verb(gives: Any, generate: Callable[..., Any]) -> Any:
    @intrinsic
    def apply(typingctx: Any, word: Any) -> Any:
        def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return generate(builder, arguments[0])

        return gives(wide), lowered

    return apply


_NOT_ZERO = ir.Constant(ir.IntType(1), 1)
_count = _verb(types.int64, lambda builder, word: builder.trunc(builder.ctpop(word), HALF))
_lowest = _verb(types.int64, lambda builder, word: builder.trunc(builder.cttz(word, _NOT_ZERO), HALF))
_leading = _verb(types.int64, lambda builder, word: builder.trunc(builder.ctlz(word, _NOT_ZERO), HALF))
_reverse = _verb(wide, lambda builder, word: builder.bitreverse(word))
_low = _verb(types.uint64, lambda builder, word: builder.trunc(word, HALF))
_high = _verb(types.uint64, lambda builder, word: builder.trunc(builder.lshr(word, LLVM(64)), HALF))


@overload(bits.count)
def _count_of_wide(word):
    return (lambda word: _count(word)) if _is_wide(word) else None


@overload(bits.lowest)
def _lowest_of_wide(word):
    return (lambda word: _lowest(word)) if _is_wide(word) else None


@overload(bits.highest)
def _highest_of_wide(word):
    return (lambda word: 127 - _leading(word)) if _is_wide(word) else None


@overload(bits.without_lowest)
def _without_lowest_of_wide(word):
    return (lambda word: word & (word - 1)) if _is_wide(word) else None


@overload(bits.reverse)
def _reverse_of_wide(word):
    return (lambda word: _reverse(word)) if _is_wide(word) else None


@overload(bits.mix)
def _mix_of_wide(word):
    return (lambda word: bits.mix(_low(word) ^ np.uint64(bits.mix(_high(word))))) if _is_wide(word) else None


@overload(bits.blended)
def _blended_of_wide(value):
    return (lambda value: bits.mix(value)) if _is_wide(value) else None


@overload(bits.key_word)
def _key_word_of_wide(word):
    if not _is_wide(word):
        return None

    def key_word(word):
        return bits.mix(word) if _high(word) != 0 else np.int64(_low(word))

    return key_word


@overload(bits.chained)
def _chained_of_wide(value, word):
    return (
        (lambda value, word: bits.chained(_high(value), bits.chained(_low(value), word))) if _is_wide(value) else None
    )


@overload(bits.signed)
def _signed_of_wide(word):
    return (lambda word: np.int64(_low(word))) if _is_wide(word) else None


@overload(numbers.write_numbers)
def _write_wide(value, words, start):
    if not _is_wide(value):
        return None

    def of_wide(value, words, start):
        words[start] = np.int64(_low(value))
        words[start + 1] = np.int64(_high(value))
        return start + 2

    return of_wide


@overload(bits.indices)
def _indices(word):
    if _is_wide(word) or isinstance(word, types.Integer):

        def indices(word):
            while word:
                yield bits.lowest(word)
                word = bits.without_lowest(word)

        return indices
    return None
