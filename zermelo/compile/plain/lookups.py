"""Dictionaries, sets and lists of constants as tables, which compiled code can look up.

NEAR = {0: (1, 2), 1: {0, 2, 4}, …}     keys: integers, or tuples of them; values: numbers, or tuples of numbers,
                                        or sets of integers
WAYS = {ROOK: [(0, 1), (1, 0), …], …}   or lists of tuples that look alike
CORNERS = {0, 2, 6, 8}
DEALS = [((0, 1), (2, 3)), …]           numbers, or tuples that look alike
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MOST_SLOTS = 1 << 16  # of a table over the whole range of its keys
LONGEST_TUPLE = 16  # of values that are tuples of one length; longer ones are rows of an array
LARGEST_ITEM = 64  # numbers of an item of a row
MOST_NUMBERS = 1 << 16  # of a constant list

Form = tuple[Any, ...] | None  # what an item looks like: None for a number, a tuple of the forms of its parts


@dataclass(frozen=True, eq=False)
class Table:
    """A dictionary or set as arrays. A slot stands for a possible key, a place for an entry in Python's order."""

    keys: Any  # by place: a number, or a row of numbers
    width: int  # numbers in a key; 0: the key is a number itself
    lows: tuple[int, ...]  # the least number at each position of a key
    spans: tuple[int, ...]
    places: Any  # by slot; -1: there is no such key
    values: Any  # by place: a number, or a row of numbers; None for a set
    starts: Any  # where the rows of different lengths begin in `values`; None: they have one length
    form: Form = None  # of the items of such rows

    def __len__(self) -> int:
        return len(self.keys)


def digest_of(content: Any) -> str:
    """A text that tells a dictionary's or set's content and order."""
    items = list(content.items()) if isinstance(content, dict) else list(content)
    return hashlib.sha256(f"{type(content).__name__} {items!r}".encode()).hexdigest()[:24]


def is_tabular(content: Any) -> bool:
    """Can a dictionary or set be made a table?"""
    keys = list(content)
    if not keys or not (all(map(_is_whole, keys)) or _are_rows(keys)):
        return False
    if math.prod(_spans(keys)[1]) > MOST_SLOTS:
        return False
    if not isinstance(content, dict):
        return True
    values = list(content.values())
    return all(map(_is_number, values)) or (all(map(_is_row, values)) and _flat(_items(values)) is not None)


def list_of(content: list[Any]) -> tuple[Any, Form] | None:
    """A constant list as an array, by place a number or the numbers of an item, and what its items look like."""
    found = _flat(content) if 0 < len(content) <= MOST_NUMBERS else None
    return found if found is not None and found[0].size <= MOST_NUMBERS else None


def table_of(content: Any) -> Table:
    """The table of a dictionary or set for which `is_tabular` holds."""
    from zermelo.installed import np

    keys = list(content)
    lows, spans = _spans(keys)
    places = np.full(math.prod(spans), -1, dtype=np.int32)
    for place, key in enumerate(keys):
        slot = 0
        for number, low, span in zip(key if isinstance(key, tuple) else (key,), lows, spans, strict=True):
            slot = slot * span + number - low
        places[slot] = place
    width = len(keys[0]) if isinstance(keys[0], tuple) else 0
    columns = _columns(list(content.values())) if isinstance(content, dict) else (None, None, None)
    return Table(np.array(keys, dtype=np.int64), width, lows, spans, places, *columns)


def _columns(values: Sequence[Any]) -> tuple[Any, Any, Form]:
    from zermelo.installed import np

    if not _is_row(values[0]):
        return np.array(values), None, None
    found = _flat(_items(values))
    assert found is not None
    array, form = found
    lengths = {len(value) for value in values}
    if form is None and len(lengths) == 1 and 0 < len(values[0]) <= LONGEST_TUPLE and isinstance(values[0], tuple):
        return np.array(values), None, None
    return array, np.cumsum([0, *map(len, values)]), form


def _is_row(value: Any) -> bool:
    is_set = type(value) in (set, frozenset)
    return type(value) in (tuple, list) or (is_set and all(map(_is_whole, value)))  # of other sets the order varies


def _items(rows: Sequence[Any]) -> list[Any]:
    return [item for row in rows for item in row]


def _flat(items: Sequence[Any]) -> tuple[Any, Form] | None:
    """The numbers of items that look alike, as an array, and what they look like; None: they do not."""
    from zermelo.installed import np

    if not items:
        return np.array([], dtype=np.int64), None
    form, numbers = _form(items[0]), [_numbers(item) for item in items]
    if any(_form(item) != form for item in items[1:]) or not 0 < len(numbers[0]) <= LARGEST_ITEM:
        return None
    kinds = {type(number) for row in numbers for number in row}
    if len(kinds) > 1 or not all(_is_number(number) for row in numbers for number in row):
        return None
    array = np.array(numbers)
    return (array if form is not None else array[:, 0]), form


def _form(item: Any) -> Form:
    return tuple(map(_form, item)) if type(item) is tuple else None


def _numbers(item: Any) -> list[Any]:
    return [number for part in item for number in _numbers(part)] if type(item) is tuple else [item]


def _spans(keys: Sequence[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The least number at each position of the keys, and how many there are from it to the greatest."""
    columns = list(zip(*(key if isinstance(key, tuple) else (key,) for key in keys), strict=True))
    return tuple(min(column) for column in columns), tuple(max(column) - min(column) + 1 for column in columns)


def _is_whole(value: Any) -> bool:
    return type(value) is int and -(1 << 62) < value < 1 << 62


def _is_number(value: Any) -> bool:
    return _is_whole(value) or type(value) in (bool, float)


def _are_rows(keys: Sequence[Any]) -> bool:
    """Are all of them tuples of integers, of one length?"""
    if not all(type(key) is tuple and key and all(map(_is_whole, key)) for key in keys):
        return False
    return len({len(key) for key in keys}) == 1
