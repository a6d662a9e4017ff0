"""Expectimax against every kind of opponent."""

from __future__ import annotations

from dataclasses import replace

import naive
import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.players.engines import engine
from zermelo.search.textbook.opponents import read_opponent

GAME = zermelo.load("tic-tac-toe")
WIN = opinion(GAME).win


def evaluate(state, player):
    """The game's own evaluation in units of utility."""
    return opinion(GAME).function(state, player) / WIN


def as_worst(game, state, values):
    return [float(i == values.index(min(values))) for i in range(len(values))]


def as_best(game, state, values):
    return [float(i == values.index(max(values))) for i in range(len(values))]


def alike(game, state, values):
    return [1 / len(values)] * len(values)


def centre_lover(state, action):
    return 3.0 if action == 4 else 1.0


def by_weight(game, state, values):
    weights = [centre_lover(state, action) for action in game.actions(state)]
    return [weight / sum(weights) for weight in weights]


def mostly_minimax(game, state, values):
    choice = naive.decision(game, state, 2, evaluate)
    actions = list(game.actions(state))
    return [0.8 * (action == choice) + 0.2 / len(actions) for action in actions]


MODELS = {
    "adversarial": (zermelo.ADVERSARIAL, as_worst),
    "benign": (zermelo.BENIGN, as_best),
    "random": (zermelo.RANDOM, alike),
    "weighted": (zermelo.weighted(centre_lover), by_weight),
    "mixture": (0.8 * zermelo.following(zermelo.Minimax(depth=2)) + 0.2 * zermelo.RANDOM, mostly_minimax),
}


@pytest.mark.long
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", MODELS)
def test_values_equal_the_twin(name, compiled):
    model, probabilities = MODELS[name]
    for seed in range(4):
        state = random_position(GAME, seed, most=3)
        analysis = zermelo.Expectimax(depth=3, opponent=model, compiled=compiled).analyse(GAME, state)
        twin = naive.expectimax(GAME, state, GAME.to_move(state), probabilities, 3, evaluate)
        decided = abs(twin) >= 1  # told in utilities, all else in the evaluation's units
        assert analysis.value == pytest.approx(twin if decided else twin * WIN)
        assert analysis.compiled == compiled


def test_a_strategy_of_the_user_s_runs_interpreted():
    def last_action(game, state):
        return game.legal(state)[-1]

    analysis = zermelo.Expectimax(depth=2, opponent=zermelo.following(last_action)).analyse(GAME)
    assert not analysis.compiled

    def as_last(game, state, values):
        return [0.0] * (len(values) - 1) + [1.0]

    assert analysis.value == pytest.approx(WIN * naive.expectimax(GAME, GAME.initial(), 0, as_last, 2, evaluate))


def test_the_adversarial_model_is_minimax():
    for seed in range(3):
        state = random_position(GAME, seed, most=4)
        expected = zermelo.Minimax(depth=3, compiled=False).analyse(GAME, state)
        found = zermelo.Expectimax(depth=3, opponent=zermelo.ADVERSARIAL, compiled=False).analyse(GAME, state)
        assert (found.value, found.action) == (expected.value, expected.action)


def test_a_model_is_read_from_text():
    model = read_opponent("0.8*minimax2+0.2*random", engine)
    assert model.random == 0.2
    assert model.following == ((0.8, zermelo.Minimax(depth=2)),)
    assert str(model) == "0.2*random+0.8*minimax2"
    assert read_opponent("benign", engine) == zermelo.BENIGN


@pytest.mark.parametrize("text", ["0.8*random", "0.5*random+0.6*benign", "fierce", "2*", "", "random random"])
def test_a_bad_model_is_refused_in_one_line(text):
    with pytest.raises(zermelo.ZermeloError) as error:
        read_opponent(text, engine)
    assert "\n" not in str(error.value)


def test_a_model_must_be_whole():
    with pytest.raises(zermelo.ZermeloError, match=r"add up to 0\.5"):
        zermelo.Expectimax(opponent=0.5 * zermelo.RANDOM)


def test_the_opponent_decides_which_bin():
    game = zermelo.load("bins")
    chosen = {
        part: zermelo.Expectimax(opponent=part * zermelo.ADVERSARIAL + (1 - part) * zermelo.BENIGN)(
            game, game.initial()
        )
        for part in (0.0, 0.5, 1.0)
    }
    assert chosen[0.0] == 0
    assert chosen[1.0] == 1


def test_a_node_budget_does_not_confuse_the_opponent_s_own_search():
    opponent = zermelo.following(zermelo.Minimax(4))
    whole = zermelo.Expectimax(depth=3, opponent=opponent).analyse(GAME)
    bounded = zermelo.Expectimax(depth=3, nodes=whole.nodes + 100, opponent=opponent).analyse(GAME)
    assert whole.compiled
    if bounded.depth == 3:
        assert bounded.value == whole.value


def test_an_opponent_of_another_opinion_is_not_compiled_with_ours():
    search = zermelo.Expectimax(depth=2, opponent=zermelo.following(zermelo.Minimax(2, evaluate="none")))
    assert not search.analyse(GAME).compiled
    with pytest.raises(zermelo.ZermeloError, match="does not compile"):
        replace(search, compiled=True).analyse(GAME)
