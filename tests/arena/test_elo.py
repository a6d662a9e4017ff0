"""Elo: known differences, and the interval around them."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.arena.elo import elo


def test_known_differences():
    assert elo(10, 0, 10).difference == pytest.approx(0)
    assert elo(3, 0, 1).difference == pytest.approx(190.85, abs=0.01)  # a score of 75%
    assert elo(1, 0, 9).difference == pytest.approx(-381.70, abs=0.01)
    assert elo(5, 0, 0).difference == math.inf
    assert elo(5, 0, 0).low > 0
    assert elo(0, 0, 5).difference == -math.inf


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_the_interval_holds_the_difference_and_turns_with_the_sides(wins, draws, losses):
    one, other = elo(wins, draws, losses), elo(losses, draws, wins)
    assert one.low <= one.difference <= one.high
    assert one.difference == pytest.approx(-other.difference)
    assert one.low == pytest.approx(-other.high)


def test_more_games_narrow_the_interval():
    few, many = elo(6, 2, 2), elo(600, 200, 200)
    assert many.high - many.low < (few.high - few.low) / 5


def test_the_interval_covers_the_truth_about_95_times_in_100():
    noise, covered = random.Random(1), 0
    truth = -400 * math.log10(1 / 0.65 - 1)  # wins 55%, draws 20%: a score of 65%
    for _ in range(2000):
        games = noise.choices(("win", "draw", "loss"), (0.55, 0.2, 0.25), k=60)
        found = elo(games.count("win"), games.count("draw"), games.count("loss"))
        covered += found.low <= truth <= found.high
    assert 0.92 < covered / 2000 < 0.98


def test_draws_narrow_the_interval():
    """80 draws of 100 leave a fifth of the variance, as much as five times as many games without draws."""
    assert elo(10, 80, 10) == pytest.approx(elo(250, 0, 250))
    assert elo(30, 60, 10).low > elo(60, 0, 40).low


def test_the_interval_is_wilson_s():
    """Published for 8 of 10: 0.4902 to 0.9433; for 0 of 10: 0 to 0.2775."""
    assert [share(end) for end in elo(8, 0, 2)] == pytest.approx([0.8, 0.4902, 0.9433], abs=5e-5)
    assert [share(end) for end in elo(0, 0, 10)] == pytest.approx([0.0, 0.0, 0.2775], abs=5e-5)
    assert [share(end) for end in elo(10, 0, 0)] == pytest.approx([1.0, 1 - 0.2775, 1.0], abs=5e-5)


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "score", "games"),
    [(30, 60, 10, 0.6, 100 * 0.24 / 0.09), (1, 2, 5, 0.25, 8 * 0.1875 / 0.125)],
)
def test_the_variance_of_unequal_scores(wins, draws, losses, score, games):
    """Wilson's formula for so many games without draws: their number times score x (1 - score) / variance."""
    z = 1.959964
    root = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    ends = [(score + z * z / (2 * games) + sign * root) / (1 + z * z / games) for sign in (-1, 1)]
    assert [share(end) for end in elo(wins, draws, losses)] == pytest.approx([score, *ends])


def test_nothing_played_and_only_draws():
    assert elo(0, 0, 0) == (0.0, -math.inf, math.inf)
    assert str(elo(4, 2, 4).difference) == "0.0"
    assert elo(0, 9, 0) == pytest.approx((0, 0, 0), abs=0.01)  # no game differed from the mean


def share(difference):
    return 1 / (1 + 10 ** (-difference / 400))
