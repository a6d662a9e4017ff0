"""The machine's atomic instructions behind `zermelo.compile.plain.atomics`, for NumPy arrays and for Memory."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain import atomics


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
