"""`zermelo.compile.shared.SharedTable` in compiled code: a pointer to its first number."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core.imputils import lower_constant
from numba.extending import register_model, typeof_impl
from numba.np.numpy_support import from_dtype

from zermelo.compile.intrinsics.words import MemoryType, _MemoryModel
from zermelo.compile.shared import SharedTable


class SharedType(MemoryType):
    """Numba's view of one table: its name is part of the type."""

    def __init__(self, dtype: Any, name: str) -> None:
        super().__init__(dtype)
        self.name = f"{name}({dtype})"
        self.symbol = name


register_model(SharedType)(_MemoryModel)


@typeof_impl.register(SharedTable)
def _typeof(table: SharedTable, context: Any) -> SharedType:
    return SharedType(from_dtype(table.array.dtype), table.name)


@lower_constant(SharedType)
def _constant(context: Any, builder: Any, kind: SharedType, table: SharedTable) -> Any:
    pointer = context.get_value_type(kind)
    found = builder.module.globals.get(kind.symbol)
    if found is None:
        found = ir.GlobalVariable(builder.module, pointer.pointee, kind.symbol)
        found.linkage = "external"
        found.global_constant = True
    return found
