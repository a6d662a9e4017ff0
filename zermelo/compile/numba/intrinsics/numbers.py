"""`zermelo.compile.plain.numbers` in compiled code."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba.extending import overload

from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.plain import numbers

WRITTEN_OUT = 8  # items of a tuple; a longer one is gone through in a loop, which compiles faster


@overload(numbers.write_numbers)
def _write_numbers(value, words, start):
    if isinstance(value, types.Integer | types.Boolean | types.Float):

        def of_number(value, words, start):
            words[start] = np.int64(value)
            return start + 1

        return of_number
    if isinstance(value, types.Array):

        def of_array(value, words, start):
            for part in value.flat:
                words[start] = np.int64(part)
                start += 1
            return start

        return of_array
    if isinstance(value, types.UniTuple) and len(value) > WRITTEN_OUT and isinstance(value.dtype, types.Integer):
        from zermelo.compile.numba.intrinsics.lists.making import view  # few games need it

        def of_board(value, words, start):
            for part in view(value):
                words[start] = np.int64(part)
                start += 1
            return start

        return of_board
    if isinstance(value, types.BaseTuple):
        return _of_tuple(len(value))
    return None


@cache
def _of_tuple(count: int) -> Any:
    """write_numbers(tuple) line by line: compiled code takes apart only tuples at places that it knows."""
    lines = [f"    start = write_numbers(value[{place}], words, start)" for place in range(count)]
    names = {"write_numbers": numbers.write_numbers}
    exec("\n".join(["def of_tuple(value, words, start):", *lines, "    return start"]), names)
    return names["of_tuple"]
