"""`zermelo.compile.plain.lanes` in compiled code: LLVM's vectors, which it splits into the registers that there are."""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.typing.templates import signature
from numba.extending import lower_builtin

from zermelo.compile.numba.intrinsics.registering import primitive, typed, types
from zermelo.compile.numba.intrinsics.shared import SharedType
from zermelo.compile.numba.intrinsics.words import MemoryType
from zermelo.compile.plain import lanes
from zermelo.compile.plain.shared import LINE

I16, I32, I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
OF_WORDS = 8


class LanesType(types.Type):
    """So many integers of 16 bits."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(name=f"Lanes({count})")


primitive(LanesType, lambda manager, kind: ir.VectorType(I16, kind.count))


@typed(lanes.lanes_of, prefers_literal=True)
def _type_of_constants(table: Any, index: Any, count: Any) -> Any:
    fits = isinstance(table, SharedType) and table.stored == types.int16 and isinstance(index, types.Integer)
    if fits and isinstance(count, types.IntegerLiteral):
        return signature(LanesType(count.literal_value), table, types.intp, count)
    return None


@lower_builtin(lanes.lanes_of, SharedType, types.intp, types.IntegerLiteral)
def _load_constants(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    table, index, _ = arguments
    count = signature.return_type.count
    place = builder.bitcast(builder.gep(table, [index]), ir.PointerType(ir.VectorType(I16, count)))
    return builder.load(place, align=math.gcd(2 * count, LINE))


@typed(lanes.loaded, prefers_literal=True)
def _type_of_words(memory: Any, word: Any, count: Any) -> Any:
    if _are_words(memory, word) and isinstance(count, types.IntegerLiteral):
        return signature(LanesType(count.literal_value), memory, types.intp, count)
    return None


def _are_words(memory: Any, word: Any) -> bool:
    return isinstance(memory, MemoryType) and memory.dtype == types.int64 and isinstance(word, types.Integer)


@lower_builtin(lanes.loaded, MemoryType, types.intp, types.IntegerLiteral)
def _load_words(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    memory, word, _ = arguments
    kind = context.get_value_type(signature.return_type)
    return builder.load(builder.bitcast(builder.gep(memory, [word]), ir.PointerType(kind)), align=OF_WORDS)


@typed(lanes.put)
def _type_put(memory: Any, word: Any, held: Any) -> Any:
    fits = _are_words(memory, word) and isinstance(held, LanesType)
    return signature(types.none, memory, types.intp, held) if fits else None


@lower_builtin(lanes.put, MemoryType, types.intp, LanesType)
def _store_words(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    memory, word, held = arguments
    place = builder.bitcast(builder.gep(memory, [word]), ir.PointerType(held.type))
    builder.store(held, place, align=OF_WORDS)
    return context.get_dummy_value()


@typed(lanes.plus)
@typed(lanes.minus)
def _type_lane_by_lane(one: Any, other: Any) -> Any:
    return signature(one, one, other) if isinstance(one, LanesType) and one == other else None


@lower_builtin(lanes.plus, LanesType, LanesType)
def _add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.add(*arguments)


@lower_builtin(lanes.minus, LanesType, LanesType)
def _subtract(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.sub(*arguments)


@typed(lanes.squared_dot, prefers_literal=True)
def _type_of_dot(held: Any, weights: Any, top: Any) -> Any:
    if isinstance(held, LanesType) and held == weights and isinstance(top, types.IntegerLiteral):
        return signature(types.int64, held, weights, top)
    return None


@lower_builtin(lanes.squared_dot, LanesType, LanesType, types.IntegerLiteral)
def _dot(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    count, top = signature.args[0].count, signature.args[2].literal_value
    kind, wide = ir.VectorType(I16, count), ir.VectorType(I32, count)

    def call(name: str, result: Any, *values: Any) -> Any:
        function = ir.FunctionType(result, [value.type for value in values])
        return builder.call(cgutils.get_or_insert_function(builder.module, function, name), values)

    held, weights, _ = arguments
    held = call(f"llvm.smax.v{count}i16", kind, held, ir.Constant(kind, [0] * count))
    held = call(f"llvm.smin.v{count}i16", kind, held, ir.Constant(kind, [top] * count))
    product = builder.mul(builder.sext(held, wide), builder.sext(builder.mul(held, weights), wide))
    return builder.sext(call(f"llvm.vector.reduce.add.v{count}i32", I32, product), I64)
