"""`Memory`, an array that is passed in one register, and `Window`, a part of one that cannot be left."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.extending import NativeValue, intrinsic, models, overload, register_model, typeof_impl, unbox
from numba.np.numpy_support import from_dtype

types: Any = numba_types


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
