"""Fetching memory ahead."""

from __future__ import annotations

import numba

from zermelo.compile.kernel.memory import new_words
from zermelo.compile.plain.fetching import prefetch


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
