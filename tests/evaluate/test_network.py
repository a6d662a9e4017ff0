"""Networks without training: what they say is what the game's evaluation, or a playout, says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.evaluate.network import ask, bounds, default_network, from_evaluator, from_rollouts, uniform
from zermelo.search.puct.search import PUCT

GAMES = ["tic-tac-toe", "connect-four", "castles", "pig:goal=20", "nim:stones=9", "othello:size=4"]


def answer(game, network, states):
    """The network's answer as the search takes it."""
    counts = [len(game.legal(state)) for state in states]
    return ask(network, game, states, counts, [game.to_move(state) for state in states])


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("make", [uniform, lambda game: from_rollouts(game, seed=1), default_network])
def test_every_network_keeps_the_contract(spec, make):
    game = zermelo.load(spec)
    states = [random_position(game, seed, most=6) for seed in range(5)]
    priors, values = answer(game, make(game), states)
    assert len(priors) == sum(len(game.legal(state)) for state in states)
    assert priors.sum() == pytest.approx(5)
    assert values.shape == (5, game.players)
    low, high = bounds(game)
    assert np.all((low <= values) & (values <= high))
    if game.players == 2:
        assert np.allclose(values.sum(axis=1), 0)


def test_uniform_has_no_opinion():
    game = zermelo.load("connect-four")
    priors, values = answer(game, uniform(game), [game.initial()])
    assert priors.tolist() == [1 / 7] * 7
    assert values.tolist() == [[0.0, 0.0]]


def test_an_evaluation_s_values_are_for_the_player_to_move():
    game = zermelo.load("connect-four")
    evaluate = opinion(game).function
    network = from_evaluator(game, scale=3.0)
    for seed in range(8):
        state = random_position(game, seed)
        _, (value,) = network([state])
        assert value == pytest.approx(math.tanh(evaluate(state, game.to_move(state)) / 3.0))


def test_an_evaluation_s_priors_are_a_softmax():
    game = zermelo.load("tic-tac-toe")
    evaluate = opinion(game).function
    win = opinion(game).win
    network = from_evaluator(game, scale=2.0, temperature=0.5)
    for seed in range(8):
        state = random_position(game, seed, most=6)
        mover = game.to_move(state)
        after = [game.result(state, action) for action in game.legal(state)]
        worth = [win * game.utility(s, mover) if game.is_terminal(s) else evaluate(s, mover) for s in after]
        powers = np.exp(np.array(worth) - max(worth))
        priors, _ = answer(game, network, [state])
        assert priors == pytest.approx(powers / powers.sum())


def test_a_win_at_hand_gets_the_prior():
    game = zermelo.load("connect-four")
    state = game.initial()
    for action in (3, 0, 3, 0, 3, 1):
        state = game.result(state, action)
    priors, _ = answer(game, from_evaluator(game), [state])
    assert game.legal(state)[int(priors.argmax())] == 3
    assert priors.max() > 0.9


def test_an_evaluation_that_sees_nothing_is_harmless():
    game = zermelo.load("nim:stones=6")
    priors, values = answer(game, from_evaluator(game, evaluate=lambda state, player: 0.0), [game.initial()])
    assert priors.tolist() == [1 / 3] * 3
    assert values.tolist() == [[0.0, 0.0]]
    with pytest.raises(zermelo.ZermeloError, match="nim has no evaluation"):
        from_evaluator(game)


def test_playouts_are_seeded_and_their_mean_is_the_truth_of_chance():
    game = zermelo.load("nim:stones=2")
    one, other = (from_rollouts(game, seed=5)([game.initial()] * 20)[1] for _ in range(2))
    assert one == other
    (value,) = from_rollouts(game, seed=1, playouts=4000)([game.initial()])[1]
    assert value == pytest.approx(0.0, abs=0.06)  # take two and win, or take one and lose
    state = game.read_state("1,1")
    assert from_rollouts(game, seed=1)([state])[1] == [1.0]
    assert from_rollouts(game, seed=1, longest=1)([game.initial()])[1][0] in (0.0, 1.0, -1.0)


def test_utilities_in_discs_stay_within_the_game_s():
    game = zermelo.load("othello:size=6")
    states = [random_position(game, seed) for seed in range(6)]
    network = from_evaluator(game, evaluate=lambda state, player: 1e6 * (1 - 2 * player), scale=1.0)
    _, values = answer(game, network, states)
    assert np.allclose(np.abs(values), game.best_utility)


@pytest.mark.long
def test_the_network_is_asked_for_states_of_the_game_s_own_class():
    """States that come back from compiled code have the class and the field types of the initial one."""
    game = zermelo.load("othello:size=4")
    kinds = [type(field) for field in game.initial()]

    def network(states):
        for state in states:
            assert type(state) is type(game.initial())
            assert [type(field) for field in state] == kinds
        return uniform(game)(states)

    assert PUCT(network, sims=30, compiled=True).analyse(game).simulations == 30
