"""Oshi-Zumo."""

from __future__ import annotations

import json
from functools import cache

import pytest

import zermelo
from zermelo.knowledge import after, at_start
from zermelo.show.text import text


def play(game, *bids):
    state = game.initial()
    for bid in bids:
        state = game.result(state, bid)
    return state


def test_the_higher_bid_pushes_and_both_pay():
    game = zermelo.load("oshi-zumo", coins=10, size=1)
    state = play(game, 4, 3)
    assert game.state_text(state) == "6 7 3 1"
    assert not game.is_terminal(state)
    state = game.result(game.result(state, 2), 1)
    assert game.is_terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (1, -1)
    assert play(game, 5, 5) == game.read_state("5 5 2 1")


def test_who_has_less_than_the_minimum_bids_all():
    game = zermelo.load("oshi-zumo", coins=5, minimum=3)
    assert game.legal(game.initial()) == [3, 4, 5]
    state = play(game, 4, 3)
    assert game.legal(state) == [1]
    assert game.legal(game.result(state, 1)) == [2]
    end = game.result(game.result(state, 1), 2)
    assert game.is_terminal(end)  # nobody has coins; the wrestler is back in the middle
    assert game.utility(end, 0) == 0


def test_without_a_minimum_the_horizon_ends_it():
    game = zermelo.load("oshi-zumo", coins=3, minimum=0, horizon=2)
    assert game.is_terminal(play(game, 0, 0, 0, 0))
    assert not game.is_terminal(play(game, 0, 0, 0))


def test_bids_are_secret_until_both_are_made():
    game = zermelo.load("oshi-zumo", coins=5)
    start = game.initial()
    known = [after(game, at_start(game), start, bid) for bid in (1, 4)]
    assert known[0][1] == known[1][1]
    drawn = {text(game.scene(game.view(play(game, bid), 1), 1)) for bid in (1, 4)}
    assert len(drawn) == 1


def test_the_published_best_reply_to_uniform_bids(truth):
    """All that counts is public between turns, so that a table of those states is enough."""
    known = json.loads(truth("poker/openspiel_asserted_values.json").read_text())["asserted"]
    game = zermelo.load("oshi-zumo", coins=5, minimum=0, horizon=5)

    @cache
    def worth(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        means = []
        for bid in game.legal(state):
            made = game.result(state, bid)
            ends = [worth(game.result(made, reply)) for reply in game.legal(made)]
            means.append(sum(ends) / len(ends))
        return max(means)

    found = worth(game.initial())
    assert found == pytest.approx(known["oshi_zumo(horizon=5,coins=5)_BR_value_vs_uniform_p0"], abs=1e-9)


@pytest.mark.parametrize("wrong", ["5 5", "9 5 4 0", "5 5 99 0", "5 5 5 0", "5 5 4 0 6", "a b c d", "5 5 8 1 1"])
def test_bad_positions(wrong):
    with pytest.raises(zermelo.ZermeloError):
        zermelo.load("oshi-zumo", coins=5).read_state(wrong)


@pytest.mark.parametrize("parameters", [{"coins": 0}, {"size": 0}, {"minimum": 51}, {"horizon": 0}])
def test_bad_parameters(parameters):
    with pytest.raises(zermelo.ZermeloError, match=f"{next(iter(parameters))} must be"):
        zermelo.load("oshi-zumo", **parameters)
