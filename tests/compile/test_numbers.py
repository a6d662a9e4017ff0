"""The numbers of a state, one after the other, compiled as interpreted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from zermelo.bits import Wide
from zermelo.compile.plain.numbers import count_numbers, write_numbers


class Inner(NamedTuple):
    flag: bool
    cells: tuple[int, ...]


class Outer(NamedTuple):
    word: np.uint64
    inner: Inner
    wide: Wide
    board: np.ndarray


def outer() -> Outer:
    cells = tuple(range(-3, 9))
    return Outer(np.uint64(2**64 - 2), Inner(True, cells), Wide(5 << 64 | 7), np.array([[1, 2], [3, 4]], np.int8))


WRITTEN = [-2, 1, *range(-3, 9), 7, 5, 1, 2, 3, 4]


def test_every_number_is_written_in_order():
    words = [0] * count_numbers(outer())
    assert write_numbers(outer(), words, 0) == len(WRITTEN)
    assert words == WRITTEN


def test_compiled_code_writes_the_same():
    import numba

    from zermelo.compile.kernel.compiled import register
    from zermelo.compile.kernel.states import state_caster, type_of_state

    register(write_numbers)

    @numba.njit
    def write(state, words):
        return write_numbers(state, words, 1)

    words = np.zeros(len(WRITTEN) + 2, np.int64)
    assert write(state_caster(type_of_state(outer()))(outer()), words) == len(WRITTEN) + 1
    assert words.tolist() == [0, *WRITTEN, 0]
