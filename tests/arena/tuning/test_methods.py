"""The methods of tuning, told the results of games whose best options are known."""

from __future__ import annotations

import random

import pytest

from zermelo.arena.statistics.counts import counts_of
from zermelo.arena.statistics.estimate import score_of
from zermelo.arena.tuning.bayes import Bayes
from zermelo.arena.tuning.spsa import Spsa

STEEP = 1600  # Elo lost by an option at the other end of its range
DRAWS = 0.2


def strength(place, best):
    return -STEEP * sum((x - y) ** 2 for x, y in zip(place, best, strict=True))


def played(trial, best, games, luck):
    """The results of simulated games; the engine as it is stands in the middle."""
    second = trial.second or (0.5,) * len(best)
    score = score_of(strength(trial.first, best) - strength(second, best))
    draws = DRAWS * 2 * min(score, 1 - score)
    odds = (score - draws / 2, draws, 1 - score - draws / 2)
    return counts_of(luck.choices((1, 0.5, 0), odds, k=games), in_pairs=True)


def tuned(method, best):
    """The method after all its rounds."""
    while method.round < method.rounds:
        trials = method.ask()
        luck = random.Random(f"{method.seed} {method.round}")
        method.tell(trials, [played(trial, best, method.games, luck) for trial in trials])
    return method


def test_spsa_finds_what_was_planted():
    """In 20 runs: within 8% of the range, and nearly always within the interval that it tells."""
    covered = 0
    for seed in range(20):
        best = [random.Random(f"{seed} {option}").uniform(0.15, 0.85) for option in range(2)]
        found = tuned(Spsa(2, 125, 4, seed), best).found()
        for one, truth in zip(found.options, best, strict=True):
            assert one.value == pytest.approx(truth, abs=0.08)
            covered += one.low <= truth <= one.high
    assert covered >= 34


@pytest.mark.long
def test_bayes_finds_what_was_planted():
    pytest.importorskip("bayes_opt", reason="the extra zermelo[tune] is not installed")
    found = tuned(Bayes(1, 16, 80, 1), [0.3]).found()
    assert found.options[0].value == pytest.approx(0.3, abs=0.1)
    assert found.options[0].low <= 0.3 <= found.options[0].high
    truth = strength((found.options[0].value,), [0.3]) - strength((0.5,), [0.3])
    assert found.elo.low <= truth <= found.elo.high


@pytest.mark.slow
@pytest.mark.parametrize("options", [1, 2])
def test_bayes_finds_what_was_planted_in_many_runs(options):
    pytest.importorskip("bayes_opt", reason="the extra zermelo[tune] is not installed")
    covered = 0
    for seed in range(10):
        best = [random.Random(f"{seed} {option}").uniform(0.15, 0.85) for option in range(options)]
        found = tuned(Bayes(options, 50, 40, seed), best).found()
        for one, truth in zip(found.options, best, strict=True):
            assert one.value == pytest.approx(truth, abs=0.15)
            covered += one.low <= truth <= one.high
    assert covered >= 0.8 * 10 * options


def test_the_same_seed_asks_the_same():
    one, other = (tuned(Spsa(3, 5, 4, 7), [0.2, 0.5, 0.7]) for _ in range(2))
    assert one.course() == other.course()
    assert one.course() != tuned(Spsa(3, 5, 4, 8), [0.2, 0.5, 0.7]).course()


def test_chains_begin_all_over_the_range_and_stay_in_it():
    method = Spsa(2, 40, 2, 3)
    assert sorted(place[0] for place in method.places) == [0.125, 0.375, 0.625, 0.875]
    for step in tuned(method, [0.0, 1.0]).course():
        assert all(0 <= x <= 1 for place in step for x in place)
    assert [one.value for one in method.found().options] == [pytest.approx(0, abs=0.1), pytest.approx(1, abs=0.1)]
    assert Spsa(2, 40, 2, 3).found() is None
