"""A search by PUCT as a whole: budgets, options, and networks that answer badly."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace

import pytest
from search.puct.networks import visits

import zermelo
from zermelo.evaluate.network import uniform
from zermelo.search.puct.search import PUCT


def test_budgets():
    game = zermelo.load("connect-four")
    analysis = PUCT(uniform(game), time=0.2, keep=False).analyse(game)
    assert 0.1 < analysis.seconds < 1.0
    assert analysis.simulations > 100
    small = PUCT(uniform(game), nodes=500, keep=False).analyse(game)
    assert small.nodes <= 500
    assert small.reason == "the tree is full"
    assert sum(visits(small)) == small.simulations
    assert PUCT(uniform(game), time=1e-9, keep=False).analyse(game).action in range(7)
    assert PUCT(uniform(game), sims=1, batch=16, keep=False).analyse(game).simulations == 1
    tiny = PUCT(uniform(game), sims=5000, megabytes=1, keep=False).analyse(game)
    assert tiny.nodes * 54 <= 1_000_000


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (lambda n: ([[1.0] * 9] * n, [0.0] * n), "gave 9 priors at .* which has 7 legal actions"),
        (lambda n: ([[math.nan] * 7] * n, [0.0] * n), "the prior nan at"),
        (lambda n: ([[1.0] * 6 + [-0.5]] * n, [0.0] * n), "the prior -0.5 at .* at least 0"),
        (lambda n: ([[1.0] * 7] * n, [1.5] * n), "the value 1.5 at .* utilities of connect-four are -1 to 1"),
        (lambda n: ([[1.0] * 7] * n, [math.nan] * n), "the value nan at"),
        (lambda n: ([[1.0] * 7] * n, [(0.0, 0.0)] * n), "gave 2 values at .* one number, for the player to move"),
        (lambda n: ([[1.0] * 7] * n, [0.0] * (n + 1)), "asked about 1 states and gave priors for 1 and values for 2"),
        (lambda n: [0.0] * 7, r"returns \(priors, values\), not list"),
        (lambda n: None, r"returns \(priors, values\), not NoneType"),
        (lambda n: ([["a"] * 7] * n, [0.0] * n), "are not numbers"),
    ],
)
def test_a_bad_network_is_told_in_one_line(answer, line):
    game = zermelo.load("connect-four")
    with pytest.raises(zermelo.ZermeloError, match=line) as error:
        PUCT(lambda states: answer(len(states)), sims=10).analyse(game)
    assert "\n" not in str(error.value)


def test_a_tuple_a_player_is_wanted_where_there_are_three():
    game = zermelo.load("castles")
    with pytest.raises(zermelo.ZermeloError, match="a tuple of 3, one per player"):
        PUCT(lambda states: ([[1.0, 1.0]] * len(states), [0.0] * len(states)), sims=10).analyse(game)


def test_where_all_priors_are_0_every_action_is_alike():
    game = zermelo.load("connect-four")
    nothing = PUCT(lambda states: ([[0.0] * len(game.legal(s)) for s in states], [0.0] * len(states)), sims=50)
    assert nothing.analyse(game).candidates == PUCT(uniform(game), sims=50).analyse(game).candidates


def test_what_cannot_be_searched_is_refused():
    game = zermelo.load("nim")
    hidden = replace(game, view=lambda state, player: state.player)
    with pytest.raises(zermelo.ZermeloError, match="puct needs perfect information"):
        PUCT(uniform(game)).analyse(hidden)
    with pytest.raises(zermelo.ZermeloError, match="the game is over"):
        PUCT(uniform(game)).analyse(game, game.read_state("0,0"))
    with pytest.raises(zermelo.ZermeloError, match="max_actions"):
        PUCT(uniform(game), compiled=True).analyse(replace(game, max_actions=2))


@pytest.mark.parametrize(
    "options",
    [{"sims": 0}, {"batch": 0}, {"batch": True}, {"time": -1}, {"noise": 1.5}, {"temperature": -1}, {"network": "me"}],
)
def test_bad_options_are_refused(options):
    with pytest.raises(zermelo.ZermeloError, match="must be"):
        PUCT(**options)


def test_a_search_travels():
    game = zermelo.load("nim:stones=5")
    search = PUCT(sims=20, seed=1, batch=3, noise=0.25)
    search.analyse(game)
    assert pickle.loads(pickle.dumps(search)) == search
