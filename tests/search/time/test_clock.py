"""Clocks: what is allotted to a move, and the lag that is learnt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.search.time.clock import Clock, Lag


@given(
    st.floats(0, 10000),
    st.floats(0, 60),
    st.none() | st.integers(1, 100),
    st.floats(0, 1),
)
def test_no_clock_allots_more_than_it_has(left, increment, to_go, overhead):
    soft, hard = Clock((left, 0.0), (increment, 0.0), to_go, overhead).allot(0)
    assert 0 <= soft <= max(hard, 0.001)
    assert hard <= max(0.85 * left, 0.001)


@pytest.mark.parametrize(("lag", "moves"), [(0.002, 400), (0.008, 400), (0.015, 75), (0.02, 60)])
def test_a_game_at_1_second_and_10_milliseconds_a_move_is_not_lost_on_time(lag, moves):
    """Even if it uses all its time every move, and loses more per move to lag than the increment adds."""
    left = 1.0
    for _ in range(moves):
        _, hard = Clock((left,), (0.01,), None, max(0.01, lag)).allot(0)
        left -= hard + lag
        assert left > 0
        left += 0.01


def test_lag_is_learnt():
    lag = Lag()
    lag.see(1.0)
    assert lag.seconds == 0
    for _ in range(20):
        lag.spend(1.0, 0.01, 0.05)
        lag.see(0.93)
    assert lag.seconds == pytest.approx(0.03, abs=0.001)
