"""Words: plain Python, compiled code and the definition agree."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo.compile.numba.intrinsics  # noqa: F401  (gives compiled code the same names)
from zermelo import bits
from zermelo.compile.numba.intrinsics.integers.sliding import METHODS, chosen_method

WORDS = st.integers(0, 2**64 - 1)
NAMES = ["count", "lowest", "highest", "without_lowest", "reverse", "flip", "mix", "step"]


@pytest.fixture(scope="module")
def compiled():
    return {
        "count": numba.njit(lambda word: bits.count(word)),
        "lowest": numba.njit(lambda word: bits.lowest(word)),
        "highest": numba.njit(lambda word: bits.highest(word)),
        "without_lowest": numba.njit(lambda word: bits.without_lowest(word)),
        "reverse": numba.njit(lambda word: bits.reverse(word)),
        "flip": numba.njit(lambda word: bits.flip(word)),
        "mix": numba.njit(lambda word: bits.mix(word)),
        "step": numba.njit(lambda word: bits.step(word)),
        "fraction": numba.njit(lambda word: bits.fraction(word)),
    }


@pytest.mark.parametrize("name", NAMES)
def test_compiled_equals_plain(compiled, name):
    @given(WORDS)
    def law(word):
        if word == 0 and name in ("lowest", "highest", "without_lowest"):
            return
        assert int(compiled[name](np.uint64(word))) == int(getattr(bits, name)(np.uint64(word)))
        if word < 2**63:
            assert int(compiled[name](word)) % 2**64 == int(getattr(bits, name)(word)) % 2**64

    law()


@given(WORDS)
def test_definitions(word):
    text = f"{word:064b}"
    assert bits.count(word) == text.count("1")
    assert bits.reverse(word) == int(text[::-1], 2)
    assert bits.reverse(bits.reverse(word)) == word
    assert [bits.flip(word) >> 8 * rank & 0xFF for rank in range(8)] == [
        word >> 8 * (7 - rank) & 0xFF for rank in range(8)
    ]
    if word:
        assert bits.lowest(word) == 63 - text.rindex("1")
        assert bits.highest(word) == 63 - text.index("1")
        assert bits.without_lowest(word) == word - 2 ** bits.lowest(word)


@given(st.lists(st.one_of(st.integers(-(2**63), 2**63 - 1), st.booleans(), st.tuples(st.integers(0, 9))), max_size=5))
def test_a_tuple_is_hashed_part_by_part(parts):
    word = bits.start_of(tuple, len(parts))
    for part in parts:
        inner = isinstance(part, tuple)
        word = bits.mix(word ^ (~bits.mix(bits.start_of(tuple, 1) ^ bits.mix(part[0])) if inner else bits.mix(part)))
    assert bits.blended(tuple(parts)) == word


def test_uint64_stays_uint64():
    word = np.uint64(0b1011)
    assert isinstance(bits.without_lowest(word), np.uint64)
    assert isinstance(bits.reverse(word), np.uint64)
    assert isinstance(bits.flip(word), np.uint64)


def test_fractions_fill_the_unit_interval(compiled):
    word, seen = 1, []
    for _ in range(4000):
        word = bits.step(word)
        fraction = bits.fraction(bits.mix(word))
        assert fraction == compiled["fraction"](bits.mix(word))
        seen.append(fraction)
    assert min(seen) >= 0
    assert max(seen) < 1
    assert [sum(low / 10 <= f < (low + 1) / 10 for f in seen) > 300 for low in range(10)] == [True] * 10


FILES = [[1 << square for square in range(file, 64, 8)] for file in range(8)]
RANKS = [[1 << square for square in range(rank, rank + 8)] for rank in range(0, 64, 8)]
SQUARES = [(file, rank) for file in range(8) for rank in range(8)]
DIAGONALS = [
    [1 << file + 8 * rank for file, rank in sorted(SQUARES, key=lambda square: square[1]) if rank - way * file == start]
    for way, starts in ((1, range(-7, 8)), (-1, range(15)))
    for start in starts
]
LINES = FILES + RANKS + DIAGONALS


@pytest.mark.parametrize("method", ["plain", "compiled", *METHODS])
def test_along_a_line(method):
    """A slider sees up to the first piece on either side, and that piece, whatever finds it."""
    along = bits.along if method == "plain" else _compiled_along(method)

    @given(WORDS, WORDS, st.sampled_from(LINES), st.integers(0, 7))
    def law(occupied, other, line, place):
        place %= len(line)
        for board in (occupied, occupied & other, 0):
            seen = 0
            for way in (line[place + 1 :], line[:place][::-1]):
                for square in way:
                    seen |= square
                    if board & square:
                        break
            mask = sum(line) - line[place]
            assert int(along(np.uint64(mask), np.uint64(board), np.uint64(line[place]))) == seen

    law()


def _compiled_along(method):
    if method == "compiled":
        return numba.njit(lambda line, occupied, piece: bits.along(line, occupied, piece))
    return numba.njit(METHODS[method])


@pytest.mark.parametrize(
    ("machine", "method"),
    [("x86_64", "difference"), ("AMD64", "difference"), ("aarch64", "reversal"), ("arm64", "reversal")],
)
def test_the_method_goes_by_the_processor(monkeypatch, machine, method):
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert chosen_method() == method
