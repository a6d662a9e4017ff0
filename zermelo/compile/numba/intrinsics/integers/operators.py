"""What integers share: the bits of all of them, and a type and operators for wide words and for Python's long integers.

Each function registers something for one family of types, such as those of wide.py or of long.py.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, ClassVar

from llvmlite import ir
from numba.core.imputils import lower_cast
from numba.core.typeconv import Conversion
from numba.core.typing.templates import signature
from numba.extending import NativeValue, box, intrinsic, lower_builtin, overload, unbox

from zermelo.compile.numba.intrinsics.registering import primitive, typed, types

Typed = tuple[Any, Callable[..., Any]]
WORD = ir.IntType(64)
ZERO_IS_UNDEFINED = ir.Constant(ir.IntType(1), 1)  # what LLVM is told where it counts zeros of no zero


class Bits(types.Type):
    """Numba's view of integers of so many bits, a multiple of 64."""

    shorter: ClassVar[Any] = types.Integer  # what becomes one wherever the two meet

    def __init__(self, bits: int, name: str) -> None:
        self.bits = bits
        super().__init__(name=name)

    @property
    def llvm(self) -> Any:
        """The integer that it is."""
        return ir.IntType(self.bits)

    def unify(self, context: Any, other: Any) -> Any:
        if isinstance(other, type(self)):
            return widest(type(self), (self, other))
        return self if isinstance(other, self.shorter) else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        is_narrower = isinstance(other, type(self)) and other.bits < self.bits
        return Conversion.safe if is_narrower or isinstance(other, self.shorter) else None


def integers_of(family: type[Bits], parts: str, maker: Callable[[Any], Any], lengthen: str) -> None:
    """Registers how integers of a family come from Python and go back there, and what becomes one of shorter ones.

    parts: the attribute of an object that has its words, the lowest first; maker(type): what makes a number of Python's
    of such words; lengthen: LLVM's instruction that makes a number of the family longer.
    """
    primitive(family, lambda manager, kind: kind.llvm)

    @unbox(family)
    def _unbox(kind: Any, held: Any, c: Any) -> NativeValue:
        words, whole = c.pyapi.object_getattr_string(held, parts), kind.llvm(0)
        for place in range(kind.bits // 64):
            part = c.pyapi.long_as_ulonglong(c.pyapi.tuple_getitem(words, place))  # a borrowed reference
            raised = c.builder.shl(c.builder.zext(part, kind.llvm), kind.llvm(64 * place))
            whole = c.builder.or_(whole, raised)
        c.pyapi.decref(words)
        return NativeValue(whole)

    @box(family)
    def _box(kind: Any, value: Any, c: Any) -> Any:
        lowered = [c.builder.lshr(value, kind.llvm(place)) for place in range(0, kind.bits, 64)]
        words = [c.pyapi.long_from_ulonglong(c.builder.trunc(word, WORD)) for word in lowered]
        make = c.pyapi.unserialize(c.pyapi.serialize_object(maker(kind)))
        made = c.pyapi.call_function_objargs(make, words)
        for part in (*words, make):
            c.pyapi.decref(part)
        return made

    @lower_cast(types.Integer, family)
    @lower_cast(types.IntegerLiteral, family)
    @lower_cast(types.Boolean, family)
    def _from_short(context: Any, builder: Any, given: Any, wanted: Any, number: Any) -> Any:
        extend = builder.sext if getattr(given, "signed", False) else builder.zext
        return extend(number, wanted.llvm)

    @lower_cast(family, family)
    def _from_narrower(context: Any, builder: Any, given: Any, wanted: Any, number: Any) -> Any:
        return getattr(builder, lengthen)(number, wanted.llvm) if wanted.bits > given.bits else number


def as_numba_does(context: Any, function: Any, *given: Any) -> Typed:
    """A call of Numba's own function, for an intrinsic that has nothing better for these types."""
    kind = context.resolve_value_type(function)
    found = kind.get_call_type(context, given, {})

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pairs = zip(arguments, given, found.args, strict=True)
        cast = [target.cast(builder, value, a, b) for value, a, b in pairs]
        made = found.replace(return_type=signature.return_type)  # known better by now of a list made empty
        return target.get_function(kind, made)(builder, cast)

    return found.return_type(*given), generate


def widest(family: Any, kinds: tuple[Any, ...]) -> Any:
    """The widest of them that are of a family of types; None: there is none."""
    return max((kind for kind in kinds if isinstance(kind, family)), key=lambda kind: kind.bits, default=None)


def binary(family: type, functions: tuple[Any, ...], generate: Callable[..., Any], gives: Any = None) -> None:
    """Registers an operator between two integers, of which one is of the family and the other may be a short one.

    generate(context, builder, kind, one, other): the value. gives: its type; None: the wider of the two.
    """

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(context, builder, signature.args[0], *arguments)

    def resolve(one: Any, other: Any) -> Any:
        are_numbers = all(isinstance(kind, family | types.Integer) for kind in (one, other))
        kind = widest(family, (one, other)) if are_numbers else None
        return kind and signature(gives or kind, kind, kind)

    for function in functions:
        typed(function)(resolve)
        lower_builtin(function, family, family)(lowered)


def shift(family: type, functions: tuple[Any, ...], generate: Callable[..., Any]) -> None:
    """Registers a shift of an integer of the family by a number of places. generate: as for `binary`."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(context, builder, signature.args[0], *arguments)

    def resolve(word: Any, places: Any) -> Any:
        is_ours = isinstance(word, family) and isinstance(places, types.Integer)
        return signature(word, word, types.int64) if is_ours else None

    for function in functions:
        typed(function)(resolve)
        lower_builtin(function, family, types.Integer)(lowered)


def unary(family: type, function: Any, generate: Callable[..., Any], gives: Any = None) -> None:
    """Registers a function of one integer of the family.

    generate(context, builder, kind, word): the value. gives: its type; None: that of the integer.
    """

    @typed(function)
    def _resolve(word: Any) -> Any:
        return signature(gives or word, word) if isinstance(word, family) else None

    @lower_builtin(function, family)
    def _lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(context, builder, signature.args[0], arguments[0])


def both(name: str) -> tuple[Any, Any]:
    """An operator, and that which changes its left side."""
    return getattr(operator, name), getattr(operator, f"i{name.rstrip('_')}")


def plain(family: type, *names: str) -> None:
    """Registers operators that are one instruction of LLVM's, of the same name."""
    for name in names:
        binary(family, both(name), lambda context, builder, kind, *pair, name=name: getattr(builder, name)(*pair))


def comparisons(family: type, instruction: str) -> None:
    """Registers comparisons, of two integers and with zero. instruction: the one of LLVM's."""
    for name, sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
        binary(family, (getattr(operator, name),), _compare(instruction, sign), types.boolean)
    for function, sign in ((bool, "!="), (operator.truth, "!="), (operator.not_, "==")):
        unary(family, function, _compare(instruction, sign), types.boolean)


def _compare(instruction: str, sign: str) -> Callable[..., Any]:
    def generate(context: Any, builder: Any, kind: Any, one: Any, other: Any = None) -> Any:
        return getattr(builder, instruction)(sign, one, kind.llvm(0) if other is None else other)

    return generate


def instruction(generate: Callable[[Any, Any], Any], gives: Any = None) -> Any:
    """An intrinsic of one integer. generate(builder, word): the value. gives: its type; None: that of the integer."""

    @intrinsic
    def apply(typingctx: Any, word: Any) -> Any:
        def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return generate(builder, arguments[0])

        return (gives or word)(word), lowered

    return apply


ones = instruction(lambda builder, word: builder.trunc(builder.ctpop(word), WORD), types.int64)
trailing_zeros = instruction(
    lambda builder, word: builder.trunc(builder.cttz(word, ZERO_IS_UNDEFINED), WORD), types.int64
)
leading_zeros = instruction(
    lambda builder, word: builder.trunc(builder.ctlz(word, ZERO_IS_UNDEFINED), WORD), types.int64
)
reversed_bits = instruction(lambda builder, word: builder.bitreverse(word))


def verb(function: Any, serves: Callable[[Any], bool], instruction: Any) -> None:
    """Overloads a function of one integer by an instruction, for the types that it serves."""

    @overload(function)
    def _overloaded(word):
        return (lambda word: instruction(word)) if serves(word) else None
