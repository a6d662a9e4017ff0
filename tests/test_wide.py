"""Wide words: plain Python, compiled code and Python's integers agree."""

from __future__ import annotations

import copy
import operator
import pickle
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
import pytest
from fresh import python
from hypothesis import given
from hypothesis import strategies as st

import zermelo.compile.intrinsics  # noqa: F401  (gives compiled code the same names)
from zermelo import bits
from zermelo.bits import Wide
from zermelo.compile.content import frozen_key

ALL = (1 << 128) - 1
NUMBERS = st.one_of(st.integers(0, ALL), st.integers(0, 200), st.integers(0, 127).map(lambda n: 1 << n))
SMALL = st.integers(0, 2**63 - 1)

OPERATIONS = ["and_", "or_", "xor", "add", "sub", "mul"]
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge"]


def operated(one, other):
    return (one & other, one | other, one ^ other, one + other, one - other, one * other)


def compared(one, other):
    return (one == other, one != other, one < other, one <= other, one > other, one >= other)


def shifted(word, places):
    return word << places, word >> places


def alone(word):
    changed = word
    changed &= ~(word >> 3)
    changed |= word << 5
    return ~word, -word, bool(word), not word, changed, int(word & 1023), Wide(word & 255, 3)


def verbs(word):
    total = 0
    for index in bits.indices(word):
        total = total * 3 % 1000 + index
    ends = (bits.lowest(word), bits.highest(word)) if word else (-1, -1)
    return bits.count(word), ends, bits.without_lowest(word), bits.reverse(word), total


def hashes(word):
    return bits.mix(word), bits.blended((word, 7)), bits.signed(word)


@pytest.fixture(scope="module", params=["plain", "compiled"])
def run(request):
    """Runs a function on words, as it is or compiled."""
    made = {}

    def call(function, *words):
        if request.param == "plain":
            return function(*words)
        if function not in made:
            made[function] = numba.njit(function)
        return made[function](*words)

    return call


def test_operators(run):
    @given(NUMBERS, NUMBERS, SMALL)
    def law(one, other, small):
        for word, number in ((Wide(other), other), (small, small)):
            expected = tuple(value & ALL for value in operated(one, number))
            assert run(operated, Wide(one), word) == expected
            assert run(operated, word, Wide(one)) == tuple(value & ALL for value in operated(number, one))
            assert run(compared, Wide(one), word) == compared(one, number)
            assert run(compared, word, Wide(one)) == compared(number, one)

    law()


def test_shifts(run):
    @given(NUMBERS, st.integers(0, 200))
    def law(number, places):
        assert run(shifted, Wide(number), places) == ((number << places) & ALL, number >> places)

    law()


def test_numpy_numbers_shift_as_others_do():
    assert Wide(1) << np.int64(100) == 1 << 100
    assert Wide(1 << 100) >> np.int64(70) == 1 << 30
    assert Wide(1) >> np.int64(1) == 0


def test_functions_of_one_word(run):
    @given(NUMBERS)
    def law(number):
        changed = number & ~(number >> 3)
        changed = (changed | number << 5) & ALL
        lower = Wide(number & 255, 3)
        expected = ~number & ALL, -number & ALL, number != 0, number == 0, changed, number & 1023, lower
        assert run(alone, Wide(number)) == expected

    law()


def test_verbs(run):
    @given(NUMBERS)
    def law(number):
        found = [index for index in range(128) if number >> index & 1]
        total = 0
        for index in found:
            total = total * 3 % 1000 + index
        ends = (found[0], found[-1]) if found else (-1, -1)
        mirror = int(f"{number:0128b}"[::-1], 2)
        assert run(verbs, Wide(number)) == (
            len(found),
            ends,
            number & (number - 1) & ALL if number else 0,
            mirror,
            total,
        )
        assert run(hashes, Wide(number)) == hashes(Wide(number))

    law()


def test_indices_of_other_words(run):
    def listed(word):
        total = 0
        for index in bits.indices(word):
            total = total * 3 + index
        return total

    assert run(listed, 0b1011) == run(listed, np.uint64(0b1011)) == (0 * 3 + 1) * 3 + 3
    assert list(bits.indices(np.uint64(1 << 63))) == [63]


def test_mixed_like_a_short_word():
    assert bits.mix(Wide(12345)) == bits.mix(12345)
    assert len({bits.mix(Wide(1) << n) for n in range(128)}) == 128


def test_what_does_not_fit():
    for number in (-1, 1 << 128):
        with pytest.raises(ValueError, match=r"from 0 to 2\*\*128 - 1"):
            Wide(number)
        with pytest.raises(ValueError, match="wide word"):
            Wide(1) | number
    with pytest.raises(TypeError):
        Wide(1) | 0.5
    with pytest.raises(AttributeError, match="cannot be changed"):
        Wide(1)._number = 3


def test_a_value_like_any_other():
    word = Wide(5, 1)
    assert int(word) == (1 << 64) + 5
    assert hash(word) == hash((1 << 64) + 5)
    assert {word: 1}[(1 << 64) + 5] == 1
    assert copy.deepcopy(word) == pickle.loads(pickle.dumps(word)) == word
    assert (repr(word), str(word)) == ("Wide(0x10000000000000005)", str(int(word)))
    assert operator.index(word) == int(word)
    assert sorted([Wide(3), Wide(1), 2]) == [1, 2, 3]
    assert Wide(3) != "3"


class Boards(NamedTuple):
    """A state with words in it."""

    mine: Wide
    count: int


def test_words_in_states_go_in_and_come_back():
    @numba.njit
    def turned(state):
        word = state.mine
        if state.count > 3:
            word = 7  # an integer where a word may be
        return Boards(word << 1, state.count + 1)

    assert turned(Boards(Wide(1) << 126, 1)) == Boards(Wide(1) << 127, 2)
    assert turned(Boards(Wide(1), 4)) == Boards(Wide(14), 5)
    assert isinstance(turned(Boards(Wide(1), 4)).mine, Wide)


SEARCH = """
import zermelo
from zermelo.compile.events import listen
heard = []
game = zermelo.load(sys.argv[1], size=3, row=3)
with listen(heard.append):
    analysis = zermelo.Minimax(depth=3).analyse(game)
print(analysis.compiled, analysis.value, analysis.nodes, len(heard))
"""


@pytest.mark.long
def test_a_game_on_wide_words_is_kept_on_disk(tmp_path):
    """A second process loads the kernel and finds the same; nothing is announced then."""
    example = repr(str(Path(__file__).parents[1] / "examples" / "mnk_wide.py"))
    code = SEARCH.replace("sys.argv[1]", example)
    first, second = (python(code, tmp_path).stdout.split() for _ in range(2))
    assert first[:3] == second[:3]
    assert (first[0], first[3], second[3]) == ("True", "2", "0")


def test_a_word_that_changes_is_noticed():
    def keyed(word):
        return frozen_key(lambda: word)

    assert keyed(Wide(1)) == keyed(Wide(1)) != keyed(Wide(2))
