"""Time over GTP: what a clock allots, and what the controller tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from protocols.gtp.desk import Desk

from zermelo.protocols.gtp.clock import GtpClock


@given(some.floats(0.01, 10_000), some.floats(0, 600), some.integers(0, 30), some.integers(1, 400))
def test_the_time_lasts(main, period, stones, moves):
    """An engine that uses its allotted time is never late, whether or not the controller tells the time."""
    clock = GtpClock(main, period if stones else 0.0, stones)
    left, to_go = main, 0
    for _ in range(moves):
        seconds = clock.allot(0)
        assert seconds is not None
        left -= seconds
        if to_go == 0 and left < 0 and period and stones:
            left, to_go = left + period, stones
        assert left >= 0 or seconds <= 0.001
        if to_go:
            to_go -= 1
            if to_go == 0:
                left, to_go = period, stones
        clock.spend(0, seconds)


def test_what_the_controller_tells_counts():
    clock = GtpClock(600.0)
    generous = clock.allot(0)
    clock.tell(0, 10.0, 0)
    assert clock.allot(0) < 0.1 * generous
    assert clock.allot(1) == generous
    clock.tell(0, 10.0, 1)
    assert 3.0 < clock.allot(0) < 10.0
    clock.tell(0, 0.0, 0)
    assert 0 < clock.allot(0) <= 0.001


def test_no_limit_is_no_limit():
    for line in ("time_settings 0 1 0", "time_settings 0 0 0", "kgs-time_settings none"):
        desk = Desk()
        desk.ask("time_settings 10 0 0")
        assert desk.engine._clock.allot(0) is not None
        desk.ask(line)
        assert desk.engine._clock.allot(0) is None


def test_japanese_periods_are_for_one_move_each():
    desk = Desk()
    desk.ask("kgs-time_settings byoyomi 0 30 5", "time_left b 30 5")
    assert 10 < desk.engine._clock.allot(0) < 30
    desk.ask("kgs-time_settings canadian 0 300 25", "time_left b 300 25")
    assert 5 < desk.engine._clock.allot(0) < 12.5
    desk.ask("kgs-time_settings absolute 1000")
    assert desk.engine._clock.allot(0) < 100


@pytest.mark.long
def test_a_clock_is_heard_by_the_search():
    desk = Desk("go:size=5", "mcts")
    desk.ask("time_settings 60 0 0")
    generous = desk.engine._clock.allot(0)
    desk.ask("time_left b 1 0")
    assert desk.engine._clock.allot(0) < 0.1 * generous == 0.1 * desk.engine._clock.allot(1)
    assert desk.ask("genmove b")


@pytest.mark.parametrize("command", ["genmove", "kgs-genmove_cleanup"])
def test_a_move_takes_time_off_its_player_s_clock(command):
    desk = Desk("go:size=5", "random:seed=1")
    desk.ask("time_settings 60 0 0")
    before = [desk.engine._clock.allot(player) for player in (0, 1)]
    desk.ask(f"{command} b")
    after = [desk.engine._clock.allot(player) for player in (0, 1)]
    assert after[0] < before[0]
    assert after[1] == before[1]
