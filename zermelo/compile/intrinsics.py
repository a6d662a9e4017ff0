"""What compiled code gets in place of plain Python: machine instructions for `bits`, and `Memory`.

Importing this module registers everything with Numba; only `jit` does so, when something is first compiled.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_jitable,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.numpy_support import from_dtype

import zermelo.compile.sliding  # noqa: F401  (registers bits.along)
from zermelo import bits

types: Any = numba_types

WORDS = (types.uint64, types.int64)


# --- bits -----------------------------------------------------------------------------------------------------------


def _instruction(name: str) -> Any:
    """An intrinsic that applies one of LLVM's unary bit instructions to a word."""

    @intrinsic
    def apply(typingctx: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            if name == "ctpop":
                return builder.ctpop(value)
            if name == "bitreverse":
                return builder.bitreverse(value)
            if name == "bswap":
                return builder.bswap(value)
            zero_is_undefined = ir.Constant(ir.IntType(1), 1)
            return builder.cttz(value, zero_is_undefined) if name == "cttz" else builder.ctlz(value, zero_is_undefined)

        return (word if name in ("bitreverse", "bswap") else types.int64)(word), generate

    return apply


_ctpop, _cttz, _ctlz = (_instruction(name) for name in ("ctpop", "cttz", "ctlz"))
_bitreverse, _bswap = _instruction("bitreverse"), _instruction("bswap")


@overload(bits.count)
def _count(word):
    if word in WORDS:
        return lambda word: _ctpop(word)


@overload(bits.lowest)
def _lowest(word):
    if word in WORDS:
        return lambda word: _cttz(word)


@overload(bits.highest)
def _highest(word):
    if word in WORDS:
        return lambda word: 63 - _ctlz(word)


@overload(bits.without_lowest)
def _without_lowest(word):
    if word in WORDS:
        if word == types.uint64:
            return lambda word: word & (word - np.uint64(1))
        return lambda word: word & (word - 1)


@overload(bits.reverse)
def _reverse(word):
    if word in WORDS:
        return lambda word: _bitreverse(word)


@overload(bits.flip)
def _flip(word):
    if word in WORDS:
        return lambda word: _bswap(word)


@overload(bits.mix)
def _mix(word):
    if isinstance(word, types.Integer):

        def mix(word):
            mixed = np.uint64(word)
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            return np.int64((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(1))

        return mix


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


def _bits_as(kind: Any) -> Any:
    """An intrinsic that reads the bits of a word as another type."""

    @intrinsic
    def read(typingctx: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], context.get_value_type(kind))

        return kind(value), generate

    return read


_bits_as_word, _bits_as_float = _bits_as(types.int64), _bits_as(types.float64)


@overload(bits.as_word)
def _as_word(value):
    if value == types.float64:
        return lambda value: _bits_as_word(value)


@overload(bits.as_float)
def _as_float(word):
    if word == types.int64:
        return lambda word: _bits_as_float(word)


@overload(bits.signed)
def _signed(word):
    if isinstance(word, types.Integer):
        return lambda word: np.int64(word)


@overload(bits.blended)
def _blended(value):
    if isinstance(value, types.Integer | types.Boolean):
        return lambda value: bits.mix(np.int64(value))
    if isinstance(value, types.Float):
        return lambda value: bits.mix(_bits_as_word(np.float64(value)))
    if isinstance(value, types.Array):

        def of_array(value):
            word: Any = np.int64(0)
            for part in value.flat:
                word = bits.mix(word ^ bits.blended(part))
            return word

        return of_array
    if isinstance(value, types.BaseTuple):
        blend = _blend_none
        for position in range(len(value)):
            blend = _blend_next(blend, position)
        return lambda value: blend(value)
    return None


@register_jitable
def _blend_none(value):
    return np.int64(0)


def _blend_next(rest: Any, position: int) -> Any:
    @register_jitable
    def blend(value):
        return bits.mix(rest(value) ^ bits.blended(value[position]))

    return blend


@overload(bits.fraction)
def _fraction(mixed):
    if isinstance(mixed, types.Integer):
        return lambda mixed: (mixed >> 10) * 2.0**-53


# --- Memory: an array that is passed in one register ----------------------------------------------------------------


class Memory:
    """The words a recursive kernel reads and writes: counters, the budget, the lines found so far.

    A NumPy array would travel through every recursive call as seven arguments; this travels as one pointer, which
    makes alpha-beta half as fast again. Interpreted kernels use a plain list in its place.
    """

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.address = array.ctypes.data
        self._numba_type_ = MemoryType(from_dtype(array.dtype))  # found faster than by asking

    def __getitem__(self, index: int) -> Any:
        return self.array[index].item()

    def __setitem__(self, index: int, value: float) -> None:
        self.array[index] = value


class MemoryType(types.Type):
    """Numba's view of Memory: a pointer to words of one type."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Memory({dtype})")


@typeof_impl.register(Memory)
def _typeof_memory(memory: Memory, context: Any) -> MemoryType:
    return MemoryType(from_dtype(memory.array.dtype))


@register_model(MemoryType)
class _MemoryModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: MemoryType) -> None:
        floats = {types.float64: ir.DoubleType(), types.float32: ir.FloatType()}
        word = floats.get(kind.dtype) or ir.IntType(kind.dtype.bitwidth)
        super().__init__(manager, kind, ir.PointerType(word))


@unbox(MemoryType)
def _unbox_memory(kind: MemoryType, value: Any, c: Any) -> NativeValue:
    address = c.pyapi.object_getattr_string(value, "address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(c.builder.bitcast(pointer, c.context.get_value_type(kind)))


@intrinsic
def _load(typingctx: Any, memory: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.gep(arguments[0], [arguments[1]]))

    return memory.dtype(memory, types.intp), generate


@intrinsic
def _store(typingctx: Any, memory: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], builder.gep(arguments[0], [arguments[1]]))
        return context.get_dummy_value()

    return types.void(memory, types.intp, memory.dtype), generate


@intrinsic
def offset(typingctx: Any, memory: Any, start: Any) -> Any:
    """The memory from word `start` on: a buffer inside it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return memory(memory, types.intp), generate


class WindowType(types.Type):
    """A part of a memory that cannot be left: what a game's own `fill` writes into."""

    def __init__(self) -> None:
        super().__init__(name="Window")


@register_model(WindowType)
class _WindowModel(models.StructModel):
    def __init__(self, manager: Any, kind: WindowType) -> None:
        super().__init__(manager, kind, [("memory", MemoryType(types.int64)), ("size", types.int64)])


@intrinsic
def window(typingctx: Any, memory: Any, start: Any, size: Any) -> Any:
    """`size` words of the memory from `start` on; what is written beyond them goes nowhere."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(signature.return_type)(context, builder)
        made.memory = builder.gep(arguments[0], [arguments[1]])
        made.size = arguments[2]
        return made._getvalue()

    return WindowType()(memory, types.intp, types.int64), generate


def _field(name: str, kind: Any) -> Any:
    """An intrinsic that gives one field of a window."""

    @intrinsic
    def field(typingctx: Any, window: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return getattr(cgutils.create_struct_proxy(window)(context, builder, value=arguments[0]), name)

        return kind(window), generate

    return field


_window_memory, _window_size = _field("memory", MemoryType(types.int64)), _field("size", types.int64)


@overload(operator.getitem)
def _window_getitem(window, index):
    if isinstance(window, WindowType):
        return lambda window, index: _load(_window_memory(window), index)


@overload(operator.setitem)
def _window_setitem(window, index, value):
    if isinstance(window, WindowType):

        def setitem(window, index, value):
            if np.uint64(index) < np.uint64(_window_size(window)):  # negative ones too are too large
                _store(_window_memory(window), index, value)

        return setitem


@overload(operator.getitem)
def _getitem(memory, index):
    if isinstance(memory, MemoryType):
        return lambda memory, index: _load(memory, index)


@overload(operator.setitem)
def _setitem(memory, index, value):
    if isinstance(memory, MemoryType):
        return lambda memory, index, value: _store(memory, index, value)


# --- one state type all through a search ----------------------------------------------------------------------------


def _widens(given: Any, wanted: Any) -> bool:
    """May a field of one type become another without losing anything a game would miss?"""
    if given == wanted:
        return True
    if isinstance(given, types.Literal):
        return _widens(given.literal_type, wanted)
    if isinstance(given, types.BaseTuple) and isinstance(wanted, types.BaseTuple):
        alike = len(given) == len(wanted) and _alias(given) == _alias(wanted)
        return alike and all(_widens(a, b) for a, b in zip(given.types, wanted.types, strict=True))
    whole = isinstance(given, types.Integer | types.Boolean)
    return (
        whole
        and isinstance(wanted, types.Integer | types.Float)
        or (isinstance(given, types.Float) and isinstance(wanted, types.Float))
    )


def caster(state_type: Any, where: str) -> Any:
    """An intrinsic that turns what `result` returned into the type of the initial state.

    Recursion whose argument types change from call to call is what Numba's disk cache crashes on, and a field that
    is an int here and a bool there is an easy thing to write.
    """
    fields = getattr(state_type, "fields", None)

    @intrinsic
    def as_state(typingctx: Any, state: Any) -> Any:
        if state == state_type:
            return state_type(state), _same
        if not isinstance(state_type, types.BaseTuple):
            if _widens(state, state_type):
                return state_type(state_type), _same
            raise TypingError(f"{where} returns {state}, the initial state is {state_type}")
        if (
            not isinstance(state, types.BaseTuple)
            or len(state) != len(state_type)
            or _alias(state) != _alias(state_type)
        ):
            raise TypingError(f"{where} returns {state}, the initial state is {state_type}")
        for position, (given, wanted) in enumerate(zip(state.types, state_type.types, strict=True)):
            if not _widens(given, wanted):
                name = fields[position] if fields else position
                raise TypingError(f"{where} changes the type of {name} from {wanted} to {given}")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = _cast(context, builder, arguments[0], state, state_type)
            return impl_ret_borrowed(context, builder, state_type, made)

        return state_type(state), generate

    return as_state


def _cast(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
    """A value of one type as another, field by field where they are tuples."""
    if given == wanted or not isinstance(wanted, types.BaseTuple):
        return context.cast(builder, value, given, wanted)
    fields = [
        _cast(context, builder, builder.extract_value(value, i), a, b)
        for i, (a, b) in enumerate(zip(given.types, wanted.types, strict=True))
    ]
    return context.make_tuple(builder, wanted, fields)


def _alias(kind: Any) -> tuple[str, tuple[str, ...]] | None:
    """What Numba tells NamedTuples apart by when it is called: the class's name and its fields."""
    made = getattr(kind, "instance_class", None)
    return (made.__name__, made._fields) if made else None


def _same(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The argument itself, with a reference of its own where references are counted."""
    return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])
