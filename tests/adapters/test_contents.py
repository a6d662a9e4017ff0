"""Objects that change, compared by content."""

from __future__ import annotations

import copy
import random
from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
import pytest

from zermelo import ZermeloError
from zermelo.adapters.contents import Held, content, held, released
from zermelo.by_value import is_value


class Board:
    def __init__(self, cells, link=None):
        self.cells, self.link = cells, link


class Slotted:
    __slots__ = ("__dict__", "cells")

    def __init__(self, cells):
        self.cells = cells


class Named(defaultdict):
    """A dictionary with attributes, hashed by its items, as the boards of AIMA's notebooks are."""

    def __hash__(self):
        return hash(tuple(sorted(self.items())))


@dataclass(frozen=True)
class Frozen:
    cells: object
    more: list = field(default_factory=list, compare=False)


Pair = namedtuple("Pair", "to_move board")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1, 2], [2, 1]),
        ({"a": 1}, {"a": 2}),
        ({1, 2}, {1, 3}),
        (deque([1]), deque([2])),
        (np.zeros(3), np.ones(3)),
        (np.zeros(4), np.zeros((2, 2))),
        (np.zeros(3, int), np.zeros(3)),
        (np.array([None, 1]), np.array([None, 2])),
        (Board([0]), Board([1])),
        (Board([0]), Board([0], Board([0]))),
        (Slotted([0]), Slotted([1])),
        (Pair("X", {}), Pair("O", {})),
        (Pair("X", {}), ("X", {})),
        ([0], (0,)),
        (bytearray(b"a"), bytearray(b"b")),
        (random.Random(1), random.Random(2)),
        (np.random.default_rng(1), np.random.default_rng(2)),
    ],
)
def test_equal_copies_and_different_others(one, other):
    assert content(one) == content(copy.deepcopy(one))
    assert hash(content(one)) == hash(content(copy.deepcopy(one)))
    assert content(one) != content(other)
    assert Held(one) == Held(copy.deepcopy(one)) != Held(other)
    assert len({Held(one), Held(copy.deepcopy(one)), Held(other)}) == 2


def test_attributes_of_a_dictionary_count():
    one, other = Named(int, {1: 2}), Named(int, {1: 2})
    other.to_move = "X"
    assert not is_value(one)
    assert Held(one) != Held(other)


def test_the_order_of_a_dictionary_does_not():
    assert content({"a": 1, "b": 2}) == content({"b": 2, "a": 1})
    assert content(OrderedDict(a=1)) != content({"a": 1})


def test_a_thing_may_hold_itself():
    one, other = Board([0]), Board([0])
    one.link, other.link = one, other
    assert content(one) == content(other)
    assert content(one) != content(Board([0]))


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        ((1, "a", None, (2.0, frozenset({3}))), True),
        (Frozen(1), True),
        (Frozen([1]), False),
        (Pair("X", ()), True),
        (Pair("X", {}), False),
        ([1], False),
        (Board([0]), False),  # compared by identity
        ((1, Board([0])), False),
    ],
)
def test_values_are_not_held(thing, expected):
    assert is_value(thing) == expected
    assert (held(thing) is thing) == expected
    assert released(held(thing)) is thing


def test_a_change_shows_in_the_text_and_not_in_the_key():
    board = Board([0])
    state = Held(board)
    before, key = repr(state), hash(state)
    board.cells[0] = 1
    assert repr(state) != before
    assert hash(state) == key


def test_what_cannot_be_looked_into():
    with pytest.raises(ZermeloError, match="an object of class lock cannot be compared by its content"):
        content([Lock()])
