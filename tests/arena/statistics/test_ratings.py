"""Ratings by maximum likelihood: against a grid, and intervals that cover the truth."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from zermelo.arena.elo import elo
from zermelo.arena.statistics.ratings import Comparison, chances, rate

RESULTS = (1.0, 0.5, 0.0)


def simulated(elos, games, draws, noise):
    """A round-robin."""
    found = []
    for one in range(len(elos)):
        for other in range(one):
            odds = chances(elos[one] - elos[other], draws)
            found += [(one, other, points) for points in noise.choices(RESULTS, odds, k=games)]
    return [Comparison(*row, number) for number, row in enumerate(found)]


def by_grid(comparisons):
    """Three engines' ratings by a grid over two of them and the share of draws, which is made finer around the best."""
    counts = {}
    for one in comparisons:
        key = (one.first, one.second, RESULTS.index(one.points))
        counts[key] = counts.get(key, 0) + 1
    centre, reach = np.array([0.0, 0.0, 0.0]), np.array([900.0, 900.0, 8.0])
    while reach[0] > 0.05:
        a, b, c = np.meshgrid(
            *(centre[axis] + reach[axis] * np.linspace(-1, 1, 17) for axis in range(3)), indexing="ij"
        )
        elos, draws = (a, b, -a - b), 1 / (1 + np.exp(-c))
        nu, likelihood = 2 * draws / (1 - draws), np.zeros_like(a)
        for (one, other, result), count in counts.items():
            half = (elos[one] - elos[other]) * math.log(10) / 800 / (1 - draws)
            parts = (half, np.log(nu), -half)
            likelihood += count * (parts[result] - np.logaddexp(np.logaddexp(half, -half), np.log(nu)))
        best = np.unravel_index(likelihood.argmax(), a.shape)
        centre = np.array([a[best], b[best], c[best]])
        reach = reach * 0.6
    return (*centre[:2], -centre[0] - centre[1])


@pytest.mark.parametrize("tables", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_ratings_agree_with_a_grid(tables):
    noise, tried = random.Random(2), 0
    while tried < tables:
        truth = [noise.gauss(0, 80) for _ in range(3)]
        comparisons = simulated(truth, noise.randrange(8, 40), noise.uniform(0.1, 0.6), noise)
        found = rate(3, comparisons)
        if found.is_assumed or not any(one.points == 0.5 for one in comparisons):
            continue
        assert found.elos == pytest.approx(by_grid(comparisons), abs=0.5)
        tried += 1


def coverage(tournaments, seed):
    noise, covered = random.Random(seed), 0
    for _ in range(tournaments):
        truth = [noise.gauss(0, 100) for _ in range(5)]
        mean = sum(truth) / 5
        found = rate(5, simulated(truth, 24, 0.3, noise))
        ends = [found.interval(engine) for engine in range(5)]
        covered += sum(one.low <= true - mean <= one.high for one, true in zip(ends, truth, strict=True))
    return covered / tournaments / 5


def test_intervals_cover_the_truth_in_a_few_tournaments():
    assert 0.9 <= coverage(60, 1) <= 0.99


@pytest.mark.slow
def test_intervals_cover_the_truth():
    assert 0.93 <= coverage(1000, 2) <= 0.97


def test_two_engines_without_draws_have_the_difference_that_a_match_tells():
    found = rate(2, [Comparison(0, 1, float(number < 60), number) for number in range(80)])
    assert found.elos[0] - found.elos[1] == pytest.approx(elo(60, 0, 20).difference, abs=1e-6)
    assert found.superiority(0, 1) > 0.999
    assert found.superiority(0, 1) + found.superiority(1, 0) == pytest.approx(1)


def test_near_even_engines_score_what_the_formula_says_however_many_draws():
    for draws in (0.0, 0.5, 0.9):
        won, drawn, lost = chances(10, draws)
        assert won + drawn / 2 == pytest.approx(1 / (1 + 10 ** (-10 / 400)), abs=2e-4)
        assert won + drawn + lost == pytest.approx(1)


def test_clean_sweeps_nothing_and_strangers():
    sweep = rate(2, [Comparison(0, 1, 1.0, number) for number in range(4)])
    assert sweep.is_assumed
    assert 100 < sweep.elos[0] < 1000
    nothing = rate(2, [])
    assert (nothing.elos, nothing.superiority(0, 1)) == ((0, 0), 0.5)
    assert nothing.interval(0).high == math.inf
    stranger = rate(3, [Comparison(0, 1, float(number % 2), number) for number in range(6)])
    assert math.isfinite(stranger.interval(0).high)
    assert stranger.interval(2).high == math.inf
    drawn = rate(2, [Comparison(0, 1, 0.5, number) for number in range(4)])
    assert (drawn.elos, drawn.draws) == ((0, 0), 1)


def test_intervals_allow_for_players_of_one_game():
    """Three players at once: their comparisons depend on each other."""
    noise, truth, covered = random.Random(4), (60, -20, -40), 0
    for _ in range(60):
        games = []
        for number in range(60):
            luck = [one - 400 / math.log(10) * math.log(noise.expovariate(1)) for one in truth]
            pairs = ((0, 1), (0, 2), (1, 2))
            games += [Comparison(one, other, float(luck[one] > luck[other]), number) for one, other in pairs]
        found = rate(3, games)
        covered += sum(found.interval(n).low <= truth[n] <= found.interval(n).high for n in range(3))
    assert 0.88 <= covered / 180 <= 0.995
