"""`zermelo.compile.plain.scratch` in compiled code: a place on the stack of the function that calls it."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain.scratch import scratch, scratch_words

types: Any = numba_types
ALIGNED = 64  # bytes


class _Scratch(AbstractTemplate):
    prefer_literal = True
    held: Any = None

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        (size,) = args
        return signature(MemoryType(self.held), size) if isinstance(size, types.IntegerLiteral) else None


@infer_global(scratch)
class _Numbers(_Scratch):
    key = scratch
    held = types.float32


@infer_global(scratch_words)
class _Words(_Scratch):
    key = scratch_words
    held = types.int64


# Lowered where they are called, not as functions of their own: the numbers must outlive these
@lower_builtin(scratch, types.IntegerLiteral)
@lower_builtin(scratch_words, types.IntegerLiteral)
def _reserve(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    word = context.get_value_type(signature.return_type).pointee
    place = cgutils.alloca_once(builder, ir.ArrayType(word, signature.args[0].literal_value))
    place.align = ALIGNED
    return builder.bitcast(place, ir.PointerType(word))
