"""The digest of what is compiled: what is frozen into code, Numba's types, compiled functions and intrinsics."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from compile.digested import Box, Colour, Number, adder, digest, integral
from numba.extending import intrinsic

from zermelo.compile.cache.content import content_key, frozen_key, is_lasting


def test_only_what_is_frozen_into_code_counts_within_a_process():
    table = {1: 2}  # compiled code has it as a table
    words = {"one": 2}
    box = Box(1)

    def reads():
        return table, words, box, CONSTANT

    before = frozen_key(reads)
    words["one"] = 3
    box.held = 2
    assert frozen_key(reads) == before
    table[1] = 3
    assert frozen_key(reads) != before
    table[1] = 2
    globals()["CONSTANT"] = 8
    try:
        assert frozen_key(reads) != before
    finally:
        globals()["CONSTANT"] = 7
    assert content_key(reads) != before
    for one, other in ((slice(1), slice(2)), (range(2), range(3)), (Colour.RED, Colour.BLUE), (Number.ONE, 1)):
        assert digest(one, whole=False) != digest(other, whole=False)


CONSTANT = 7


def test_a_type_that_is_a_name_is_known():
    assert is_lasting(content_key(numba.types.Opaque("made")))
    assert content_key(numba.types.Opaque("made")) != content_key(numba.types.Opaque("another"))


def test_arrays_of_objects_are_their_objects():
    one, other = (np.array([10**30, value], object) for value in (1, 2))
    assert digest(one) != digest(other)
    assert is_lasting(content_key(one))


def test_a_compiled_function_is_the_same_before_and_after_it_was_called():
    lazy = numba.njit(adder(5))
    before = digest(lazy)
    lazy(1)
    assert digest(lazy) == before
    ours = adder(6)
    ours.__module__ = "zermelo.made"
    kernel = numba.njit(ours)
    before = digest(kernel)
    kernel(1)
    kernel.disable_compile()  # as our kernels are, once they have their one type
    assert digest(kernel) == before


@pytest.mark.usefixtures("registries")
def test_intrinsics_are_known_by_what_builds_them_and_how():
    def other(context, n):
        return n(n, n), None

    made = [intrinsic(integral), intrinsic(other), intrinsic(prefer_literal=True)(integral)]
    assert len({digest(one) for one in made}) == 3
    assert digest(intrinsic(integral)) == digest(made[0])
    assert all(is_lasting(content_key(one)) for one in made)
