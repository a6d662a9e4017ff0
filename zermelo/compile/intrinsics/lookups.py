"""Dictionaries and sets of constants in compiled code: looked up in arrays that are frozen into it."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing.typeof import Purpose
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    overload_method,
    register_jitable,
    register_model,
    typeof_impl,
)
from numba.np.arrayobj import load_item
from numba.np.numpy_support import from_dtype

from zermelo.compile.lookups import LONGEST_TUPLE, Table, digest_of, is_tabular, table_of
from zermelo.compile.numba_patches import is_compiling_kernel

types: Any = numba_types


class LookupType(types.IterableType):
    """Numba's view of one dictionary or set: its content is part of the type."""

    def __init__(self, content: Any) -> None:
        self.content = content.copy()
        self.is_set = not isinstance(content, dict)
        kind = "set" if self.is_set else "dict"
        super().__init__(name=f"constant {kind} {digest_of(content)}")

    @property
    def table(self) -> Table:
        """The content as arrays."""
        return _table(self)

    @property
    def iterator_type(self) -> Any:
        return _keys_type(self).iterator_type


@lru_cache(maxsize=256)
def _table(kind: LookupType) -> Table:
    return table_of(kind.content)


def _keys_type(kind: LookupType) -> Any:
    return types.Array(types.int64, 1, "C", readonly=True)


@register_model(LookupType)
class _LookupModel(models.OpaqueModel):
    pass


_typeof_other_set = typeof_impl.dispatch(set)


@typeof_impl.register(dict)
@typeof_impl.register(set)
@typeof_impl.register(frozenset)
def _typeof(content: Any, context: Any) -> Any:
    if context.purpose is Purpose.constant and is_compiling_kernel() and is_tabular(content):
        return LookupType(content)
    return _typeof_other_set(content, context) if isinstance(content, set) else None


@lower_constant(LookupType)
def _constant(context: Any, builder: Any, kind: LookupType, content: Any) -> Any:
    return context.get_dummy_value()


@lower_builtin("getiter", LookupType)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Over the keys in Python's order."""
    kind = _keys_type(signature.args[0])
    keys = context.make_constant_array(builder, kind, signature.args[0].table.keys)
    iterate = context.get_function("getiter", kind.iterator_type(kind))
    return iterate(builder, (keys,))


# --- keys and values by place ----------------------------------------------------------------------------------------


def _place(table: Table, key: Any) -> Any:
    """place(key): where a key's entry is; -1: there is none. None where the key is of another type."""
    places, lows, spans = table.places, table.lows, table.spans
    if table.width:
        return _place_of_tuple(table) if _is_tuple_of(key, table.width) else None
    if not isinstance(key, types.Integer | types.Boolean):
        return None
    low, span = lows[0], spans[0]

    @register_jitable
    def place(key):
        slot = key - low
        return places[slot] if 0 <= slot < span else -1

    return place


def _is_tuple_of(key: Any, width: int) -> bool:
    return (
        isinstance(key, types.BaseTuple) and len(key) == width and all(isinstance(k, types.Integer) for k in key.types)
    )


def _place_of_tuple(table: Table) -> Any:
    """Made as text, since compiled code takes apart only tuples at places that it knows."""
    lines = ["def place(key):", "    slot = 0"]
    for i, (low, span) in enumerate(zip(table.lows, table.spans, strict=True)):
        lines += [f"    if not 0 <= key[{i}] - ({low}) < {span}:", "        return -1"]
        lines += [f"    slot = slot * {span} + key[{i}] - ({low})"]
    return _written("place", [*lines, "    return places[slot]"], places=table.places)


def _written(name: str, lines: list[str], **values: Any) -> Any:
    names = dict(values)
    exec("\n".join(lines), names)
    return register_jitable(names[name])


def _key_at(table: Table) -> Any:
    keys = table.keys
    if not table.width:
        return register_jitable(lambda place: keys[place])
    items = "".join(f"keys[place, {i}], " for i in range(table.width))
    return _written("key_at", [f"def key_at(place): return ({items})"], keys=keys)


def _value_at(lookup: LookupType) -> Any:
    table = lookup.table
    values, starts = table.values, table.starts
    if starts is not None:
        row = _maker(RowType(values, lookup.name))
        return register_jitable(lambda place: row(starts[place], starts[place + 1]))
    if values.ndim == 1:
        return register_jitable(lambda place: values[place])
    assert values.shape[1] <= LONGEST_TUPLE
    items = "".join(f"values[place, {i}], " for i in range(values.shape[1]))
    return _written("value_at", [f"def value_at(place): return ({items})"], values=values)


# --- rows: values of different lengths -------------------------------------------------------------------------------


class RowType(types.IterableType):
    """Numbers in a row: where they begin and end in a constant array.

    The values of a dictionary whose values have different lengths, and what `sorted` gives.
    """

    def __init__(self, array: Any, name: str) -> None:
        self.array, self.dtype = array, from_dtype(array.dtype)
        super().__init__(name=f"row of {name}")

    @property
    def iterator_type(self) -> Any:
        return RowIteratorType(self)


class RowIteratorType(types.SimpleIteratorType):
    """An iterator over a row."""

    def __init__(self, row: RowType) -> None:
        self.row = row
        super().__init__(f"iterator of {row.name}", row.dtype)


@register_model(RowType)
class _RowModel(models.StructModel):
    def __init__(self, manager: Any, kind: RowType) -> None:
        super().__init__(manager, kind, [("start", types.int64), ("stop", types.int64)])


@register_model(RowIteratorType)
class _RowIteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: RowIteratorType) -> None:
        super().__init__(manager, kind, [("index", types.EphemeralPointer(types.int64)), ("stop", types.int64)])


def _maker(kind: RowType) -> Any:
    """An intrinsic row(start, stop)."""

    @intrinsic
    def row(typingctx: Any, start: Any, stop: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.create_struct_proxy(kind)(context, builder)
            made.start, made.stop = arguments
            return made._getvalue()

        return kind(types.int64, types.int64), generate

    return row


@intrinsic
def _ends(typingctx: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return context.make_tuple(builder, signature.return_type, (found.start, found.stop))

    return types.UniTuple(types.int64, 2)(row), generate


@lower_builtin("getiter", RowType)
def _iterate_row(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    row = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
    made = context.make_helper(builder, signature.return_type)
    made.index = cgutils.alloca_once_value(builder, row.start)
    made.stop = row.stop
    return made._getvalue()


@lower_builtin("iternext", RowIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _next_of_row(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(iterator.index)
    is_valid = builder.icmp_signed("<", index, iterator.stop)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        values = kind.row.array
        array = types.Array(kind.row.dtype, 1, "C", readonly=True)
        constant = context.make_array(array)(context, builder, context.make_constant_array(builder, array, values))
        place = cgutils.get_item_pointer(context, builder, array, constant, [index])
        result.yield_(load_item(context, builder, array, place))
        builder.store(builder.add(index, ir.IntType(64)(1)), iterator.index)


@overload(len)
def _len_of_row(row):
    if isinstance(row, RowType):
        return lambda row: _ends(row)[1] - _ends(row)[0]
    return None


@overload(operator.getitem)
def _item_of_row(row, index):
    if not isinstance(row, RowType) or not isinstance(index, types.Integer):
        return None
    values = row.array

    def getitem(row, index):
        start, stop = _ends(row)
        place = start + index if index >= 0 else stop + index
        if place < start or place >= stop:
            raise IndexError("tuple index out of range")
        return values[place]

    return getitem


@overload(operator.contains)
def _is_in_row(row, item):
    if not isinstance(row, RowType) or not isinstance(item, types.Number | types.Boolean):
        return None

    def contains(row, item):
        for one in row:
            if one == item:
                return True
        return False

    return contains


# --- what a game asks ------------------------------------------------------------------------------------------------


@overload(len)
def _len(lookup):
    if isinstance(lookup, LookupType):
        count = len(lookup.table)
        return lambda lookup: count
    return None


@overload(operator.contains)
def _contains(lookup, key):
    place = _place(lookup.table, key) if isinstance(lookup, LookupType) else None
    return (lambda lookup, key: place(key) >= 0) if place else None


@overload(operator.getitem)
def _getitem(lookup, key):
    place = _place(lookup.table, key) if isinstance(lookup, LookupType) and not lookup.is_set else None
    if place is None:
        return None
    value_at = _value_at(lookup)

    def getitem(lookup, key):
        found = place(key)
        if found < 0:
            raise KeyError("a key that is not in the dictionary")
        return value_at(found)

    return getitem


@overload_method(LookupType, "get")
def _get(lookup, key, default):
    place = None if lookup.is_set else _place(lookup.table, key)
    if place is None:
        return None
    value_at = _value_at(lookup)

    def get(lookup, key, default):
        found = place(key)
        return value_at(found) if found >= 0 else default

    return get


@overload(sorted)
def _sorted(lookup):
    if not isinstance(lookup, LookupType) or lookup.table.width:
        return None
    count, row = len(lookup.table), _maker(RowType(np.sort(lookup.table.keys), f"sorted {lookup.name}"))
    return lambda lookup: row(0, count)


def _each(lookup: LookupType, give: Any) -> Any:
    count = len(lookup.table)

    def each(lookup):
        for place in range(count):
            yield give(place)

    return each


@overload_method(LookupType, "keys")
def _keys(lookup):
    return None if lookup.is_set else _each(lookup, _key_at(lookup.table))


@overload_method(LookupType, "values")
def _values(lookup):
    return None if lookup.is_set else _each(lookup, _value_at(lookup))


@overload_method(LookupType, "items")
def _items(lookup):
    if lookup.is_set:
        return None
    key_at, value_at = _key_at(lookup.table), _value_at(lookup)
    return _each(lookup, register_jitable(lambda place: (key_at(place), value_at(place))))
