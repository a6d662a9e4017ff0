"""Integers that do not fit compiled code are found before anything is answered."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np

from zermelo.compile.trust.widths import (
    may_be_long,
    room_for,
    short,
    wide_action,
    wide_constant,
    wide_field,
    wide_number,
    widest_constant,
)

FAULTY = Path(__file__).parents[1] / "faulty_games"
WIDE, TABLE = 1 << 70, (1, 2, -(1 << 66))
WORDS = "zermelo.bits.Wide is a word of 128 bits that compiles"


def uses_a_global():
    return WIDE


def uses_a_table():
    return TABLE[0]


def calls():
    return uses_a_global()


def writes_one():
    return [0x1_0000_0000_0000_0000_0000 + n for n in range(2)]


def narrow(state=(1 << 64) - 1):
    return 0xFFFF_FFFF_FFFF_FFFF, -(1 << 63)


def test_constants():
    assert wide_constant([uses_a_global]) == f"WIDE needs 71 bits, and compiled integers have 64; {WORDS}"
    assert wide_constant([calls]) == wide_constant([uses_a_global])
    assert wide_constant([uses_a_table]).startswith("a number of TABLE needs 67 bits")
    assert wide_constant([writes_one]).startswith("a number in writes_one needs 81 bits")
    assert wide_constant([narrow]) == ""


def test_states_and_actions():
    assert wide_number((0, (1 << 64,))).startswith("a number of its state needs 65 bits")
    assert wide_number((0, ((1 << 64) - 1, -(1 << 63), 0.5))) == ""
    assert wide_action(1 << 63).startswith("the action 9223372036854775808 does not fit")
    assert wide_action(-(1 << 63)) == wide_action("pass") == ""


def test_long_numbers_are_not_written_out():
    assert short(1 << 4000) == "an integer of 4001 bits"
    assert len(short("x" * 1000)) == 60


def test_the_word_that_has_room_is_named():
    assert room_for(65) == room_for(128) == WORDS
    assert room_for(239) == "zermelo.bits.Wide256 is a word of 256 bits that compiles"
    assert room_for(361) == "zermelo.bits.Wide384 is a word of 384 bits that compiles"
    assert room_for(385) == "use an array, or several words of up to 384 bits (zermelo.bits)"
    board = 1 << 238
    assert wide_constant([lambda: board]) == f"board needs 239 bits, and compiled integers have 64; {room_for(239)}"
    assert wide_number((0, board)).endswith(room_for(239))


def shifts(cell):
    return [1 << n for n in range(cell)]


def shifts_in_place(word):
    word <<= 1
    return word


def power(cell):
    return 2**cell


def neither(word):
    return word >> 1 & word * 3


def test_where_long_integers_may_come_from():
    assert all(may_be_long([function]) for function in (shifts, shifts_in_place, power, uses_a_global, uses_a_table))
    assert may_be_long([neither, lambda n: shifts(n)])
    assert not may_be_long([neither, narrow])
    assert not may_be_long([])
    assert (widest_constant([calls, uses_a_table]), widest_constant([narrow])) == (71, 0)


class Cells(NamedTuple):
    board: int
    pair: tuple
    share: float


def test_fields_that_do_not_fit_their_type():
    word = numba.typeof(np.uint64(0))
    types = numba.typeof(Cells(0, (0, 0), 0.5))
    assert wide_field(Cells((1 << 63) - 1, (-(1 << 63), 0), 0.5), types) == ""
    told = wide_field(Cells(1 << 63, (0, 0), 0.5), types)
    assert told == f"board is 9223372036854775808, which does not fit the signed 64 bits of compiled integers; {WORDS}"
    assert wide_field(Cells(0, (0, -(1 << 63) - 1), 0.5), types).startswith("1 is -9223372036854775809, which")
    assert wide_field(Cells(0, (1 << 64, 0), 0.5), types).startswith("0 is 18446744073709551616, which")
    told = "the state is -1, which does not fit the 64 bits of compiled integers; begin with an int"
    assert wide_field(-1, word) == told
    assert wide_field((1 << 64) - 1, word) == ""
    assert wide_field(1 << 64, word).endswith(f"does not fit the 64 bits of compiled integers; {WORDS}")
    assert wide_field(1 << 70, numba.float64) == wide_field(0.5, numba.int64) == ""
    assert wide_field((1, 2, 3), numba.typeof((1, 2))) == "", "another length is not for this to tell"
    small = numba.typeof(np.int8(0))
    told = "the state is 128, which does not fit the signed 8 bits of compiled integers; begin with an int"
    assert wide_field(128, small) == told


def test_the_limits_of_64_bits():
    for number, is_wide in (((1 << 64) - 1, False), (1 << 64, True), (-(1 << 63), False), (-(1 << 63) - 1, True)):
        assert bool(wide_number(number)) is is_wide
        assert bool(wide_constant([lambda: number])) is is_wide  # noqa: B023
    for action, is_wide in (((1 << 63) - 1, False), (1 << 63, True), (-(1 << 63), False), (-(1 << 63) - 1, True)):
        assert bool(wide_action(action)) is is_wide
    assert wide_number((1e30, "text", None)) == "", "no integers"
    assert wide_number(-(1 << 64)) == f"a number of its state needs 65 bits, and compiled integers have 64; {WORDS}"


def test_a_constant_is_found_wherever_it_is_reached():
    wide = 1 << 70

    def nested():
        return lambda: [0x1_0000_0000_0000_0000 + n for n in range(2)]

    assert wide_constant([lambda: [[wide]]]) == f"wide needs 71 bits, and compiled integers have 64; {WORDS}"
    assert (
        wide_constant([narrow, nested]) == f"a number in nested needs 65 bits, and compiled integers have 64; {WORDS}"
    )
    listed = [0, (1, [wide])]
    assert wide_constant([lambda: listed]).startswith("a number of a number of a number of listed needs 71 bits")
    far = [0] * 999 + [wide]
    assert wide_constant([lambda: far]).startswith("a number of far needs")
    assert wide_constant([lambda: (len(far), [far])]).startswith("a number of far needs")
    assert wide_constant([]) == wide_constant([lambda: "text"]) == ""
    uses_a_global.__module__, module = None, uses_a_global.__module__  # as of a function that `exec` made
    assert wide_constant([uses_a_global]).startswith("WIDE needs")
    uses_a_global.__module__ = module

    def loops():
        return loops()

    assert wide_constant([loops]) == ""


def test_our_own_functions_are_not_looked_into():
    """Plain Python's `mix` cuts its products with a mask of 64 bits; compiled code has its own."""
    from zermelo.bits import step

    assert wide_constant([step]) == ""
    assert wide_constant([lambda: step(1)]) == ""


def test_values_are_shown_in_short():
    assert short(1 << 179) == repr(1 << 179)
    assert short(1 << 180) == "an integer of 181 bits"
    assert short("x" * 58) == "'" + "x" * 58 + "'"
    assert short("x" * 59) == "'" + "x" * 58 + "…"
    assert short("abcdef", 5) == "'abc…"
    assert short(["a\nb", 1.5]) == "['a\\nb', 1.5]"
    assert short(np.zeros((2, 2))) == "array([[0., 0.], [0., 0.]])"
