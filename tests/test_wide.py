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

import zermelo.compile.numba.intrinsics  # noqa: F401  (gives compiled code the same names)
from zermelo import bits
from zermelo.bits import Wide, Wide256, Wide384
from zermelo.compile.cache.content import frozen_key

KINDS = (Wide, Wide256, Wide384)
SMALL = st.integers(0, 2**63 - 1)


def numbers(kind):
    """Numbers that fit a word: any, small ones, single bits, and all bits below one."""
    places = st.integers(0, kind.bits - 1)
    some = st.integers(0, (1 << kind.bits) - 1)
    return st.one_of(some, st.integers(0, 200), places.map(lambda n: 1 << n), places.map(lambda n: (2 << n) - 1))


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def kind(request):
    return request.param


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
    return ~word, -word, bool(word), not word, changed, int(word & 1023)


def verbs(word):
    total = 0
    for index in bits.indices(word):
        total = total * 3 % 1000 + index
    ends = (bits.lowest(word), bits.highest(word)) if word else (-1, -1)
    return bits.count(word), ends, bits.without_lowest(word), bits.reverse(word), total


def hashes(word, other):
    folded = bits.fold(word, other), bits.fold(word, 12345), bits.fold(67, other)
    second = bits.second_hash((word, other)), bits.key_word(other) if other >> 63 == 0 or other >> 64 else 0
    return bits.mix(word), bits.blended((word, 7, other)), bits.signed(word), folded, second


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


def test_operators(run, kind):
    every = (1 << kind.bits) - 1

    @given(numbers(kind), numbers(kind), SMALL)
    def law(one, other, small):
        for word, number in ((kind(other), other), (small, small)):
            expected = tuple(value & every for value in operated(one, number))
            assert run(operated, kind(one), word) == expected
            assert run(operated, word, kind(one)) == tuple(value & every for value in operated(number, one))
            assert run(compared, kind(one), word) == compared(one, number)
            assert run(compared, word, kind(one)) == compared(number, one)

    law()


def test_words_of_two_widths_give_the_wider(run):
    @given(numbers(Wide), numbers(Wide384))
    def law(one, other):
        found = run(operated, Wide(one), Wide384(other))
        assert found == tuple(value & (1 << 384) - 1 for value in operated(one, other))
        assert {type(word) for word in found} == {Wide384}
        assert run(compared, Wide384(other), Wide(one)) == compared(other, one)

    law()
    assert type(Wide256(1) | Wide(2)) is Wide256


def test_shifts(run, kind):
    every = (1 << kind.bits) - 1

    @given(numbers(kind), st.integers(0, 500))
    def law(number, places):
        assert run(shifted, kind(number), places) == ((number << places) & every, number >> places)

    law()


def test_numpy_numbers_shift_as_others_do(kind):
    assert kind(1) << np.int64(100) == 1 << 100
    assert kind(1 << 100) >> np.int64(70) == 1 << 30
    assert kind(1) >> np.int64(1) == 0
    assert kind(1) << np.int64(kind.bits) == 0


def test_functions_of_one_word(run, kind):
    every = (1 << kind.bits) - 1

    @given(numbers(kind))
    def law(number):
        changed = number & ~(number >> 3)
        changed = (changed | number << 5) & every
        expected = ~number & every, -number & every, number != 0, number == 0, changed, number & 1023
        assert run(alone, kind(number)) == expected

    law()


def made_of_two(low, high):
    return Wide(low, high), Wide256(low, high, low), Wide384(low, 0, high, 1, 2, high)


def test_words_are_made_of_their_parts(run):
    @given(SMALL, SMALL)
    def law(low, high):
        far = (low | high << 128 | 1 << 192 | 2 << 256) + (high << 320)
        assert run(made_of_two, low, high) == (low | high << 64, low | high << 64 | low << 128, far)

    law()
    assert Wide384(5, 0, 7).words == (5, 0, 7, 0, 0, 0)


def narrowed(word):
    return Wide(word), Wide256(7, word)


def test_a_word_that_fits_becomes_a_narrower_one(run):
    assert run(narrowed, Wide384(1 << 127)) == (1 << 127, 7 | 1 << 191)
    with pytest.raises(ValueError, match="bits"):
        run(narrowed, Wide384(1 << 128))


def test_verbs(run, kind):
    @given(numbers(kind), numbers(kind))
    def law(number, other):
        found = [index for index in range(kind.bits) if number >> index & 1]
        total = 0
        for index in found:
            total = total * 3 % 1000 + index
        ends = (found[0], found[-1]) if found else (-1, -1)
        mirror = int(f"{number:0{kind.bits}b}"[::-1], 2)
        less = number & (number - 1) if number else 0
        assert run(verbs, kind(number)) == (len(found), ends, less, mirror, total)
        assert run(hashes, kind(number), kind(other)) == hashes(kind(number), kind(other))

    law()


def seen_along(line, occupied, piece):
    return bits.along(line, occupied, piece)


def test_lines_of_sight(run):
    """The cells of a row that a slider sees on a board of 15×15, against a walk from cell to cell."""

    @given(st.integers(0, 14), st.integers(0, 14), st.integers(0, (1 << 225) - 1))
    def law(row, column, occupied):
        cells = [15 * row + place for place in range(15)]
        line = sum(1 << cell for cell in cells if cell != cells[column])
        seen = 0
        for side in (cells[column + 1 :], cells[:column][::-1]):
            for cell in side:
                seen |= 1 << cell
                if occupied >> cell & 1:
                    break
        assert run(seen_along, *map(Wide256, (line, occupied, 1 << cells[column]))) == seen

    law()


def test_indices_of_other_words(run):
    def listed(word):
        total = 0
        for index in bits.indices(word):
            total = total * 3 + index
        return total

    assert run(listed, 0b1011) == run(listed, np.uint64(0b1011)) == (0 * 3 + 1) * 3 + 3
    assert list(bits.indices(np.uint64(1 << 63))) == [63]


def test_mixed_like_a_short_word(kind):
    assert bits.mix(kind(12345)) == bits.mix(12345)
    assert bits.fold(kind(12345), 678) == bits.fold(12345, 678)


def test_every_bit_is_hashed(kind):
    every = [kind(1) << n for n in range(kind.bits)]
    for hashed in (bits.mix, bits.blended, lambda word: bits.blended((word, 3)), lambda word: bits.fold(word, 3**20)):
        assert len({hashed(word) for word in (*every, *(~word for word in every))}) == 2 * kind.bits


def test_what_does_not_fit(kind):
    for number in (-1, 1 << kind.bits):
        with pytest.raises(ValueError, match=rf"from 0 to 2\*\*{kind.bits} - 1"):
            kind(number)
        with pytest.raises(ValueError, match="wide word"):
            kind(1) | number
    with pytest.raises(ValueError, match="this one needs 239 bits, Wide256 has room"):
        Wide(1 << 238)
    with pytest.raises(ValueError, match="this one needs 500 bits, 384 is the most"):
        Wide384(1 << 499)
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
    assert Wide(3) == Wide384(3)
    far = Wide256(1) << 200
    assert copy.deepcopy(far) == pickle.loads(pickle.dumps(far)) == far
    assert (type(pickle.loads(pickle.dumps(far))), repr(Wide384(5))) == (Wide256, "Wide384(0x5)")


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
from zermelo.compile.kernel.events import listen
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
