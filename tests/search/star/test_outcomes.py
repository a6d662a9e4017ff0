"""Outcomes of chance: which ones a sample holds, and that it is right on average."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.search.star.outcomes import draw

DICE = [1 / 36 if high == low else 1 / 18 for high in range(1, 7) for low in range(1, high + 1)]


@pytest.mark.parametrize("samples", [1, 5, 20])
def test_the_shares_of_a_sample_are_the_probabilities_on_average(samples):
    steps, sums = 1000, [0.0] * len(DICE)
    for step in range(steps):
        weights = list(DICE)
        draw(weights, len(DICE), samples, (step + 0.5) / steps)
        assert sum(weights) == pytest.approx(1.0)
        assert sum(weight > 0 for weight in weights) <= samples
        sums = [total + weight for total, weight in zip(sums, weights, strict=True)]
    assert [total / steps for total in sums] == pytest.approx(DICE, abs=2e-3)


def test_a_sampled_search_visits_less_and_claims_nothing():
    game = zermelo.load("random-tree:depth=5,branching=2,outcomes=9")
    whole = zermelo.Expectiminimax(plain=False, compiled=False).analyse(game)
    sampled = zermelo.Expectiminimax(samples=3, compiled=False)
    found = sampled.analyse(game)
    assert whole.exact
    assert not found.exact
    assert found.leaves < whole.leaves / 3
    assert found.value == sampled.analyse(game).value  # the same sample again
    others = {zermelo.Expectiminimax(samples=3, seed=seed, compiled=False).analyse(game).value for seed in range(4)}
    assert len(others) > 1


def test_a_sample_as_large_as_all_outcomes_is_all_of_them():
    game = zermelo.load("random-tree:depth=5,branching=3,outcomes=4")
    values = [zermelo.Expectiminimax(samples=n, compiled=False).analyse(game) for n in (4, 100)]
    assert all(found.exact for found in values)
    assert values[0].value == values[1].value
