"""Means and their intervals."""

from __future__ import annotations

import math

import pytest

from zermelo.arena.mean import Mean, mean_of
from zermelo.arena.score import is_scored
from zermelo.records.matches import Played


def test_the_interval_is_that_of_the_standard_error():
    found = mean_of([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.value == 5
    half = 1.959964 * math.sqrt(32 / 7 / 8)
    assert (found.low, found.high) == (pytest.approx(5 - half), pytest.approx(5 + half))


def test_one_result_says_nothing_about_the_spread():
    assert mean_of([]) == Mean(0.0, -math.inf, math.inf)
    assert mean_of([7]) == Mean(7.0, -math.inf, math.inf)
    assert mean_of([7, 7]) == Mean(7.0, 7.0, 7.0)


@pytest.mark.parametrize(
    ("utilities", "middle", "scored"),
    [([1, -1, 0], 0.0, False), ([1, 0.5, 0], 0.5, False), ([2, 1], 0.0, True), ([3, -3], 0.0, False)],
)
def test_results_show_whether_they_are_more_than_won_and_lost(utilities, middle, scored):
    played = [Played(0, (utility, 2 * middle - utility)) for utility in utilities]
    assert is_scored(played, False, middle) == scored
    assert is_scored(played, True, middle)
