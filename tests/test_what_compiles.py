"""Every example of docs/what_compiles.md compiles, and gives what the page says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numba
import numpy as np
import pytest

from zermelo.by_value import same
from zermelo.compile.kernel.compiled import register
from zermelo.compile.kernel.states import state_caster, type_of_state
from zermelo.compile.numba.patches import compiling_kernel
from zermelo.compile.numba.rewriting import filled
from zermelo.compile.plain.records import is_record, values_of

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
    assert is_equal(function(*arguments), answer)
    assert is_equal(compiled(function, arguments), answer)


def is_equal(one, other):
    """By value; a compiled dataclass comes back as a tuple."""
    return same(*(values_of(value) if is_record(value) else value for value in (one, other)))


def compiled(function, arguments):
    """What the function gives when it is compiled, without allocating unless it is given arrays.

    What it lists comes by way of a buffer.
    """
    if function.__name__ == "actions":
        buffer = np.zeros(9, np.int64)
        count = run(filled(function), (*arguments, buffer))
        return buffer[:count].tolist()
    return run(function, arguments, allocates=any(isinstance(value, np.ndarray) for value in arguments))


def run(function, arguments, allocates=False):
    register(function)
    kernel = numba.njit(_nrt=allocates)({1: one, 2: two, 3: three}[len(arguments)](function))
    with compiling_kernel():
        kernel.compile(tuple(type_of_state(value) for value in arguments))
    return kernel(*(state_caster(type_of_state(value))(value) for value in arguments))


def one(function):
    return lambda a: function(a)


def two(function):
    return lambda a, b: function(a, b)


def three(function):
    return lambda a, b, c: function(a, b, c)
