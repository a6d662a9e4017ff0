"""Integers that do not fit compiled code are found before anything is answered."""

from __future__ import annotations

from pathlib import Path

import zermelo
from zermelo.compile.widths import WORDS, short, wide_action, wide_constant, wide_number

FAULTY = Path(__file__).parents[1] / "faulty_games"
WIDE, TABLE = 1 << 70, (1, 2, -(1 << 66))


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


def test_a_board_of_81_cells_on_one_integer_runs_interpreted_and_says_so():
    game = zermelo.load(f"{FAULTY}/wide_board.py")
    analysis = zermelo.Minimax(depth=1).analyse(game)
    assert not analysis.compiled
    assert analysis.reason == f"FULL needs 81 bits, and compiled integers have 64; {WORDS}"
    assert zermelo.Minimax(depth=1).is_ready(game)
