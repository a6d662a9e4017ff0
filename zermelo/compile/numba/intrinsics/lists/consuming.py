"""`sum`, `min`, `sorted` and the like over anything that can be gone over, and the methods of lists on the stack.

The plain functions are names for compiled code only: what runs is what overloads them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from numba.extending import overload, overload_method

from zermelo.compile.cache.codes import INSIDE
from zermelo.compile.numba.intrinsics.lists.items import set_length
from zermelo.compile.numba.intrinsics.lists.joining import are_equal
from zermelo.compile.numba.intrinsics.lists.kinds import StackList, StackView, list_type
from zermelo.compile.numba.intrinsics.lists.making import packed, small_list, view
from zermelo.compile.numba.intrinsics.registering import types

NOT_FOUND = "the value is not in the list"


def total(given):
    """`sum(given)`."""


def least(given):
    """`min(given)`."""


def greatest(given):
    """`max(given)`."""


def is_any(given):
    """`any(given)`."""


def is_all(given):
    """`all(given)`."""


def ordered(given):
    """`sorted(given)`, by value."""


def backwards(given):
    """`reversed(given)`, by value."""


def downwards(given):
    """`reversed(given)` of a range, which is a range."""


OVERLOADED = (total, least, greatest, is_any, is_all, ordered, backwards, downwards)


def _items_type(given):
    """The type of the items that one gets by going over a value; None: one cannot."""
    if isinstance(given, types.BaseTuple) and not isinstance(given, types.UniTuple | types.NamedUniTuple):
        return None
    return given.iterator_type.yield_type if isinstance(given, types.IterableType) else None


@overload(total, jit_options=INSIDE)
def _total(given):
    kind = _items_type(given)
    if kind is None:
        return lambda given: sum(given)
    zero = kind if isinstance(kind, types.Integer) and kind.bitwidth == 64 else types.int64  # mixed signs give floats

    def add_up(given):
        found = zero(0)
        for value in view(given):
            found += value
        return found

    return add_up


@overload(least, jit_options=INSIDE)
def _least(given):
    return _extreme(given, min, lambda one, other: one < other, "min() iterable argument is empty")


@overload(greatest, jit_options=INSIDE)
def _greatest(given):
    return _extreme(given, max, lambda one, other: one > other, "max() iterable argument is empty")


def _extreme(given, numbas, is_better, empty):
    if _items_type(given) is None:
        return lambda given: numbas(given)
    from numba.extending import register_jitable

    beats = register_jitable(**INSIDE)(is_better)

    def find(given):
        count = 0
        for value in view(given):
            if count == 0:  # noqa: SIM114  (the compiler wants to see `best` set before it is read)
                best = value
            elif beats(value, best):
                best = value
            count += 1
        if count == 0:
            raise ValueError(empty)
        return best

    return find


@overload(is_any, jit_options=INSIDE)
def _is_any(given):
    def find(given):
        for value in view(given):
            if value:
                return True
        return False

    return find


@overload(is_all, jit_options=INSIDE)
def _is_all(given):
    def find(given):
        for value in view(given):
            if not value:
                return False
        return True

    return find


@overload(ordered, jit_options=INSIDE)
def _ordered(given):
    return _changed(given, _sort) or (lambda given: sorted(given))


@overload(backwards, jit_options=INSIDE)
def _backwards(given):
    return _changed(given, _reverse) or (lambda given: given[::-1])


def _changed(given, change):
    """A function that makes a list of what is given and changes it in place; None: there is no such list."""
    from numba.core.registry import cpu_target

    if list_type(cpu_target.typing_context, given) is None:
        return None

    def make(given):
        made = small_list(given)
        change(made)
        return packed(made)

    return make


@overload(downwards, jit_options=INSIDE)
def _downwards(given):
    if isinstance(given, types.RangeType):
        return lambda given: range(given.start + (len(given) - 1) * given.step, given.start - given.step, -given.step)
    return None


# --- methods, and operators -------------------------------------------------------------------------------------------


def _sort(given):
    """Sorts a list in place; equal items keep their order."""


def _reverse(given):
    """Turns a list round in place."""


@overload(_sort, jit_options=INSIDE)
def _sort_in_place(given):
    def insert_each(given):
        for end in range(1, len(given)):
            value, place = given[end], end
            while place > 0 and value < given[place - 1]:
                given[place] = given[place - 1]
                place -= 1
            given[place] = value

    return insert_each


@overload(_reverse, jit_options=INSIDE)
def _reverse_in_place(given):
    def swap_each(given):
        for i in range(len(given) // 2):
            given[i], given[-1 - i] = given[-1 - i], given[i]

    return swap_each


def _method(name: str) -> Callable[..., Any]:
    return overload_method(StackList, name, jit_options=INSIDE)


@_method("sort")
def _list_sort(given):
    return lambda given: _sort(given)


@_method("reverse")
def _list_reverse(given):
    return lambda given: _reverse(given)


@_method("copy")
def _list_copy(given):
    return lambda given: packed(small_list(given))


@_method("clear")
def _list_clear(given):
    return lambda given: set_length(given, 0)


@_method("index")
def _list_index(given, wanted):
    def find(given, wanted):
        for place in range(len(given)):
            if given[place] == wanted:
                return place
        raise ValueError(NOT_FOUND)

    return find


@_method("pop")
def _list_pop(given, index=-1):
    if isinstance(given.dtype, StackList):
        return None

    def take(given, index=-1):
        size = len(given)
        value = given[index]
        place = index + size if index < 0 else index
        for i in range(place, size - 1):
            given[i] = given[i + 1]
        set_length(given, size - 1)
        return value

    return take


@_method("remove")
def _list_remove(given, wanted):
    def remove(given, wanted):
        given.pop(given.index(wanted))

    return remove


@_method("extend")
def _list_extend(given, more):
    def extend(given, more):
        for value in view(more):
            given.append(value)

    return extend


@_method("insert")
def _list_insert(given, index, value):
    def insert(given, index, value):
        size = len(given)
        place = max(0, index + size) if index < 0 else min(index, size)
        given.append(value)
        for i in range(size, place, -1):
            given[i] = given[i - 1]
        given[place] = value

    return insert


@overload(operator.contains, jit_options=INSIDE)
def _contains(given, wanted):
    if not isinstance(given, StackList | StackView):
        return None

    def find(given, wanted):
        for value in given:
            if value == wanted:
                return True
        return False

    return find


def _are_lists(one, other):
    """Are both lists, and at least one of them on the stack?"""
    both = isinstance(one, StackList | types.List) and isinstance(other, StackList | types.List)
    return both and not (isinstance(one, types.List) and isinstance(other, types.List))


@overload(operator.eq, jit_options=INSIDE)
def _equal(one, other):
    return (lambda one, other: are_equal(one, other)) if _are_lists(one, other) else None


@overload(operator.ne, jit_options=INSIDE)
def _not_equal(one, other):
    if _are_lists(one, other):
        return lambda one, other: not (one == other)  # noqa: SIM201
    return None
