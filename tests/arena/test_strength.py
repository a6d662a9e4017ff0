"""Limited strength: fewer nodes, and choices that stray."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.arena.strength import LEVELS, STRONGEST, WEAKEST, LimitedPlayer, strength
from zermelo.search.advantage import advantage
from zermelo.search.analysis import Analysis, Candidate


@given(st.integers(WEAKEST, STRONGEST), st.integers(WEAKEST, STRONGEST))
def test_the_stronger_sees_more_and_strays_less(one, other):
    weak, strong = strength(min(one, other)), strength(max(one, other))
    assert weak.nodes <= strong.nodes
    assert weak.stray >= strong.stray


def test_a_limited_player_strays_but_not_blindly():
    chess, noise = zermelo.load("chess"), random.Random(1)
    values = [advantage(chess, pawns, False) for pawns in (0.3, 0.2, -0.1, -3.0)]
    shares = {
        elo: [[strength(elo).choose(values, noise) for _ in range(2000)].count(i) / 2000 for i in range(4)]
        for elo in (800, 1600, 2400)
    }
    assert all(best >= second >= third >= last for best, second, third, last in shares.values())
    assert shares[800][0] < shares[1600][0] < shares[2400][0]
    assert shares[800][3] > 0 == shares[1600][3]
    assert all(strength(800).choose([0.95, 1.0, 0.94], noise) == 1 for _ in range(200))
    assert strength(1200).choose(values, random.Random(7)) == strength(1200).choose(values, random.Random(7))


def test_a_player_s_text_tells_its_strength():
    """A saved match knows its engines by their texts."""
    assert str(LimitedPlayer(LEVELS["easy"])) == "easy"
    assert str(LimitedPlayer(strength(800))) == "limited:nodes=400,depth=1,sims=300,stray=0.101,candidates=8"
    assert str(LimitedPlayer(strength(800))) != str(LimitedPlayer(strength(900)))


def test_a_lucky_playout_is_not_believed():
    game = zermelo.load("tic-tac-toe")
    thought = zermelo.MCTS(sims=200, seed=1, solver=False, compiled=False).analyse(game)
    lucky = [replace(one, value=0.5, visits=1000 if one.action == thought.action else 1) for one in thought.candidates]
    player = LimitedPlayer(LEVELS["beginner"], seed=1)
    thought = replace(thought, candidates=tuple(lucky))
    assert {player.pick(thought) for _ in range(50)} == {thought.action}


@pytest.mark.long
def test_the_cube_is_turned_with_care():
    """With the best utility as its scale, no decision seemed to matter, and everybody doubled at random."""
    game = zermelo.load("backgammon:cube=true")
    state = game.initial()
    for _ in range(2):
        state = game.result(state, game.moves(state)[0])
    roll, double = game.legal(state)
    assert game.action_text(state, double) == "double"
    found = (Candidate(roll, 0.01), Candidate(double, -0.27))
    thought = Analysis(game, state, "test", roll, 0.01, False, (roll,), 1, 1, 0.1, found, in_utilities=True)
    doubled = sum(LimitedPlayer(LEVELS["medium"], seed=seed).pick(thought) == double for seed in range(200))
    assert doubled <= 2
