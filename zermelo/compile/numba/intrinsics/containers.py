"""What Numba lacks of Python's tuples and lists."""

from __future__ import annotations

import operator

from numba.extending import overload, overload_method

from zermelo.compile.numba.intrinsics.registering import types


@overload_method(types.UniTuple, "count")
def _count(items, wanted):
    def count(items, wanted):
        found = 0
        for item in items:
            if item == wanted:
                found += 1
        return found

    return count


@overload(operator.not_)
def _is_empty(items):
    if isinstance(items, types.List | types.Set | types.DictType | types.BaseTuple):
        return lambda items: len(items) == 0
    return None
