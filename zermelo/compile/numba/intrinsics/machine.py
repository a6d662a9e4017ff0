"""The machine's instructions behind `atomics`, `fetching` and `mapped` of `zermelo.compile.plain`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic, overload

from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain import atomics, fetching, mapped

# --- atomic, for NumPy arrays and for Memory -------------------------------------------------------------------------


def _pointer(context: Any, builder: Any, kind: Any, value: Any, index: Any) -> Any:
    """Where a word of an array or a memory lies."""
    if isinstance(kind, MemoryType):
        return builder.gep(value, [index])
    array = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    return cgutils.get_item_pointer(context, builder, kind, array, [index])


@intrinsic
def _read(typingctx: Any, array: Any, index: Any) -> Any:
    kind = array.dtype

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load_atomic(place, "acquire", kind.bitwidth // 8)

    return kind(array, types.intp), generate


@intrinsic
def _add(typingctx: Any, array: Any, index: Any, value: Any) -> Any:
    kind = array.dtype

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        operation = "fadd" if isinstance(kind, types.Float) else "add"
        return builder.atomic_rmw(operation, place, arguments[2], "monotonic")

    return kind(array, types.intp, kind), generate


@intrinsic
def _replace(typingctx: Any, array: Any, index: Any, expected: Any, value: Any) -> Any:
    kind = array.dtype

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        found = builder.cmpxchg(place, arguments[2], arguments[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(array, types.intp, kind, kind), generate


@overload(atomics.read)
def _overload_read(array, index):
    if isinstance(array, types.Array | MemoryType):
        return lambda array, index: _read(array, index)


@overload(atomics.add)
def _overload_add(array, index, value):
    if isinstance(array, types.Array | MemoryType):
        return lambda array, index, value: _add(array, index, value)


@overload(atomics.replace)
def _overload_replace(array, index, expected, value):
    if isinstance(array, types.Array | MemoryType):
        return lambda array, index, expected, value: _replace(array, index, expected, value)


# --- fetching ahead --------------------------------------------------------------------------------------------------


READ, SOON, DATA = 0, 3, 1  # what LLVM is told: to be read, to be kept in every cache, no instructions


@intrinsic
def _prefetch(typingctx: Any, memory: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        instruction = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        place = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), pointer)
        builder.call(instruction, [place, number(READ), number(SOON), number(DATA)])
        return context.get_dummy_value()

    return types.void(memory, types.intp), generate


@overload(fetching.prefetch)
def _overload_prefetch(memory, index):
    if isinstance(memory, MemoryType):
        return lambda memory, index: _prefetch(memory, index)


# --- a pointer made of an address ------------------------------------------------------------------------------------


@intrinsic
def _memory_at(typingctx: Any, address: Any) -> Any:
    kind = MemoryType(types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(kind))

    return kind(types.int64), generate


@overload(mapped.words_at)
def _overload_words_at(place):
    if isinstance(place, types.Integer):
        return lambda place: _memory_at(place)
