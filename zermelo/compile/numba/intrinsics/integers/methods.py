"""What Python's integers can do and Numba's cannot: `n.bit_count()`, `n.bit_length()`, and `bin(n).count("1")`."""

from __future__ import annotations

import numpy as np
from numba.extending import overload, overload_method

from zermelo import bits
from zermelo.compile.numba.intrinsics.registering import types


def ones(number):
    """`bin(number).count("1")`: a name for compiled code only."""


@overload(ones)
def _ones(number):
    if isinstance(number, types.Integer) or hasattr(number, "long_bits"):
        return lambda number: number.bit_count()
    return None


@overload_method(types.Integer, "bit_count")
def _bit_count(number):
    return lambda number: bits.count(np.uint64(abs(number)))


@overload_method(types.Integer, "bit_length")
def _bit_length(number):
    return lambda number: bits.highest(np.uint64(abs(number))) + 1 if number != 0 else 0
