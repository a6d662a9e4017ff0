"""Numbers for the time of one call."""

from __future__ import annotations

import numba
import pytest

from zermelo.compile.kernel.compiled import register
from zermelo.compile.plain.scratch import scratch

SIZE = 6


def filled(start):
    numbers = scratch(SIZE)
    for i in range(SIZE):
        numbers[i] = start + i
    return numbers


def total(start):
    numbers = scratch(SIZE)
    others = scratch(3)
    for i in range(SIZE):
        numbers[i] = start + i
    for i in range(3):
        others[i] = 100.0
    found = 0.0
    for i in range(SIZE):
        found += numbers[i]
    return found + others[0]


@pytest.mark.parametrize("compiled", [False, True])
def test_each_call_has_its_own(compiled):
    run = numba.njit(_nrt=False)(register(total)) if compiled else total
    assert [run(1.0), run(2.0)] == [121.0, 127.0]


def test_interpreted_they_are_an_array():
    assert filled(1.0).tolist() == [1, 2, 3, 4, 5, 6]
