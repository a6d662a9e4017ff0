"""The machine's instruction behind `zermelo.compile.plain.fetching.prefetch`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.extending import intrinsic, overload

from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain import fetching

types: Any = numba_types

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
