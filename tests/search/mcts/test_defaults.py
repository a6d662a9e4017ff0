"""The options of MCTS that were left open, and evaluations as utilities."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

import zermelo
from zermelo.evaluate import Guide, Opinion, advice, opinion
from zermelo.game import ZermeloError
from zermelo.search.mcts import defaults
from zermelo.search.mcts.defaults import GUIDED, LED, USUAL
from zermelo.search.mcts.options import MctsOptions, read_playout
from zermelo.search.mcts.search import MCTS
from zermelo.search.sampling.scale import as_utility

GAMES = {
    spec: zermelo.load(spec)
    for spec in ("nim", "tic-tac-toe", "breakthrough", "go:size=5", "othello", "pig", "castles")
}
GAMES["checkers"] = zermelo.load("checkers")


def chosen(spec, **options):
    return MCTS(**options).parts(GAMES[spec])


def test_parts_of_each_game():
    def on(spec, **options):
        return set(chosen(spec, **options)[0].words())

    assert on("nim") == {"UCB1", "solver", "decisive moves"}
    assert on("nim", plain=True) == {"UCB1"}
    assert on("nim", plain=True, rave=9, mast=True) == {"UCB1", "RAVE", "MAST"}
    assert on("nim", plain=True, solver=True) == {"UCB1", "solver"}
    assert on("nim", plain=True, solver=True, decisive=True) == {"UCB1", "solver", "decisive moves"}
    assert on("othello", plain=True, prior=3.0) == {"UCB1", "priors"}
    assert on("nim", plain=True, longest=3) == {"UCB1", "cut playouts"}
    assert on("castles") == {"UCB1"}, "no proofs among three"
    assert on("pig") == {"UCB1", "solver", "decisive moves"}
    assert on("pig", open_loop=True) == {"UCB1", "open loop"}
    assert on("nim", open_loop=True) == {"UCB1"}, "without chance a loop cannot be open"
    assert on("nim", solver=False) == {"UCB1"}
    assert on("nim", decisive=False) == {"UCB1", "solver"}
    assert on("tic-tac-toe", prior=3) == {"UCB1", "solver", "decisive moves", "priors"}
    assert on("tic-tac-toe", prior=3, bias=1) == on("tic-tac-toe", prior=3) | {"progressive bias"}
    assert on("tic-tac-toe", prior=0, bias=1) == on("nim")
    assert on("tic-tac-toe", prior=3, evaluate="none") == on("nim"), "nothing to expect"
    assert on("tic-tac-toe", implicit=0.5) == on("nim") | {"implicit minimax"}
    assert on("tic-tac-toe", implicit=0.5, evaluate="none") == on("nim")
    assert on("castles", implicit=0.5, prior=2) == {"UCB1"}
    assert on("pig", prior=4, open_loop=True, implicit=0.5) == {"UCB1", "open loop"}
    assert on("nim", rave=5, mast=True, urgency=0.5, selection="ucb1-tuned") == {
        *("UCB1-Tuned", "first-play urgency", "RAVE", "MAST", "solver", "decisive moves"),
    }
    assert on("breakthrough") >= {"priors", "playout policy"}
    assert on("breakthrough", playout="random", prior=0) == on("nim")
    assert on("breakthrough", playout=lambda state, fraction: 0) == on("breakthrough")
    assert on("go:size=5") >= {"RAVE", "priors", "playout policy"}
    assert "RAVE" not in on("go:size=5", rave=0)
    assert on("nim", transpositions=True) == on("nim") | {"transpositions"}


def test_what_the_kernel_is_told_about_the_game():
    parts, _ = chosen("nim")
    nim = GAMES["nim"]
    assert (parts.players, parts.mirrored, parts.chance, parts.best) == (2, True, False, 1.0)
    assert (parts.most, parts.longest) == (nim.max_actions, nim.max_plies)
    assert chosen("castles")[0].mirrored is False
    assert chosen("pig")[0].chance is True
    assert chosen("pig")[0].longest == (GAMES["pig"].max_plies or 1000)
    assert MCTS().parts(zermelo.load("random-tree"))[0].best == math.inf
    assert [chosen("nim", threads=n, parallel=p)[0].shared for n, p in ((1, "tree"), (2, "tree"), (2, "root"))] == [
        *(False, True, False),
    ]
    assert chosen("nim")[0].family == 0
    assert chosen("pig", open_loop=True)[0].family == GAMES["pig"].max_actions
    assert chosen("nim")[0].looks_ahead is True
    assert chosen("nim", decisive=False)[0].looks_ahead is False
    assert chosen("tic-tac-toe", decisive=False, prior=2)[0].looks_ahead is True
    assert chosen("tic-tac-toe", decisive=False, implicit=0.5)[0].looks_ahead is True
    assert chosen("breakthrough", decisive=False)[0].looks_ahead is False, "the guide needs no state"
    assert [chosen("nim", rave=r, mast=m)[0].trails for r, m in ((0, False), (5, False), (0, True))] == [
        *(False, True, True),
    ]


def test_numbers_of_the_parts():
    assert (math.sqrt(0.5), 0.2, 0.05) == (USUAL, GUIDED, LED)
    _, knobs = chosen("nim")
    assert knobs == {
        "exploration": USUAL,
        "urgency": 0.0,
        "bias": 0.0,
        "prior": 0.0,
        "rave": 0.0,
        "implicit": 0.0,
        "loss": 1.0,
        "epsilon": 0.0,
        "cut": GAMES["nim"].max_plies,
        "patience": 1,
        "threads": 1,
        "early": 1,
    }
    options = {"urgency": 0.3, "bias": 0.2, "implicit": 0.1, "virtual_loss": 3.0, "epsilon": 0.7, "patience": 4}
    _, knobs = chosen("tic-tac-toe", prior=5, rave=7, longest=2, exploration=0.9, **options)
    assert knobs == {
        "exploration": 0.9,
        "urgency": 0.3,
        "bias": 0.2,
        "prior": 5.0,
        "rave": 7.0,
        "implicit": 0.1,
        "loss": 3.0,
        "epsilon": 0.7,
        "cut": 2,
        "patience": 4,
        "threads": 1,
        "early": 1,
    }
    assert chosen("nim", mast=True)[1]["epsilon"] == 0.4
    assert chosen("tic-tac-toe", prior=5)[1]["exploration"] == GUIDED
    assert chosen("tic-tac-toe", prior=5, rave=7)[1]["exploration"] == LED
    assert chosen("breakthrough")[1]["patience"] == 2
    assert chosen("breakthrough")[1]["prior"] == 1.0
    assert chosen("othello")[1]["prior"] == advice(GAMES["othello"]).trust > 0
    assert chosen("othello")[1]["cut"] == advice(GAMES["othello"]).longest > 0
    assert chosen("othello", evaluate="none")[1]["cut"] == GAMES["othello"].max_plies
    assert chosen("othello", evaluate="none")[0].cut is False
    early = [{}, {"early": False}, {"threads": 3}, {"threads": 3, "parallel": "root"}, {"parallel": "root"}]
    assert [chosen("nim", **given)[1]["early"] for given in early] == [1, 0, 3, -1, 1]
    knobs = {"exploration": USUAL, "loss": 1.0, "cut": GAMES["nim"].max_plies, "patience": 1, "early": 0}
    assert knobs.items() <= chosen("nim", plain=True)[1].items()
    assert chosen("nim", plain=True, early=True)[1]["early"] == 1
    assert chosen("nim", plain=True, exploration=2.0, longest=3)[1]["exploration"] == 2.0
    assert chosen("nim", plain=True, exploration=2.0, longest=3)[1]["cut"] == 3


def test_an_evaluation_as_a_utility():
    def leads(state, player):
        return state if player == 0 else -state

    share = as_utility(Opinion(leads, win=10.0), 1.0, 0.0)
    assert (share(5.0, 0), share(5.0, 1)) == (0.5, -0.5)
    units = as_utility(Opinion(leads, win=100.0, unit=2.0), 3.0, 0.0)
    assert units(2.0, 0) == pytest.approx(1.5), "one unit is halfway from even to won"
    assert units(-2.0, 0) == pytest.approx(-1.5)
    assert 2.999 < units(50.0, 0) <= 3.0
    assert as_utility(Opinion(leads, win=100.0, unit=0.5), 1.0, 0.0)(0.5, 0) == pytest.approx(0.5)
    unknown = as_utility(Opinion(leads, win=100.0, unit=2.0), math.inf, 0.0)
    assert unknown(2.0, 0) == pytest.approx(0.5)
    centred = as_utility(Opinion(leads), 0.5, 0.5)
    assert centred(0.75, 0) == 0.25
    assert opinion(GAMES["othello"]) is not None


def test_budgets_and_evaluators_of_the_options():
    assert MCTS().simulations == 10_000
    assert MCTS(sims=7).simulations == MCTS(sims=7, time=1.0).simulations == 7
    assert MCTS(time=1.0).simulations is MCTS(nodes=5).simulations is None
    assert MCTS(plain=True).evaluator(GAMES["othello"]) is None
    assert MCTS(plain=True, longest=4).evaluator(GAMES["othello"]) is opinion(GAMES["othello"])
    assert MCTS().evaluator(GAMES["othello"]) is opinion(GAMES["othello"])
    assert MCTS(evaluate="none").evaluator(GAMES["othello"]) is None


def test_what_the_options_refuse():
    assert MCTS(open_loop=True).refusal(GAMES["pig"]) is None
    words = replace(GAMES["nim"], actions=lambda state: iter(["one"]), fill=None)
    assert MCTS().refusal(words) is None
    assert "needs actions that are integers" in MCTS(open_loop=True).refusal(words)
    for options in ({"urgency": -0.1}, {"prior": -0.1}, {"sims": 0}):
        with pytest.raises(ZermeloError, match="must be"):
            MCTS(**options)
    assert read_playout("random", None) == "random"
    with pytest.raises(ValueError, match="can only be 'random' here, not 'best'"):
        read_playout("best", None)
    for options in ({"transpositions": True}, {"open_loop": True}):
        with pytest.raises(ZermeloError, match="try parallel=root"):
            MCTS(threads=2, **options)
        assert isinstance(MCTS(threads=2, parallel="root", **options), MctsOptions)
        assert isinstance(MCTS(**options), MctsOptions)
    with pytest.raises(ZermeloError, match="there are no transpositions"):
        MCTS(transpositions=True, open_loop=True)


def test_moves_are_learnt_for_up_to_fifteen_players():
    for players in (3, 15, 16):
        game = replace(GAMES["castles"], players=players)
        parts, _ = MCTS(rave=5, mast=True).parts(game)
        assert parts.rave is parts.mast is (players < 16)


def test_a_guide_s_priors_need_a_closed_loop(monkeypatch):
    guide = Guide(prior=lambda state, action: (0.5, 1.0))
    monkeypatch.setattr(defaults, "advice", lambda game: guide)
    assert MCTS().parts(GAMES["pig"])[0].prior is not None
    assert MCTS(open_loop=True).parts(GAMES["pig"])[0].priors is False
