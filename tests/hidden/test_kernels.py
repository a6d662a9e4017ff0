"""Kernels over arrays: kept in this process and on disk."""

from __future__ import annotations

import json

import numpy as np
import pytest
from fresh import python

from zermelo.compile.kernel.arrays import array_kernel


def adder(jit):
    @jit
    def add(array, number):
        for place in range(len(array)):
            array[place] += number / 0.5

    return add


def test_a_kernel_is_made_once_for_types():
    array = np.zeros(2)
    kernel = array_kernel("test", "adding", adder, False, array, 1.0)
    kernel(array, 1.0)
    assert array.tolist() == [2.0, 2.0]
    assert array_kernel("test", "adding", adder, True, array, 1.0) is array_kernel(
        "test", "adding", adder, True, array, 2.0
    )
    array_kernel("test", "adding", adder, True, array, 1.0)(array, 0.5)
    assert array.tolist() == [3.0, 3.0]


SOLVE = """
import json, zermelo
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import ITERATIVE, EquilibriumSolving
flat = lay_out(zermelo.load("kuhn-poker"))
print(json.dumps({method: EquilibriumSolving(flat, method, seed=1).run(50).strategy.tolist() for method in ITERATIVE}))
"""


@pytest.mark.long
def test_they_come_back_from_the_disk_in_a_second_process(tmp_path):
    first, second = python(SOLVE, tmp_path), python(SOLVE, tmp_path)
    assert first.stderr.count("first run only") == 3  # one for all that look at the whole tree
    assert second.stderr == ""
    assert json.loads(first.stdout) == json.loads(second.stdout)
