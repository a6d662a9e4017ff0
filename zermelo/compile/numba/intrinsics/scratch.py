"""`zermelo.compile.plain.scratch` in compiled code: a place on the stack of the function that calls it."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.typing.templates import signature
from numba.extending import lower_builtin

from zermelo.compile.numba.intrinsics.registering import typed, types
from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain.scratch import scratch, scratch_words

ALIGNED = 64  # bytes


@typed(scratch, prefers_literal=True)
def _type_of_numbers(size: Any) -> Any:
    return signature(MemoryType(types.float32), size) if isinstance(size, types.IntegerLiteral) else None


@typed(scratch_words, prefers_literal=True)
def _type_of_words(size: Any) -> Any:
    return signature(MemoryType(types.int64), size) if isinstance(size, types.IntegerLiteral) else None


# Lowered where they are called, not as functions of their own: the numbers must outlive these
@lower_builtin(scratch, types.IntegerLiteral)
@lower_builtin(scratch_words, types.IntegerLiteral)
def _reserve(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    word = context.get_value_type(signature.return_type).pointee
    place = cgutils.alloca_once(builder, ir.ArrayType(word, signature.args[0].literal_value))
    place.align = ALIGNED
    return builder.bitcast(place, ir.PointerType(word))
