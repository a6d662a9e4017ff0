"""Python's integers beyond 64 bits in a user's compiled game: signed, of as many bits as trial games needed.

What needs more bits than there are stops with an error (compile/trust/bounds.py), so that a number is never another one
than Python's. Where such numbers come from is rewritten: see rewriting/long.py.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from llvmlite import ir
from numba import extending
from numba.core.imputils import impl_ret_borrowed, lower_cast, lower_constant

from zermelo.compile.cache.codes import INSIDE
from zermelo.compile.numba.intrinsics.integers import operators as many
from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.trust.bounds import outgrown
from zermelo.compile.trust.held import LongConstant

NEGATIVE_SHIFT = "negative shift count"
DIVISION_BY_ZERO = "integer division or modulo by zero"


class LongType(many.Bits):
    """Numba's view of integers of up to so many bits, the sign among them."""

    shorter: ClassVar[Any] = types.Integer | types.Boolean

    def __init__(self, bits: int) -> None:
        self.long_bits = bits  # as kernels.py knows it
        super().__init__(bits, f"Long{bits}")


# --- to and from other numbers ---------------------------------------------------------------------------------------


def number_of(*words: int) -> int:
    """The signed number that these words of 64 bits make, the lowest first."""
    number = sum(word << 64 * place for place, word in enumerate(words))
    return number - (words[-1] >> 63 << 64 * len(words))


many.integers_of(LongType, "parts", lambda kind: number_of, "sext")  # held as `HeldLong`


@extending.typeof_impl.register(LongConstant)
def _typeof(constant: LongConstant, context: Any) -> LongType:
    return LongType(constant.bits)


@lower_constant(LongType)
def _constant(context: Any, builder: Any, kind: LongType, constant: LongConstant) -> Any:
    return kind.llvm(constant.number)


@lower_cast(LongType, types.Integer)
def _to_integer(context: Any, builder: Any, given: LongType, wanted: Any, number: Any) -> Any:
    """Raises ValueError, in compiled code, where it does not fit."""
    short = builder.trunc(number, many.WORD)
    stop_if(context, builder, builder.icmp_signed("!=", builder.sext(short, given.llvm), number), 64)
    return context.cast(builder, short, types.int64, wanted)


def stop_if(context: Any, builder: Any, is_outgrown: Any, bits: int) -> None:
    """Raises ValueError, in compiled code, where a number has outgrown so many bits."""
    with builder.if_then(is_outgrown, likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (outgrown("a number", bits, "bits"),))


# --- operators -------------------------------------------------------------------------------------------------------


def _is_negative(builder: Any, kind: LongType, number: Any) -> Any:
    return builder.icmp_signed("<", number, kind.llvm(0))


def _add(context: Any, builder: Any, kind: LongType, one: Any, other: Any) -> Any:
    made = builder.add(one, other)
    wrong = builder.and_(builder.xor(one, made), builder.xor(other, made))  # of another sign than both
    stop_if(context, builder, _is_negative(builder, kind, wrong), kind.bits)
    return made


def _subtract(context: Any, builder: Any, kind: LongType, one: Any, other: Any) -> Any:
    made = builder.sub(one, other)
    wrong = builder.and_(builder.xor(one, other), builder.xor(one, made))
    stop_if(context, builder, _is_negative(builder, kind, wrong), kind.bits)
    return made


def _multiply(context: Any, builder: Any, kind: LongType, one: Any, other: Any) -> Any:
    """Stops where the product might not fit: where the lengths of both add up to more than there is room."""
    spare = builder.add(*(_leading(builder, kind, number) for number in (one, other)))
    stop_if(context, builder, builder.icmp_unsigned("<", spare, kind.llvm(kind.bits + 2)), kind.bits)
    return builder.mul(one, other)


def _leading(builder: Any, kind: LongType, number: Any) -> Any:
    """How many bits at the top of a number are those of its sign."""
    sign = builder.ashr(number, kind.llvm(kind.bits - 1))
    return builder.ctlz(builder.xor(number, sign), ir.Constant(ir.IntType(1), 0))


def shift_left(context: Any, builder: Any, kind: LongType, number: Any, places: Any) -> Any:
    """`number << places`; stops where bits would be lost."""
    inside = _checked_places(context, builder, kind, places)
    is_far = builder.icmp_signed(">=", places, many.WORD(kind.bits))
    moved = builder.shl(number, inside)
    is_lost = builder.or_(is_far, builder.icmp_signed("!=", builder.ashr(moved, inside), number))
    is_something = builder.icmp_signed("!=", number, kind.llvm(0))
    stop_if(context, builder, builder.and_(is_something, is_lost), kind.bits)
    return builder.select(is_something, moved, kind.llvm(0))


def _shift_right(context: Any, builder: Any, kind: LongType, number: Any, places: Any) -> Any:
    return builder.ashr(number, _checked_places(context, builder, kind, places))


def _checked_places(context: Any, builder: Any, kind: LongType, places: Any) -> Any:
    """How far to shift, at most to the last bit; raises ValueError, as Python does, where that is negative."""
    with builder.if_then(builder.icmp_signed("<", places, many.WORD(0)), likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (NEGATIVE_SHIFT,))
    last = many.WORD(kind.bits - 1)
    return builder.zext(builder.select(builder.icmp_signed(">", places, last), last, places), kind.llvm)


def _negate(context: Any, builder: Any, kind: LongType, number: Any) -> Any:
    return _subtract(context, builder, kind, kind.llvm(0), number)


many.plain(LongType, "and_", "or_", "xor")
many.comparisons(LongType, "icmp_signed")
for _name, _generate in (("add", _add), ("sub", _subtract), ("mul", _multiply)):
    many.binary(LongType, many.both(_name), _generate)
for _name, _move in (("lshift", shift_left), ("rshift", _shift_right)):
    many.shift(LongType, many.both(_name), _move)
many.unary(LongType, operator.invert, lambda context, builder, kind, number: builder.not_(number))
many.unary(LongType, operator.neg, _negate)
many.unary(LongType, operator.pos, lambda context, builder, kind, number: number)
many.unary(LongType, int, lambda context, builder, kind, number: number)


def _absolute(context: Any, builder: Any, kind: LongType, number: Any) -> Any:
    return builder.select(_is_negative(builder, kind, number), _negate(context, builder, kind, number), number)


def _extreme(sign: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, kind: LongType, one: Any, other: Any) -> Any:
        return builder.select(builder.icmp_signed(sign, one, other), one, other)

    return generate


many.unary(LongType, abs, _absolute)
many.binary(LongType, (min,), _extreme("<="))
many.binary(LongType, (max,), _extreme(">="))


# --- division: LLVM would call a library that is not there -----------------------------------------------------------


@extending.register_jitable(**INSIDE)
def _divided(number, by):
    """The quotient, rounded down, and the rest, which has the sign of the divisor: as Python does it.

    It stops at the least number of all, whose absolute value needs one more bit.
    """
    if by == 0:
        raise ZeroDivisionError(DIVISION_BY_ZERO)
    rest, divisor = abs(number), abs(by)
    quotient = rest ^ rest
    places = max(0, rest.bit_length() - divisor.bit_length())
    for place in range(places, -1, -1):
        if rest >> place >= divisor:
            rest -= divisor << place
            quotient |= (divisor ^ divisor | 1) << place
    if (number < 0) == (by < 0):
        return quotient, -rest if number < 0 else rest
    if rest == 0:
        return -quotient, rest
    return -quotient - 1, divisor - rest if by > 0 else rest - divisor


def _division(functions: tuple[Any, ...], which: int) -> None:
    for function in functions:

        @extending.overload(function, jit_options=INSIDE)
        def _part(one, other):
            kind = many.widest(LongType, (one, other)) if isinstance(one, LongType | types.Integer) else None
            if kind is None or not isinstance(other, LongType | types.Integer):
                return None
            lengthen = _lengthener(kind.bits)
            return lambda one, other: _divided(lengthen(one), lengthen(other))[which]


@cache
def _lengthener(bits: int) -> Any:
    """An intrinsic that makes an integer one of so many bits."""

    @extending.intrinsic
    def lengthen(typingctx: Any, number: Any) -> Any:
        kind = LongType(bits)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], number, kind)

        return kind(number), generate

    return lengthen


_division(many.both("floordiv"), 0)
_division(many.both("mod"), 1)


# --- what a short integer becomes in such a game ---------------------------------------------------------------------


@extending.intrinsic(prefer_literal=True)
def shifted(typingctx: Any, number: Any, places: Any, bits: Any) -> Any:
    """`number << places` where both are integers: one of so many bits. As Numba does it where they are not."""
    are_numbers = isinstance(types.unliteral(number), types.Integer | LongType) and isinstance(places, types.Integer)
    if not are_numbers or (isinstance(number, types.Integer) and not types.unliteral(number).signed):
        found, generate = many.as_numba_does(typingctx, operator.lshift, *map(types.unliteral, (number, places)))
        return found.return_type(number, places, bits), lambda target, builder, signature, arguments: generate(
            target, builder, found, arguments[:2]
        )
    kind = LongType(bits.literal_value)

    def generate_shift(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = context.cast(builder, arguments[0], number, kind)
        return shift_left(context, builder, kind, whole, context.cast(builder, arguments[1], places, types.int64))

    return kind(number, places, bits), generate_shift


@extending.intrinsic
def short(typingctx: Any, number: Any) -> Any:
    """A long integer as one of 64 bits, which is an error where it does not fit; anything else as it is."""
    wanted = types.int64 if isinstance(number, LongType) else number

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.cast(builder, arguments[0], number, wanted)
        return impl_ret_borrowed(context, builder, wanted, made)

    return wanted(number), generate
