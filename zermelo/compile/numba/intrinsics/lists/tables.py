"""Constant tuples and lists of a user's game, such as the neighbours of each cell, in memory that is never written.

Numba would make code of each item of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, models, register_model, typeof_impl

from zermelo.compile.numba.intrinsics.integers.long import LongType
from zermelo.compile.numba.intrinsics.lists.kinds import OUT_OF_RANGE, WORD, ZERO, StackView, struct
from zermelo.compile.numba.intrinsics.registering import types

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Table:
    """Numbers, or rows of numbers, of one kind."""

    values: tuple[float, ...] | Rows
    is_float: bool
    bits: int = 0  # of integers that have more than 64


class TableType(types.Type):
    """A table; its values are part of its type."""

    def __init__(self, table: Table) -> None:
        self.values = table.values
        self.dtype = LongType(table.bits) if table.bits else types.float64 if table.is_float else types.int64
        super().__init__(name=f"Table({self.dtype}, {table.values})")

    @property
    def lengths(self) -> set[int]:
        """Of its rows; empty if it has none."""
        return {len(row) for row in self.values if isinstance(row, tuple)}


register_model(TableType)(models.OpaqueModel)


@typeof_impl.register(Table)
def _typeof_table(table: Table, context: Any) -> TableType:
    return TableType(table)


@lower_constant(TableType)
def _no_value(context: Any, builder: Any, kind: TableType, value: Table) -> Any:
    return context.get_dummy_value()


def _in_memory(context: Any, builder: Any, numbers: list[Any], dtype: Any, name: str) -> Any:
    """A pointer to these numbers."""
    kind = context.get_value_type(dtype)
    values = ir.Constant(ir.ArrayType(kind, len(numbers)), [ir.Constant(kind, number) for number in numbers])
    return builder.gep(cgutils.global_constant(builder, name, values), [ZERO, ZERO])


@intrinsic
def table(typingctx: Any, given: Any) -> Any:
    """The items of a table: its numbers, or its rows as tuples, which must be equally long."""
    rows = given.lengths
    if len(rows) > 1:
        raise TypingError("the rows of a table have different lengths")
    item = types.UniTuple(given.dtype, *rows) if rows else given.dtype
    kind = StackView(item, len(given.values), len(given.values))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers = [number for row in given.values for number in row] if rows else list(given.values)
        place = _in_memory(context, builder, numbers, given.dtype, "table")
        value_type = context.get_value_type(kind)
        items = builder.bitcast(place, value_type.elements[0])
        return struct(builder, value_type, items, ir.Constant(WORD, len(given.values)))

    return kind(given), generate


@intrinsic
def row(typingctx: Any, given: Any, index: Any) -> Any:
    """A row of a table, to be read."""
    kind = StackView(given.dtype, None, max(given.lengths))

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        starts = [0]
        for one in given.values:
            starts.append(starts[-1] + len(one))
        numbers = [number for one in given.values for number in one]
        place = _in_memory(context, builder, numbers, given.dtype, "rows")
        bounds = _in_memory(context, builder, starts, types.int64, "starts")
        count, wanted = ir.Constant(WORD, len(given.values)), arguments[1]
        wanted = builder.select(builder.icmp_signed("<", wanted, ZERO), builder.add(wanted, count), wanted)
        with builder.if_then(builder.icmp_unsigned(">=", wanted, count), likely=False):
            context.call_conv.return_user_exc(builder, IndexError, (OUT_OF_RANGE,))
        start = builder.load(builder.gep(bounds, [wanted]))
        end = builder.load(builder.gep(bounds, [builder.add(wanted, ir.Constant(WORD, 1))]))
        return struct(builder, context.get_value_type(kind), builder.gep(place, [start]), builder.sub(end, start))

    return kind(given, types.intp), generate
