"""Dictionaries and sets of constants in compiled code: looked up in arrays that are frozen into it."""

from __future__ import annotations

import operator
from functools import lru_cache
from typing import Any

import numpy as np
from numba import extending
from numba.core.imputils import lower_constant
from numba.core.typing.typeof import Purpose

from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.numba.intrinsics.rows import RowType, row_maker
from zermelo.compile.numba.patches import is_compiling_kernel
from zermelo.compile.plain.lookups import LONGEST_TUPLE, Table, digest_of, is_tabular, table_of


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
        return KEYS.iterator_type


KEYS = types.Array(types.int64, 1, "C", readonly=True)


@lru_cache(maxsize=256)
def _table(kind: LookupType) -> Table:
    return table_of(kind.content)


extending.register_model(LookupType)(extending.models.OpaqueModel)
_typeof_other_set = extending.typeof_impl.dispatch(set)


@extending.typeof_impl.register(dict)
@extending.typeof_impl.register(set)
@extending.typeof_impl.register(frozenset)
def _typeof(content: Any, context: Any) -> Any:
    if context.purpose is Purpose.constant and is_compiling_kernel() and is_tabular(content):
        return LookupType(content)
    return _typeof_other_set(content, context) if isinstance(content, set) else None


@lower_constant(LookupType)
def _constant(context: Any, builder: Any, kind: LookupType, content: Any) -> Any:
    return context.get_dummy_value()


@extending.lower_builtin("getiter", LookupType)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Over the keys in Python's order."""
    keys = context.make_constant_array(builder, KEYS, signature.args[0].table.keys)
    iterate = context.get_function("getiter", KEYS.iterator_type(KEYS))
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

    @extending.register_jitable
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
    return extending.register_jitable(names[name])


def _key_at(table: Table) -> Any:
    keys = table.keys
    if not table.width:
        return extending.register_jitable(lambda place: keys[place])
    items = "".join(f"keys[place, {i}], " for i in range(table.width))
    return _written("key_at", [f"def key_at(place): return ({items})"], keys=keys)


def _value_at(lookup: LookupType) -> Any:
    table = lookup.table
    values, starts = table.values, table.starts
    if starts is not None:
        row = row_maker(RowType(values, f"the values of {lookup.name}", table.form, starts))
        return extending.register_jitable(lambda place: row(starts[place], starts[place + 1]))
    if values.ndim == 1:
        return extending.register_jitable(lambda place: values[place])
    assert values.shape[1] <= LONGEST_TUPLE
    items = "".join(f"values[place, {i}], " for i in range(values.shape[1]))
    return _written("value_at", [f"def value_at(place): return ({items})"], values=values)


# --- what a game asks ------------------------------------------------------------------------------------------------


@extending.overload(len)
def _len(lookup):
    if isinstance(lookup, LookupType):
        count = len(lookup.table)
        return lambda lookup: count
    return None


@extending.overload(operator.contains)
def _contains(lookup, key):
    place = _place(lookup.table, key) if isinstance(lookup, LookupType) else None
    return (lambda lookup, key: place(key) >= 0) if place else None


@extending.overload(operator.getitem)
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


@extending.overload_method(LookupType, "get")
def _get(lookup, key, default):
    place = None if lookup.is_set else _place(lookup.table, key)
    if place is None:
        return None
    value_at = _value_at(lookup)

    def get(lookup, key, default):
        found = place(key)
        return value_at(found) if found >= 0 else default

    return get


@extending.overload(sorted)
def _sorted(lookup):
    if not isinstance(lookup, LookupType) or lookup.table.width:
        return None
    count, row = len(lookup.table), row_maker(RowType(np.sort(lookup.table.keys), f"sorted {lookup.name}"))
    return lambda lookup: row(0, count)


def _each(lookup: LookupType, give: Any) -> Any:
    count = len(lookup.table)

    def each(lookup):
        for place in range(count):
            yield give(place)

    return each


@extending.overload_method(LookupType, "keys")
def _keys(lookup):
    return None if lookup.is_set else _each(lookup, _key_at(lookup.table))


@extending.overload_method(LookupType, "values")
def _values(lookup):
    return None if lookup.is_set else _each(lookup, _value_at(lookup))


@extending.overload_method(LookupType, "items")
def _items(lookup):
    if lookup.is_set:
        return None
    key_at, value_at = _key_at(lookup.table), _value_at(lookup)
    return _each(lookup, extending.register_jitable(lambda place: (key_at(place), value_at(place))))
