"""Kernels' memory: where it lies, and what is fetched ahead."""

from __future__ import annotations

import numba
import pytest

from zermelo.compile.memory import CACHE_LINE, new_words, prefetch


@pytest.mark.parametrize("size", [1, 7, 1000, 1 << 20])
def test_compiled_memory_begins_at_a_cache_line_and_is_empty(size):
    memory = new_words(True, size)
    assert memory.address % (8 * CACHE_LINE) == 0
    assert memory.address == memory.array.ctypes.data
    assert memory.array.shape == (size,)
    assert not memory.array.any()


def test_fetching_ahead_changes_nothing():
    def read(memory, index):
        prefetch(memory, index)
        return memory[index]

    for compiled in (False, True):
        memory = new_words(compiled, 16)
        memory[3] = 42
        assert (numba.njit(read) if compiled else read)(memory, 3) == 42
        assert [memory[i] for i in range(16)] == [0, 0, 0, 42] + [0] * 12


def test_fetching_ahead_is_one_instruction():
    @numba.njit
    def fetch(memory, index):
        prefetch(memory, index)

    fetch(new_words(True, 16), 3)
    (code,) = fetch.inspect_llvm().values()
    assert "call void @llvm.prefetch" in code
