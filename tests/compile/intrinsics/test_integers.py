"""Methods of Python's integers in users' functions: compiled they give what Python gives."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from zermelo.compile.kernel.compiled import register
from zermelo.compile.numba.patches import compiling_kernel


def counted(n):
    return n.bit_count(), n.bit_length(), bin(n).count("1"), (n & -n).bit_length()


def turned(n):
    total = 0
    for i in reversed(range(n % 7)):
        total = 10 * total + i
    for i in reversed(range(2, n % 20, 3)):
        total = 100 * total + i
    return total


@pytest.mark.parametrize("function", [counted, turned])
def test_an_integer(function):
    register(function)
    kernel = numba.njit(_nrt=False)(lambda n: function(n))
    with compiling_kernel():
        kernel.compile((numba.int64,))
    for n in (0, 1, 5, 19, -1, -6, 1 << 40, (1 << 63) - 1, -(1 << 62)):
        assert kernel(n) == function(n)


def test_a_word():
    def ones(word):
        return word.bit_count(), word.bit_length()

    register(ones)
    kernel = numba.njit(lambda word: ones(word))
    with compiling_kernel():
        kernel.compile((numba.uint64,))
    assert kernel(np.uint64((1 << 64) - 2)) == (63, 64)
