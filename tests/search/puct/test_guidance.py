"""The network guides PUCT: by its priors, by its values, or by the game's evaluation in its place."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest
from conftest import random_position
from search.puct.networks import TIC_TAC_TOE, arbitrary, visits

import zermelo
from zermelo.evaluate.network import uniform
from zermelo.search.puct.search import PUCT


def truth_of(game):
    """worth(state): the true value for the player to move, of two who take turns."""

    @cache
    def worth(state):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        return max(-worth(game.result(state, action)) for action in game.actions(state))

    return worth


@pytest.mark.parametrize("batch", [1, 4])
def test_a_network_that_knows_the_truth_plays_perfectly(batch):
    game = zermelo.load(TIC_TAC_TOE)
    worth = truth_of(game)

    def network(states):
        return [[1.0] * len(game.legal(state)) for state in states], [worth(state) for state in states]

    player = PUCT(network, sims=40, batch=batch, keep=False, compiled=False)
    for seed in range(20):
        state = random_position(game, seed, most=8)
        action = player(game, state)
        assert -worth(game.result(state, action)) == worth(state), game.state_text(state)


def test_priors_draw_the_visits():
    game = zermelo.load("connect-four")

    def network(states):
        return [[1.0 if action == 6 else 0.001 for action in game.legal(s)] for s in states], [0.0] * len(states)

    analysis = PUCT(network, sims=200, batch=4).analyse(game)
    assert analysis.action == 6
    assert max(visits(analysis)) > 180
    assert max(c.prior for c in analysis.candidates) == pytest.approx(1 / 1.006)


def test_it_takes_wins_and_stops_threats():
    game = zermelo.load(TIC_TAC_TOE)
    for board, move in (("xx./oo./...", "c3"), ("xx./o../o..", "c3"), ("oo./xx./x..", "c3")):
        state = game.read_state(board)
        assert game.action_text(state, PUCT(uniform(game), sims=400, seed=1)(game, state)) == move


def test_without_a_network_the_game_s_evaluation_leads():
    for spec in ("connect-four", "nim:stones=10"):  # Nim has none: playouts do
        game = zermelo.load(spec)
        result = zermelo.match(game, [PUCT(sims=100), zermelo.Random()], games=10, seed=1)
        assert result.score > 0.75


def test_three_players_each_want_their_own():
    game = zermelo.load("castles")
    for position, value in (("1,1,0,0", 2.0), ("1,1,0,1", 2.0), ("1,1,1,0", -1.0), ("1,1,1,2", -1.0)):
        analysis = PUCT(uniform(game), sims=400, keep=False, compiled=False).analyse(game, game.read_state(position))
        assert analysis.value == pytest.approx(value, abs=0.05)


def test_value_comes_near_the_truth_with_chance_nodes():
    for turns in (1, 3):  # take the point, flip the coin
        game = zermelo.load(f"coin-flip:turns={turns},heads=3")
        truth = zermelo.Expectiminimax(compiled=False).analyse(game)
        found = PUCT(uniform(game), sims=3000, seed=2, compiled=False).analyse(game)
        assert found.value == pytest.approx(truth.value, abs=0.08)
        assert found.action == truth.action


def test_utilities_of_any_size_are_explored_alike():
    """Othello pays discs: the same network in discs and in wins leads to the same visits."""
    game = zermelo.load("othello:size=4")

    def won(state, player):
        difference = game.utility(state, player)
        return math.copysign(1.0, difference) if difference else 0.0

    small = replace(game, utility=won, best_utility=1.0)
    large = replace(game, utility=lambda state, player: 16.0 * won(state, player), best_utility=16.0)
    network = arbitrary(game)

    def in_discs(states):
        priors, values = network(states)
        return priors, [16.0 * value for value in values]

    one = PUCT(network, sims=300, keep=False, compiled=False).analyse(small)
    other = PUCT(in_discs, sims=300, keep=False, compiled=False).analyse(large)
    assert visits(one) == visits(other)
