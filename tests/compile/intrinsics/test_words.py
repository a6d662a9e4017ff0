"""The words of a kernel's memory, as compiled code reads and writes them."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from numba.core import compiler

from zermelo.compile.kernel.kernels import compile_kernel, inside
from zermelo.compile.numba.intrinsics import Memory, window


@pytest.fixture
def compiled_functions(monkeypatch):
    """The names of the functions that Numba compiles from here on."""
    names = []
    original = compiler.CompilerBase._compile_core

    def count(pipeline):
        names.append(pipeline.state.func_id.func_name)
        return original(pipeline)

    monkeypatch.setattr(compiler.CompilerBase, "_compile_core", count)
    return names


def test_words_are_read_and_written_in_line_and_in_their_own_type(compiled_functions, monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))

    @inside()
    def kernel(words, small, index):
        words[index] = words[0] + 1
        words[np.uint64(2)] = index > 0
        small[1] = small[0] * 1.5 + words[True]
        return words[index]

    words, small = Memory(np.array([41, 7, 0, 0], dtype=np.int64)), Memory(np.array([3.0, 0.0], dtype=np.float32))
    compile_kernel(kernel, (numba.typeof(words), numba.typeof(small), numba.int64), begin=lambda: None)
    assert kernel(words, small, 3) == 42
    assert words.array.tolist() == [41, 7, 1, 42]
    assert small.array.tolist() == [3.0, 11.5]
    assert compiled_functions == ["kernel"]


def test_what_is_written_beyond_a_window_goes_nowhere(compiled_functions, monkeypatch, tmp_path):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))

    @inside()
    def kernel(words, index):
        part = window(words, 1, 2)
        part[index] = 9
        part[0] = part[1]

    words = Memory(np.array([1, 2, 3, 4], dtype=np.int64))
    compile_kernel(kernel, (numba.typeof(words), numba.int64), begin=lambda: None)
    for index in (-1, 2, 1 << 62):
        kernel(words, index)
    assert words.array.tolist() == [1, 3, 3, 4]
    kernel(words, 1)
    assert words.array.tolist() == [1, 9, 9, 4]
    assert compiled_functions == ["kernel"]
