"""Keys of values: equal ones share one, different ones do not, in every process and for every kind of value."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import namedtuple
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo.compile.numba.intrinsics  # noqa: F401  (gives compiled code the same names)
from zermelo import bits
from zermelo.bits import Wide, blended, key_word, second_hash
from zermelo.by_value import same

Pair = namedtuple("Pair", "one other")


class Suit(Enum):
    HEARTS = 1
    SPADES = 2


class Rank(IntEnum):
    ACE = 1


@dataclass(frozen=True)
class Frozen:
    board: Any
    player: int = 0


@dataclass
class Open:
    board: Any
    player: int = 0


class Plain:
    """A class that says nothing about equality."""

    def __init__(self, board, player=0):
        self.board, self.player = board, player


class Equal:
    """A class with an equality of its own, which leaves something out, and a poor hash."""

    def __init__(self, board, note=None):
        self.board, self.note = board, note

    def __eq__(self, other):
        return isinstance(other, Equal) and self.board == other.board

    def __hash__(self):
        return 7


LEAVES = st.one_of(
    st.integers(),
    st.integers(-(2**300), 2**300),
    st.sampled_from([2**63, -(2**63), 2**64, 2**64 - 1, -1, -2, 0, 2**61 - 1, 2**127, 2**128]),
    st.text(max_size=4),
    st.binary(max_size=4),
    st.floats(allow_nan=False),
    st.none(),
    st.booleans(),
    st.sampled_from(
        [*Suit, Rank.ACE, Wide(2**100), Wide(3), np.uint64(2**63), np.int8(-1), Fraction(1, 3), Decimal(3)]
    ),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.one_of(st.integers(0, 3), st.text(max_size=1)), inner, max_size=3),
        st.frozensets(LEAVES, max_size=3),
        st.builds(Pair, inner, inner),
        st.builds(Frozen, inner),
        st.builds(Open, inner),
        st.builds(Plain, inner),
        st.lists(st.integers(-3, 3), max_size=4).map(lambda cells: np.array(cells, np.int8)),
    ),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_different_values_have_different_keys(one, other):
    assert blended(one) == blended(one)
    if not same(one, other):
        assert blended(one) != blended(other)


@pytest.mark.parametrize("number", [5, np.uint64(5), np.int8(5)])
def test_a_number_is_no_tuple(number):
    """NumPy compares a number with each item of a tuple."""
    for other in ((), (5,), ((),), (5, 5)):
        assert not same(number, other)
        assert not same((number,), (other,))
    assert same(number, 5)
    assert same((1, number), (1, np.int64(5)))


@given(st.integers(-(2**300), 2**300), st.integers(0, 299))
def test_every_bit_of_an_integer_counts(number, place):
    assert blended(number) != blended(number ^ 1 << place)
    assert blended((1, number)) != blended((1, number ^ 1 << place))
    assert blended(number) != blended(-number) or number == 0


@given(st.lists(st.integers(0, 1), max_size=6), st.lists(st.integers(0, 1), max_size=6))
def test_hands_of_several_lengths_are_told_apart(one, other):
    assert (blended(tuple(one)) == blended(tuple(other))) == (one == other)
    assert (blended((tuple(one), tuple(other))) == blended((tuple(other), tuple(one)))) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, True),
        (Rank.ACE, 1),
        (0.0, -0.0),
        (Fraction(1, 2), 0.5),
        (Decimal("2.00"), 2),
        (np.int64(5), 5),
        (np.float32(0.5), 0.5),
        (np.array([1, 2], np.int8), np.array([1, 2], np.uint8)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Plain([1, {2}]), Plain([1, {2}])),
        (Equal((1, 2), "note"), Equal((1, 2))),
        (Pair(Equal(1), 2), Pair(Equal(1, "note"), 2)),
    ],
)
def test_equal_values_have_the_same_key(one, other):
    assert same(one, other)
    assert blended(one) == blended(other)
    assert blended((3, one)) == blended((3, other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (2**64 - 1, -1),
        (2**63, -(2**63)),
        (-(2**64) + 5, (2**64 - 1) * 2**64 + 5),
        (1, 2**64 + 1),
        (np.uint64(2**61), np.uint64(1)),  # Python's own hash is taken modulo 2⁶¹ - 1
        ("1", 1),
        (b"1", "1"),
        (None, 0),
        ((), 0),
        ((0,), (0, 0)),
        (((0,), 0), (0, (0,))),
        ([1], (1,)),
        ({1: 2}, {2: 1}),
        (np.zeros(4), np.zeros((2, 2))),
        (np.zeros(2), np.zeros(3)),
        (Plain(1), Plain(2)),
        (Equal(1), Equal(2)),  # whose own hashes are the same
        (Suit.HEARTS, Suit.SPADES),
        (Open(1), Open(1, 1)),
        (Open(1), Frozen(1)),
        ((0, Frozen(0)), (Frozen(0), 0)),
    ],
)
def test_what_is_easily_confused_has_different_keys(one, other):
    assert not same(one, other)
    assert blended(one) != blended(other)
    assert blended((3, one)) != blended((3, other))


def test_keys_are_the_same_in_every_process():
    program = """
import json
from zermelo.bits import blended
class Plain:
    def __init__(self, board): self.board = board
values = ["abc", None, (1, "b", (2**80, -1)), {"x": (1, 2), 3: "y"}, frozenset("abc"), b"ab", 0.1, ["a", {"b"}]]
print(json.dumps([blended(value) for value in values]))
"""
    seen = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
        seen.add(tuple(json.loads(run.stdout)))
    assert len(seen) == 1


@pytest.fixture(scope="module")
def hashes():
    return numba.njit(lambda value: (bits.blended(value), bits.second_hash(value)))


class Board(namedtuple("Board", "words player")):
    __slots__ = ()


@pytest.mark.parametrize(
    "example",
    [
        (1, -2, 3),
        Board((1, 2, 3), 1),
        Board((5, (6.5, True)), -1),
        Board((np.uint64(2**63 + 5), 2.0), 0),
        Board((Wide(2**100 + 3), (0, 0)), 1),
        tuple(range(20)),
    ],
)
def test_compiled_keys_are_those_of_plain_python(hashes, example):
    """A table that compiled code filled is read in Python."""
    assert hashes(example) == (blended(example), second_hash(example))


def test_a_dataclass_has_the_hashes_of_the_record_that_compiled_code_makes_of_it(hashes):
    fields = [field.name for field in dataclass_fields(Frozen)]
    record = namedtuple("Frozen", fields)(*range(len(fields)))
    example = Frozen(*range(len(fields)))
    assert hashes(record) == (blended(example), second_hash(example))
    assert hashes((record, 7)) == (blended((example, 7)), second_hash((example, 7)))


def test_compiled_keys_of_arrays_include_their_shape(hashes):
    assert len({hashes(np.zeros(shape))[0] for shape in ((4, 1), (1, 4), (2, 2))}) == 3
    assert len({hashes(np.zeros(size, np.int8)) for size in range(4)}) == 4


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=4), st.integers(0, 3), st.integers(0, 63))
def test_every_bit_counts_in_the_second_hash(numbers, place, bit):
    place %= len(numbers)
    changed = [
        number ^ ((1 << bit) - (1 << 64) * (bit == 63)) if i == place else number for i, number in enumerate(numbers)
    ]
    assert second_hash(tuple(numbers)) != second_hash(tuple(changed))


@pytest.mark.parametrize("word", [0, 5, -1, 2**64 - 1, 2**64, 2**300, -(2**70), Wide(2**100)])
def test_a_key_of_ones_own_has_64_bits(word):
    assert -(2**63) <= key_word(word) < 2**64
    assert key_word(word) == word or not -(2**63) <= int(word) < 2**64
    assert key_word(2**64) != key_word(2**65)
