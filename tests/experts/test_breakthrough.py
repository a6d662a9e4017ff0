"""Breakthrough's advice: legal, the same compiled and interpreted, and it sees wins and threats."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import advice
from zermelo.experts.breakthrough import FREE, LOSES, SAVES, WINS

WIN_OR_STOP = """
........
w.......
........
........
........
........
......b.
.......w"""


@pytest.mark.parametrize(
    "spec", ["breakthrough", "breakthrough:rows=5,columns=4", "breakthrough:rows=6,columns=3,ranks=1"]
)
def test_playouts_are_legal_and_end(spec):
    game = zermelo.load(spec)
    guide = advice(game)
    for seed in range(20):
        noise, state = random.Random(seed), game.initial()
        while not game.is_terminal(state):
            action = guide.playout(state, noise.random())
            assert action in game.legal(state)
            state = game.result(state, action)


def at(text, side):
    game = zermelo.load("breakthrough")
    return game, game.read_state("/".join(text.split()) + f" {side}")


def test_a_win_is_taken_and_a_threat_is_stopped():
    game, state = at(WIN_OR_STOP, "w")
    for fraction in (0.0, 0.3, 0.7, 0.99):
        assert game.action_text(state, advice(game).playout(state, fraction)).startswith("a7")
    game, state = at(WIN_OR_STOP.replace("w.......", "........"), "w")
    for fraction in (0.0, 0.3, 0.7, 0.99):
        assert game.action_text(state, advice(game).playout(state, fraction)) == "h1xg2"


def test_every_action_is_played_sometimes():
    game = zermelo.load("breakthrough")
    state = random_position(game, 4, most=10)
    noise = random.Random(1)
    seen = Counter(advice(game).playout(state, noise.random()) for _ in range(3000))
    assert set(seen) == set(game.legal(state))


def test_priors_tell_wins_captures_and_losses():
    game, state = at(WIN_OR_STOP, "w")
    prior = advice(game).prior
    told = {game.action_text(state, action): prior(state, action) for action in game.legal(state)}
    assert told["a7a8"] == told["a7b8"] == WINS
    assert told["h1xg2"] == SAVES
    game, state = at("........ ........ ..b..... ........ ...w.b.. ....w... ........ ........", "w")
    told = {game.action_text(state, action): prior(state, action) for action in game.legal(state)}
    assert told["e3xf4"] == FREE
    assert told["d4d5"] == LOSES
    assert told["e3e4"][0] > 0.5


@pytest.mark.long
def test_compiled_and_interpreted_agree():
    game = zermelo.load("breakthrough:rows=5,columns=4")
    fast, slow = (zermelo.MCTS(sims=300, seed=2, compiled=compiled).analyse(game) for compiled in (True, False))
    assert fast.candidates == slow.candidates
    assert "playout policy" in fast.parts
    assert "priors" in fast.parts
