"""Every example of docs/what_compiles.md compiles, and gives what the page says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numba
import numpy as np
import pytest

from zermelo.compile.compiled import register
from zermelo.compile.numba_patches import compiling_kernel
from zermelo.compile.rewriting import filled
from zermelo.compile.states import type_of_state

PAGE = (Path(__file__).parents[1] / "docs" / "what_compiles.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
CALL = re.compile(r"^# (\w+)\((.*)\) == (.*)$", re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS, ids=[CALL.search(block)[1] for block in BLOCKS])
def test_an_example(block, tmp_path):
    path = tmp_path / "example.py"
    path.write_text("from typing import NamedTuple\n" + BLOCKS[0] + block)
    names = runpy.run_path(str(path))
    name, given, expected = CALL.search(block).groups()
    function, arguments = names[name], eval(f"({given},)", names)
    answer = eval(expected, names)
    assert function(*arguments) == answer
    assert compiled(function, arguments) == answer


def compiled(function, arguments):
    """What the function gives when it is compiled without allocating; what it lists comes by way of a buffer."""
    if function.__name__ == "actions":
        buffer = np.zeros(9, np.int64)
        count = run(filled(function), (*arguments, buffer))
        return buffer[:count].tolist()
    return run(function, arguments)


def run(function, arguments):
    register(function)
    kernel = numba.njit(_nrt=False)({1: one, 2: two, 3: three}[len(arguments)](function))
    with compiling_kernel():
        kernel.compile(tuple(type_of_state(value) for value in arguments))
    return kernel(*arguments)


def one(function):
    return lambda a: function(a)


def two(function):
    return lambda a, b: function(a, b)


def three(function):
    return lambda a, b, c: function(a, b, c)
