"""`NamedMemory`: a pointer to rows of numbers whose columns have names; see `zermelo.compile.plain.columns`."""

from __future__ import annotations

import operator
from typing import Any

from numba.core.typing.templates import AttributeTemplate, infer_getattr, signature
from numba.extending import lower_builtin, lower_getattr_generic, typeof_impl, unbox
from numba.np.numpy_support import from_dtype

from zermelo.compile.numba.intrinsics.registering import primitive, typed, types
from zermelo.compile.numba.intrinsics.words import pointer, unbox_pointer
from zermelo.compile.plain.columns import Columns, Row


class NamedMemory:
    """Columns or a Row as a kernel takes them."""

    def __init__(self, numbers: Columns | Row) -> None:
        self.array = numbers.array  # keeps it alive
        self.address = numbers.array.ctypes.data
        kind = RowType if isinstance(numbers, Row) else ColumnsType
        self._numba_type_ = kind(from_dtype(numbers.array.dtype), numbers.names)


class ColumnsType(types.Type):
    """Numba's view of Columns: a pointer to the first row."""

    def __init__(self, dtype: Any, names: tuple[str, ...]) -> None:
        self.dtype, self.names = dtype, names
        super().__init__(name=f"{type(self).__name__}({dtype}: {', '.join(names)})")


class RowType(ColumnsType):
    """Numba's view of a Row: a pointer to its first number."""


class ColumnType(types.Type):
    """One column: a pointer to its first number, and how many numbers a row has."""

    def __init__(self, dtype: Any, width: int) -> None:
        self.dtype, self.width = dtype, width
        super().__init__(name=f"Column({dtype}, {width})")


for _kind in (ColumnsType, RowType, ColumnType):
    primitive(_kind, pointer)
unbox(ColumnsType)(unbox_pointer)
unbox(RowType)(unbox_pointer)


@typeof_impl.register(NamedMemory)
def _typeof(memory: NamedMemory, context: Any) -> ColumnsType:
    return memory._numba_type_


class _Names(AttributeTemplate):
    """What a name stands for: a column, or the number in a row."""

    def generic_resolve(self, kind: ColumnsType, name: str) -> Any:
        if name not in kind.names:
            return None
        return kind.dtype if isinstance(kind, RowType) else ColumnType(kind.dtype, len(kind.names))


@infer_getattr
class _NamesOfColumns(_Names):
    key = ColumnsType


@infer_getattr
class _NamesOfRow(_Names):
    key = RowType


@lower_getattr_generic(ColumnsType)
def _column(context: Any, builder: Any, kind: ColumnsType, value: Any, name: str) -> Any:
    return builder.gep(value, [context.get_constant(types.intp, kind.names.index(name))])


@lower_getattr_generic(RowType)
def _number(context: Any, builder: Any, kind: RowType, value: Any, name: str) -> Any:
    return builder.load(_column(context, builder, kind, value, name))


@typed(operator.getitem)
def _type_read(column: Any, index: Any) -> Any:
    if isinstance(column, ColumnType) and isinstance(index, types.Integer):
        return signature(column.dtype, column, types.intp)
    return None


@typed(operator.setitem)
def _type_written(column: Any, index: Any, number: Any) -> Any:
    if isinstance(column, ColumnType) and isinstance(index, types.Integer):
        return signature(types.void, column, types.intp, column.dtype)
    return None


def _place(context: Any, builder: Any, kind: ColumnType, column: Any, index: Any) -> Any:
    return builder.gep(column, [builder.mul(index, context.get_constant(types.intp, kind.width))])


@lower_builtin(operator.getitem, ColumnType, types.intp)
def _load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(_place(context, builder, signature.args[0], *arguments))


@lower_builtin(operator.setitem, ColumnType, types.intp, types.Any)
def _store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(arguments[2], _place(context, builder, signature.args[0], *arguments[:2]))
    return context.get_dummy_value()
