"""States that hold arrays are compared and hashed by value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from threading import Lock
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
    empty = object()  # as some mark an empty cell
    assert hashable((empty, 1)) == (empty, 1) != (object(), 1)
    with pytest.raises(TypeError, match="an object of class lock cannot be compared by its content"):
        hashable([Lock()])


def test_what_cannot_be_hashed_is_compared_by_its_content():
    assert same([1, {2: [3]}], [1, {2: [3]}])
    assert hash(hashable((1, [2]))) == hash(hashable((1, [2])))
    assert not same((1, [2]), (1, [3]))
    assert same(np.array([None, 1]), np.array([None, 1]))


class Board:
    """Says nothing about equality."""

    def __init__(self, *cells):
        self.cells = cells

    @cached_property
    def count(self):
        return len(self.cells)


class Slotted:
    __slots__ = ("__cells",)

    def __init__(self, *cells):
        self.__cells = cells


class Counted:
    """Compares itself, and not what it has counted."""

    def __init__(self, cells, count):
        self.cells, self.count = cells, count

    def __eq__(self, other):
        return isinstance(other, Counted) and self.cells == other.cells

    def __hash__(self):
        return hash(self.cells)


@pytest.mark.parametrize("kind", [Board, Slotted])
def test_a_class_without_equality_is_compared_by_its_content(kind):
    assert same(kind(1, 2), kind(1, 2))
    assert same((kind(1),), (kind(1),))
    assert not same(kind(1, 2), kind(1, 3))
    assert same(BoardRecord(kind(1), 0), BoardRecord(kind(1), 0))
    assert not same(BoardRecord(kind(1), 0), BoardRecord(kind(2), 0))


def test_what_is_worked_out_later_is_no_content():
    one, other = Board(1, 2), Board(1, 2)
    assert one.count == 2
    assert same(one, other)


def test_a_class_with_equality_is_asked():
    assert same(Counted(1, 2), Counted(1, 3))
    assert same([Counted(1, 2)], [Counted(1, 3)])
    assert not same(Counted(1, 2), Counted(2, 2))


def test_the_middle_of_a_large_array_counts():
    one, other = np.zeros(5000), np.zeros(5000)
    other[2500] = 1
    assert repr(one) == repr(other)
    assert written(one) != written(other)
