"""Actions as numbers: compiled code gives the same as Python."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numba
import pytest

import zermelo.compile.numba.intrinsics  # noqa: F401  (registers what is tested)
from zermelo.knowledge import action_word


class Suit(Enum):
    HEARTS = 3
    SPADES = 4


class Card(NamedTuple):
    suit: Suit
    rank: int


@pytest.fixture(scope="module")
def compiled():
    return numba.njit(lambda action: action_word(action))


@pytest.mark.parametrize(
    "action",
    [
        5,
        -1,
        True,
        0.25,
        -0.0,
        "",
        "ä😀b",
        (1, 2),
        ((1, (2.5, "x")), 3),
        (0,),
        ((0,),),
        Suit.SPADES,
        Card(Suit.HEARTS, 9),
    ],
    ids=repr,
)
def test_words_are_the_same(compiled, action):
    assert compiled(action) == action_word(action)


def test_different_actions_have_different_words():
    parts = [
        0,
        1,
        -1,
        1 << 70,
        -(1 << 70),
        0.5,
        "",
        "a",
        "aa",
        (),
        (0,),
        (0, 0),
        ((0,), 0),
        ("a", ""),
        Suit.HEARTS,
        None,
    ]
    words = {action_word((one, other)) for one in parts for other in parts}
    assert len(words) == len(parts) ** 2
    assert len({action_word(part) for part in parts}) == len(parts)
