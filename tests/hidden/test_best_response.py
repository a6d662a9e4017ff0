"""Best responses and exploitability."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hidden.random_games import best_value, expected, random_game
from hypothesis import given, settings
from hypothesis import strategies as draws

import zermelo
from zermelo.hidden.equilibrium.best_response import assess, best_response
from zermelo.hidden.equilibrium.flat import lay_out, path_to
from zermelo.hidden.equilibrium.sequence_form import plan, sequence_form, strategy_of

KUHN = zermelo.load("kuhn-poker")


def random_strategy(flat, seed):
    noise = np.random.default_rng(seed)
    form = sequence_form(flat)
    return strategy_of(form, plan(form, flat.uniform()) * noise.exponential(size=flat.slots))


@settings(max_examples=8)
@given(draws.integers(0, 10**6))
def test_on_random_games_it_is_the_best_of_all_pure_strategies(seed):
    game = random_game(seed, players=random.Random(seed).choice([2, 2, 3]))
    flat = lay_out(game)
    strategy, form = random_strategy(flat, seed), sequence_form(flat)
    shares = {known: strategy[flat.slots_of(number)] for number, known in enumerate(flat.known)}
    found = assess(form, strategy)
    assert found.values == pytest.approx(expected(game, shares.__getitem__))
    for player in range(game.players):
        if np.prod(flat.set_count[list(flat.sets_of(player))]) > 200:
            continue  # too many pure strategies
        assert found.best[player] == pytest.approx(best_value(game, shares.__getitem__, player))
        value, response = best_response(form, strategy, player)
        assert value == found.best[player]
        assert assess(form, response).values[player] == pytest.approx(value)
    assert found.nash_conv == pytest.approx(sum(found.best) - sum(found.values))
    assert found.exploitability == pytest.approx(found.nash_conv / game.players)


def test_nash_conv_is_what_the_players_gain_also_where_values_do_not_add_up_to_0():
    """In the prisoner's dilemma of 3, 5, 1 and 0 points, uniform play is worth 9/4; always to defect brings 3."""
    flat = lay_out(zermelo.load("prisoners-dilemma"))
    found = assess(sequence_form(flat), flat.uniform())
    assert found.values == pytest.approx((9 / 4, 9 / 4))
    assert found.best == pytest.approx((3.0, 3.0))
    assert found.nash_conv == pytest.approx(3 / 2)
    assert found.exploitability == pytest.approx(3 / 4)


def test_uniform_play_of_kuhn_is_as_exploitable_as_published(truth):
    reference = json.loads(truth("poker/openspiel_poker_reference.json").read_text())
    asserted = json.loads(truth("poker/openspiel_asserted_values.json").read_text())["asserted"]
    flat = lay_out(KUHN)
    found = assess(sequence_form(flat), flat.uniform())
    assert found.nash_conv == pytest.approx(reference["uniform_random_nash_conv"]["kuhn_poker"], abs=1e-12)
    assert found.values[0] == pytest.approx(asserted["kuhn_uniform_vs_uniform_value_p0"])


def bluffing(flat, alpha):
    """The equilibria of Kuhn poker, one for each alpha from 0 to 1/3."""
    bets = {"J": alpha, "Q": 0.0, "K": 3 * alpha, "J pb": 0.0, "Q pb": alpha + 1 / 3, "K pb": 1.0}
    answers = {"J p": 1 / 3, "Q p": 0.0, "K p": 1.0, "J b": 0.0, "Q b": 1 / 3, "K b": 1.0}
    strategy = flat.uniform()
    for number, known in enumerate(flat.known):
        turns = "".join("pb"[known.view.bets >> turn & 1] for turn in range(known.view.taken))
        bet = (bets, answers)[known.player][f"{'JQK'[known.view.card]} {turns}".strip()]
        strategy[flat.slots_of(number)] = 1 - bet, bet
    return strategy


@pytest.mark.parametrize("alpha", [0.0, 0.2, 1 / 3])
def test_the_known_equilibria_of_kuhn_cannot_be_exploited(alpha):
    flat = lay_out(KUHN)
    found = assess(sequence_form(flat), bluffing(flat, alpha))
    assert found.values == pytest.approx((-1 / 18, 1 / 18))
    assert found.exploitability == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(("name", "uniform"), [("Uniform", True), ("Optimal", False)])
@pytest.mark.parametrize("player", [0, 1])
def test_values_along_best_responses_are_the_published_ones(truth, name, uniform, player):
    values = json.loads(truth("poker/openspiel_asserted_values.json").read_text())["best_response_values"]
    published = values[f"GetKuhn{name}BestResponseValuesPid{player}"]
    flat = lay_out(KUHN)
    strategy = flat.uniform() if uniform else bluffing(flat, 0.2)
    _, response = best_response(sequence_form(flat), strategy, player)
    worth = flat.values(flat.weights(response))[:, player]
    assert {history(flat, node): value for node, value in enumerate(worth)} == pytest.approx(published, abs=1e-9)


def history(flat, node):
    """A way through Kuhn poker as the reference writes it: "2 0 pb"."""
    state, words, turns = KUHN.initial(), [], ""
    for index in path_to(flat, node):
        action = KUHN.moves(state)[index]
        if state.dealt < 2:
            words.append(str(action))
        else:
            turns += "pb"[action]
        state = KUHN.result(state, action)
    return " ".join([*words, *([turns] if turns else [])])
