"""`zermelo.compile.plain.shared.SharedTable` in compiled code: a pointer to its first number."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core.imputils import lower_constant
from numba.core.typing.templates import signature
from numba.extending import lower_builtin, typeof_impl
from numba.np.numpy_support import from_dtype

from zermelo.compile.numba.intrinsics.registering import primitive, typed, types
from zermelo.compile.plain.shared import SharedTable


class SharedType(types.Type):
    """Numba's view of one table: its name is part of the type. What is read from it is a float or an integer."""

    def __init__(self, stored: Any, symbol: str) -> None:
        self.stored, self.symbol = stored, symbol
        self.read = types.float64 if isinstance(stored, types.Float) else types.int64
        super().__init__(name=f"{symbol}({stored})")


primitive(SharedType, lambda manager, kind: ir.PointerType(manager.lookup(kind.stored).get_data_type()))


@typeof_impl.register(SharedTable)
def _typeof(table: SharedTable, context: Any) -> SharedType:
    return SharedType(from_dtype(table.array.dtype), table.name)


@lower_constant(SharedType)
def _constant(context: Any, builder: Any, kind: SharedType, table: SharedTable) -> Any:
    found = builder.module.globals.get(kind.symbol)
    if found is None:
        found = ir.GlobalVariable(builder.module, context.get_data_type(kind.stored), kind.symbol)
        found.linkage = "external"
        found.global_constant = True
    return found


@typed(operator.getitem)
def _type_read(table: Any, index: Any) -> Any:
    if isinstance(table, SharedType) and isinstance(index, types.Integer):
        return signature(table.read, table, types.intp)
    return None


@lower_builtin(operator.getitem, SharedType, types.intp)
def _load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind, (table, index) = signature.args[0], arguments
    return context.cast(builder, builder.load(builder.gep(table, [index])), kind.stored, kind.read)
