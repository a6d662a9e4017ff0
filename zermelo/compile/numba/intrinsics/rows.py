"""Rows of constants in compiled code: parts of arrays that are frozen into it.

A row is a value of a constant dictionary (see lookups) whose values have different lengths, what `sorted` gives of
one, or a constant list. Its items are numbers, or tuples that all look alike: (1, -2), ((0, 3), (4, 5)).
"""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing.typeof import Purpose
from numba.extending import intrinsic, lower_builtin, overload, typeof_impl
from numba.np.arrayobj import load_item
from numba.np.numpy_support import from_dtype

from zermelo.compile.numba.intrinsics.registering import structure, types
from zermelo.compile.numba.patches import is_compiling_kernel
from zermelo.compile.plain.lookups import Form, digest_of, list_of


class RowType(types.IterableType):
    """Items in a row: where they begin and end in a constant array."""

    def __init__(self, array: Any, name: str, form: Form = None, starts: Any = None) -> None:
        """array: of numbers, or of rows with the numbers of an item; starts: where the rows of the array begin."""
        self.array, self.form, self.starts = array, form, starts
        self.dtype = _item_type(form, from_dtype(array.dtype))
        super().__init__(name=f"row of {name}")

    @property
    def iterator_type(self) -> Any:
        return RowIteratorType(self)

    def sorted(self) -> RowType:
        """The array with the items of every row in order."""
        starts = [0, len(self.array)] if self.starts is None else self.starts
        rows = [self.array[start:stop].tolist() for start, stop in pairwise(starts)]
        flat = [item for row in rows for item in sorted(row)]
        array = np.array(flat, dtype=self.array.dtype).reshape(self.array.shape)
        return RowType(array, f"sorted {self.name}", self.form, self.starts)


def _item_type(form: Form, number: Any) -> Any:
    return number if form is None else types.Tuple([_item_type(part, number) for part in form])


class RowIteratorType(types.SimpleIteratorType):
    """An iterator over a row."""

    def __init__(self, row: RowType) -> None:
        self.row = row
        super().__init__(f"iterator of {row.name}", row.dtype)


structure(RowType, lambda kind: [("start", types.int64), ("stop", types.int64)])
structure(RowIteratorType, lambda kind: [("index", types.EphemeralPointer(types.int64)), ("stop", types.int64)])


# --- where rows come from --------------------------------------------------------------------------------------------


_typeof_other_list = typeof_impl.dispatch(list)


@typeof_impl.register(list)
def _typeof(content: Any, context: Any) -> Any:
    found = list_of(content) if context.purpose is Purpose.constant and is_compiling_kernel() else None
    if found is None:
        return _typeof_other_list(content, context)
    return RowType(found[0], f"constant list {digest_of(content)}", found[1])


@lower_constant(RowType)
def _constant(context: Any, builder: Any, kind: RowType, content: Any) -> Any:
    """The whole array."""
    made = cgutils.create_struct_proxy(kind)(context, builder)
    made.start, made.stop = ir.IntType(64)(0), ir.IntType(64)(len(kind.array))
    return made._getvalue()


def row_maker(kind: RowType) -> Any:
    """An intrinsic row(start, stop)."""

    @intrinsic
    def row(typingctx: Any, start: Any, stop: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.create_struct_proxy(kind)(context, builder)
            made.start, made.stop = arguments
            return made._getvalue()

        return kind(types.int64, types.int64), generate

    return row


# --- what is read of them --------------------------------------------------------------------------------------------


def _load(context: Any, builder: Any, kind: RowType, index: Any) -> Any:
    """The item at an index of the array."""
    array = types.Array(from_dtype(kind.array.dtype), kind.array.ndim, "C", readonly=True)
    constant = context.make_array(array)(context, builder, context.make_constant_array(builder, array, kind.array))

    def number(*places: Any) -> Any:
        place = cgutils.get_item_pointer(context, builder, array, constant, [index, *places])
        return load_item(context, builder, array, place)

    if kind.form is None:
        return number()
    columns = iter(range(kind.array.shape[1]))

    def made(wanted: Any, form: Form) -> Any:
        if form is None:
            return number(ir.IntType(64)(next(columns)))
        return context.make_tuple(builder, wanted, [made(*one) for one in zip(wanted.types, form, strict=True)])

    return made(kind.dtype, kind.form)


@intrinsic
def _ends(typingctx: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return context.make_tuple(builder, signature.return_type, (found.start, found.stop))

    return types.UniTuple(types.int64, 2)(row), generate


@intrinsic
def _item(typingctx: Any, row: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _load(context, builder, row, arguments[1])

    return row.dtype(row, types.int64), generate


@lower_builtin("getiter", RowType)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    row = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
    made = context.make_helper(builder, signature.return_type)
    made.index = cgutils.alloca_once_value(builder, row.start)
    made.stop = row.stop
    return made._getvalue()


@lower_builtin("iternext", RowIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(iterator.index)
    is_valid = builder.icmp_signed("<", index, iterator.stop)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(_load(context, builder, kind.row, index))
        builder.store(builder.add(index, ir.IntType(64)(1)), iterator.index)


@overload(len)
def _len(row):
    if isinstance(row, RowType):
        return lambda row: _ends(row)[1] - _ends(row)[0]
    return None


@overload(operator.getitem)
def _getitem(row, index):
    if not isinstance(row, RowType) or not isinstance(index, types.Integer):
        return None

    def getitem(row, index):
        start, stop = _ends(row)
        place = start + index if index >= 0 else stop + index
        if place < start or place >= stop:
            raise IndexError("tuple index out of range")
        return _item(row, place)

    return getitem


@overload(operator.contains)
def _contains(row, item):
    if not isinstance(row, RowType) or not isinstance(item, types.Number | types.Boolean | types.BaseTuple):
        return None
    if isinstance(item, types.BaseTuple) is (row.form is None):
        return None

    def contains(row, item):
        for one in row:
            if one == item:
                return True
        return False

    return contains


@overload(sorted)
def _sorted(row):
    if not isinstance(row, RowType):
        return None
    ordered = row_maker(row.sorted())

    def in_order(row):
        start, stop = _ends(row)
        return ordered(start, stop)

    return in_order
