"""SPRT: published values, error rates in simulation, and matches that end when the test is decided."""

from __future__ import annotations

import json
import math
import random

import pytest

import zermelo
from zermelo.arena.statistics.counts import Counts, counts_of
from zermelo.arena.statistics.estimate import elo_estimate, normalized_estimate, score_of, superiority
from zermelo.arena.statistics.sprt import Running, Sprt, read_sprt

VECTORS = "arena/sprt_vectors.json"


@pytest.mark.parametrize(
    ("test", "counts", "llr"),
    [
        (Sprt(0, 2), (379, 10170, 21828, 10640, 343), 2.9455),
        (Sprt(0, 5, model="logistic"), (759, 1863, 880), 2.947),
        (Sprt(0, 2, model="bayesian"), (68526, 128429, 68965), -1.2622),
        (Sprt(0, 10), (0, 0, 4250), 120.5483),
    ],
)
def test_published_ratios(test, counts, llr):
    assert test.llr(Counts(counts)) == pytest.approx(llr, abs=5e-4)


def test_the_bounds_are_wald_s():
    assert (Sprt().lower, Sprt().upper) == pytest.approx((-2.944439, 2.944439))
    assert Sprt(alpha=0.01).upper == pytest.approx(math.log(95))
    assert [Sprt().decision(llr) for llr in (-3, -2.9, 2.9, 3)] == ["elo0", "", "", "elo1"]


def test_all_published_ratios(truth):
    for one in json.loads(truth(VECTORS).read_text())["llr"]:
        counts = Counts(tuple(one["penta"] if "penta" in one else one["wdl"][::-1]))
        found = Sprt(one["elo0"], one["elo1"], model=one["model"]).llr(counts)
        assert found == pytest.approx(one["llr_by_the_formula"], abs=6e-5), one
        assert found == pytest.approx(one["fastchess"], rel=0.01), one


def test_all_published_estimates(truth):
    for one in json.loads(truth(VECTORS).read_text())["elo"]:
        counts = Counts(tuple(one["penta"] if "penta" in one else one["wdl"][::-1]))
        found = {
            "score": counts.score,
            **dict(zip(("nelo", "nelo_error"), normalized_estimate(counts), strict=True)),
            "los": 100 * superiority(counts),
            **dict(zip(("elo", "elo_error"), elo_estimate(counts), strict=True)),
        }
        assert found == pytest.approx({name: one[name] for name in found}, abs=6e-4), one


def test_what_nothing_and_clean_sweeps_say():
    nothing, sweep = Counts((0, 0, 0)), Counts((0, 0, 9))
    assert (nothing.score, superiority(nothing), Sprt().llr(nothing)) == (0.5, 0.5, 0.0)
    assert (elo_estimate(sweep).value, normalized_estimate(sweep).value, superiority(sweep)) == (math.inf, math.inf, 1)
    assert normalized_estimate(Counts((0, 4, 0))).value == 0
    assert Sprt().llr(sweep) == pytest.approx(-Sprt(-5, 0).llr(Counts((9, 0, 0))))


@pytest.mark.parametrize(
    ("counts", "sign"), [((2, 0, 0, 0, 0), -1), ((0, 0, 5, 0, 0), -1), ((9, 0, 8), -1), ((0, 0, 0, 0, 2), 1)]
)
def test_large_differences_are_told_apart(counts, sign):
    """The farther apart the hypotheses are, the more the same results say for one of them."""
    found = [sign * Sprt(0, elo).llr(Counts(counts)) for elo in (50, 150, 250, 300, 400, 600, 1000, 1500)]
    assert found == sorted(found)
    assert found[0] > 0


def test_games_become_pairs():
    assert counts_of([1, 1, 0, 0.5, 0.5, 0.5, 1], in_pairs=True).numbers == (0, 1, 1, 0, 1)
    assert counts_of([1, 1, 0, 0.5], in_pairs=False).numbers == (1, 1, 2)


def accepted(test, in_pairs, elo, noise, draws=0.4, bias=0.15):
    """What a test accepts of simulated games, where openings favour one side by `bias`."""
    running, score = Running(test, in_pairs), score_of(elo)
    while True:
        favour = noise.choice((-bias, bias))
        for sign in (1, -1):
            mean = score + sign * favour
            points = noise.choices((1, 0.5, 0), (mean - draws / 2, draws, 1 - mean - draws / 2))[0]
            if running.add(points):
                return running.state.decision


@pytest.mark.parametrize(("truth", "wrong"), [(0, "elo1"), (120, "elo0")])
def test_the_error_rates_are_within_their_bounds(truth, wrong):
    """Wide apart, so that few games are needed; 60 runs err 3 times on average, hardly ever 10 times."""
    noise, test = random.Random(5), Sprt(0, 120, model="logistic")
    ends = [accepted(test, True, truth, noise) for _ in range(60)]
    assert ends.count(wrong) <= 10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "in_pairs", "elo1"),
    [
        (Sprt(0, 40, model="logistic"), True, 40),
        (Sprt(0, 60, alpha=0.1, model="logistic"), True, 60),
        (Sprt(0, 40, model="logistic"), False, 40),
        (Sprt(0, 40 / math.sqrt(0.6)), False, 40),  # 40% draws: a game's standard deviation is half of the root of 0.6
    ],
    ids=str,
)
def test_the_error_rates_are_within_their_bounds_in_many_runs(test, in_pairs, elo1):
    """Three standard errors above them are allowed."""
    runs, noise, bias = 500, random.Random(6), 0.15 if in_pairs else 0.0
    for truth, wrong, most in ((0, "elo1", test.alpha), (elo1, "elo0", test.beta)):
        ends = [accepted(test, in_pairs, truth, noise, bias=bias) for _ in range(runs)]
        assert ends.count(wrong) / runs <= most + 3 * math.sqrt(most * (1 - most) / runs)


def test_a_match_ends_when_the_test_is_decided(tmp_path):
    game, file = zermelo.load("nim", stones=7), tmp_path / "games.jsonl"
    engines = [zermelo.Minimax(compiled=False), "random"]
    settings = {"seed": 3, "opening": 1, "balance": 1, "sprt": "elo0=0,elo1=100"}
    found = zermelo.match(game, engines, save=file, **settings)
    assert found.sprt.decision == "elo1"
    assert found.sprt.llr >= found.sprt.test.upper
    assert found.sprt.counts.total == found.games / 2
    assert found.sprt.counts.score == found.score
    before = Sprt(0, 100).llr(counts_of([one.utilities[n % 2] > 0 for n, one in enumerate(found.played[:-2])], True))
    assert before < found.sprt.test.upper  # it did not end later than it should
    again = zermelo.match(game, engines, save=file, resume=True, **settings)
    assert (again.games, again.sprt) == (found.games, found.sprt)
    assert len(file.read_text().splitlines()) == found.games
    longer = zermelo.match(game, engines, 4, seed=3, opening=1, balance=1, sprt=Sprt(0, 1))
    assert (longer.games, longer.sprt.decision) == (4, "")
    assert "not decided yet" in str(longer)


def test_tests_are_read_and_written():
    assert read_sprt("elo0=-3, elo1=1,alpha=0.01,model=logistic,pairs=no") == Sprt(-3, 1, 0.01, 0.05, "logistic", False)
    assert str(read_sprt("elo1=2,pairs=true")) == "elo0=0,elo1=2,pairs=true"
    for text, told in {
        "elo0=5": "a greater elo1",
        "elo2=5": "is not one",
        "elo1": "is not one",
        "elo1=x": "elo1 is a number",
        "elo1=1,elo1=2": "comes twice",
        "alpha=0.7": "less than 0.5",
        "model=best": "normalized, logistic or bayesian",
        "pairs=maybe": "true or false",
        "model=bayesian,pairs=true": "counts games",
    }.items():
        with pytest.raises(zermelo.ZermeloError, match=told):
            read_sprt(text)


def test_it_needs_two_engines_that_play_each_other():
    three = zermelo.load("castles")
    with pytest.raises(zermelo.ZermeloError, match="two engines that play against each other"):
        zermelo.match(three, ["random", "random:seed=1", "random:seed=2"], sprt="elo1=5")
    with pytest.raises(zermelo.ZermeloError, match="leave pairs=true out"):
        zermelo.match(three, ["random", "random:seed=1"], sprt="elo1=5,pairs=true")
    found = zermelo.match(three, ["random", "random:seed=1"], 4, sprt="elo1=5")
    assert len(found.sprt.counts.numbers) == 3
