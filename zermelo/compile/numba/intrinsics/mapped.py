"""`zermelo.compile.plain.mapped.words_at` in compiled code: a pointer made of an address."""

from __future__ import annotations

from typing import Any

from numba.core import types as numba_types
from numba.extending import intrinsic, overload

from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain import mapped

types: Any = numba_types


@intrinsic
def _pointer(typingctx: Any, address: Any) -> Any:
    kind = MemoryType(types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(kind))

    return kind(types.int64), generate


@overload(mapped.words_at)
def _overload_words_at(place):
    if isinstance(place, types.Integer):
        return lambda place: _pointer(place)
