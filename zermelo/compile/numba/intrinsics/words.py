"""`Memory`, an array that is passed in one register, and `Window`, a part of one that cannot be left."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.typing.templates import signature
from numba.extending import NativeValue, intrinsic, lower_builtin, typeof_impl, unbox
from numba.np.numpy_support import from_dtype

from zermelo.compile.numba.intrinsics.registering import primitive, structure, typed, types


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


def pointer(manager: Any, kind: Any) -> Any:
    """A pointer to words of the type's `dtype`."""
    floats = {types.float64: ir.DoubleType(), types.float32: ir.FloatType()}
    return ir.PointerType(floats.get(kind.dtype) or ir.IntType(kind.dtype.bitwidth))


primitive(MemoryType, pointer)


@unbox(MemoryType)
def unbox_pointer(kind: Any, value: Any, c: Any) -> NativeValue:
    """The pointer to what an object has at its `address`."""
    address = c.pyapi.object_getattr_string(value, "address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(c.builder.bitcast(pointer, c.context.get_value_type(kind)))


@intrinsic
def offset(typingctx: Any, memory: Any, start: Any) -> Any:
    """The memory from word `start` on: a buffer inside it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return memory(memory, types.intp), generate


class WindowType(types.Type):
    """A part of a memory that cannot be left: what a game's own `fill` writes into."""

    dtype = types.int64

    def __init__(self) -> None:
        super().__init__(name="Window")


structure(WindowType, lambda kind: [("memory", MemoryType(kind.dtype)), ("size", types.int64)])


@intrinsic
def window(typingctx: Any, memory: Any, start: Any, size: Any) -> Any:
    """`size` words of the memory from `start` on; what is written beyond them goes nowhere."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cgutils.create_struct_proxy(signature.return_type)(context, builder)
        made.memory = builder.gep(arguments[0], [arguments[1]])
        made.size = arguments[2]
        return made._getvalue()

    return WindowType()(memory, types.intp, types.int64), generate


# --- reading and writing words: one instruction where they are used, no function of its own to compile ---------------


@typed(operator.getitem)
def _type_read(words: Any, index: Any) -> Any:
    if isinstance(words, MemoryType | WindowType) and isinstance(index, types.Integer | types.Boolean):
        return signature(words.dtype, words, types.intp)
    return None


@typed(operator.setitem)
def _type_written(words: Any, index: Any, word: Any) -> Any:
    if isinstance(words, MemoryType | WindowType) and isinstance(index, types.Integer | types.Boolean):
        return signature(types.void, words, types.intp, words.dtype)
    return None


@lower_builtin(operator.getitem, MemoryType, types.intp)
def _load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    memory, index = arguments
    return builder.load(builder.gep(memory, [index]))


@lower_builtin(operator.setitem, MemoryType, types.intp, types.Any)
def _store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    memory, index, value = arguments
    builder.store(value, builder.gep(memory, [index]))
    return context.get_dummy_value()


@lower_builtin(operator.getitem, WindowType, types.intp)
def _load_from_window(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    window, index = arguments
    part = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=window)
    return builder.load(builder.gep(part.memory, [index]))


@lower_builtin(operator.setitem, WindowType, types.intp, types.Any)
def _store_in_window(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    window, index, value = arguments
    part = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=window)
    with builder.if_then(builder.icmp_unsigned("<", index, part.size)):  # negative ones too are too large
        builder.store(value, builder.gep(part.memory, [index]))
    return context.get_dummy_value()
