"""States that hold arrays are compared and hashed by value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from zermelo.bits import blended
from zermelo.by_value import hashable, same, written


class BoardState(NamedTuple):
    board: Any
    player: int


@dataclass(frozen=True)
class BoardRecord:
    board: Any
    player: int


def board(*cells, kind="i1"):
    return np.array(cells, dtype=kind)


@pytest.mark.parametrize("kind", [BoardState, BoardRecord])
def test_by_value(kind):
    one, equal = kind(board(1, 2, 0, 3), 0), kind(board(1, 2, 0, 3), 0)
    others = [kind(board(1, 2, 0, 4), 0), kind(board(1, 2, 0, 3), 1), kind(board(1, 2, 0, 3).reshape(2, 2), 0)]
    assert same(one, equal)
    assert hash(hashable(one)) == hash(hashable(equal))
    assert written(one) == written(equal)
    assert blended(one) == blended(equal)
    for other in others:
        assert not same(one, other)
        assert written(one) != written(other)
    assert blended(one) != blended(others[0])
    assert blended(one) != blended(others[1])


def test_the_width_of_numbers_and_the_layout_in_memory_do_not_matter():
    one = np.arange(12, dtype=np.int8).reshape(3, 4)
    assert same(one, np.asfortranarray(one))
    assert same((one,), (one.astype(np.int64),))
    assert same(np.array([0.0]), np.array([-0.0]))
    assert not same(one, one.T.copy().T + 1)


def test_other_states_are_as_they_are():
    state = (1, ("a", frozenset({2})))
    assert hashable(state) is state
    assert same([1, 2], [1, 2])  # cannot be hashed, and yet compared
    with pytest.raises(TypeError):
        hashable((1, [2]))
    with pytest.raises(TypeError, match="object"):
        hashable(np.array([None]))


def test_the_middle_of_a_large_array_counts():
    one, other = np.zeros(5000), np.zeros(5000)
    other[2500] = 1
    assert repr(one) == repr(other)
    assert written(one) != written(other)
