"""What Numba lacks of tuples and lists."""

from __future__ import annotations

import numba
import numpy as np
import pytest

import zermelo.compile.numba.intrinsics  # noqa: F401  (registers them)
from zermelo import bits


def counted(items, wanted):
    return items.count(wanted)


def missing(items, wanted):
    found = [item for item in items if item == wanted]
    return not found


@pytest.mark.parametrize("function", [counted, missing])
def test_compiled_equals_plain(function):
    fast = numba.njit(function)
    for wanted in range(4):
        assert fast((1, 2, 1, 3), wanted) == function((1, 2, 1, 3), wanted)


def test_the_key_of_a_long_tuple():
    """A chain of functions, one for each item, was too deep for the compiler from some twenty items on."""
    items = tuple(range(70))
    assert numba.njit(lambda value: bits.blended(value))(items) == bits.blended(items)


def test_keys_tell_where_a_stone_stands_on_two_boards():
    """The hash of zeros is 0: a stone on one board had the key of another on the next."""
    key = numba.njit(lambda value: bits.blended(value))
    boards = []
    for place in range(8):
        both = np.zeros(8, dtype=np.int8)
        both[place] = 1
        boards.append((both[:4].copy(), both[4:].copy()))
    assert len({key(pair) for pair in boards}) == len({bits.blended(pair) for pair in boards}) == 8
