"""`zermelo.compile.plain.scratch.scratch` in compiled code: a place on the stack of the function that calls it."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain.scratch import scratch

types: Any = numba_types
ALIGNED = 64  # bytes


@infer_global(scratch)
class _Scratch(AbstractTemplate):
    key = scratch
    prefer_literal = True

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        (size,) = args
        return signature(MemoryType(types.float32), size) if isinstance(size, types.IntegerLiteral) else None


# Lowered where it is called, not as a function of its own: the numbers must outlive this
@lower_builtin(scratch, types.IntegerLiteral)
def _reserve(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = ir.ArrayType(ir.FloatType(), signature.args[0].literal_value)
    place = cgutils.alloca_once(builder, kind)
    place.align = ALIGNED
    return builder.bitcast(place, ir.PointerType(ir.FloatType()))
