"""Packed tables: any value is found, and all of them."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.solve.databases.packing import BLOCK, NOTHING, pack, packed_value, unpack


@pytest.mark.parametrize("kinds", [1, 2, 3, 5, 9, 17, 100, 600])
def test_values_come_back(kinds):
    noise = np.random.default_rng(kinds)
    values = noise.integers(-kinds // 2, kinds // 2 + 1, 3 * BLOCK + 77).astype(np.int16)
    packed = pack(values)
    assert np.array_equal(unpack(packed, len(values)), values)
    assert [packed_value(packed, i) for i in range(0, len(values), 7)] == values[::7].tolist()


def test_a_block_of_one_value_is_its_entry():
    assert len(pack(np.full(5 * BLOCK, -7, dtype=np.int16))) == 5
    assert packed_value(pack(np.full(BLOCK, -7, dtype=np.int16)), 9) == -7


def test_positions_that_cannot_occur_take_no_room():
    values = np.full(2 * BLOCK, 4, dtype=np.int16)
    values[::3] = NOTHING
    values[BLOCK:] = NOTHING
    packed = pack(values)
    assert len(packed) == 2
    assert packed_value(packed, 1) == 4
