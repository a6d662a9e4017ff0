"""Kernels' memory: where it lies."""

from __future__ import annotations

import pytest

from zermelo.compile.kernel.memory import CACHE_LINE, new_words


@pytest.mark.parametrize("size", [1, 7, 1000, 1 << 20])
def test_compiled_memory_begins_at_a_cache_line_and_is_empty(size):
    memory = new_words(True, size)
    assert memory.address % (8 * CACHE_LINE) == 0
    assert memory.address == memory.array.ctypes.data
    assert memory.array.shape == (size,)
    assert not memory.array.any()
