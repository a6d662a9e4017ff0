"""Pac-Man's evaluation: its terms by hand, compiled and interpreted; and the searches that use it."""

from __future__ import annotations

import naive
import pytest

import zermelo
from zermelo.evaluate import opinion
from zermelo.experts.pacman.evaluator import evaluator, seeker
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.mcts.search import MCTS
from zermelo.search.textbook.expectimax import Expectimax
from zermelo.search.textbook.maxn import MaxN
from zermelo.search.textbook.minimax import Minimax

ROWS = "%%%%%%%%%/%P__._oG%/%_%%%%%_%/%.____.G%/%%%%%%%%%"


def terms(game, position):
    return {term.name: term.feature for term in opinion(game).terms(game.read_state(position), 0)}


def test_its_terms_by_hand():
    game = zermelo.load("pacman", layout=ROWS)
    maze = "%%%%%%%%%/%___.___%/%_%%%%%_%/%_____._%/%%%%%%%%%"
    found = terms(game, f"{maze} P2,2 G2,4l G4,6l score=7 moves=3 turn=0")
    assert found == {
        "score": 7,
        "steps to the nearest food": 3,
        "steps that ghosts are too near": 2,  # 4 - 2; the other is 6 away
        "nearness of scared ghosts": 0,
    }
    found = terms(game, f"{maze} P2,2 G2,4l9 G4,6l score=7 moves=3 turn=0")
    assert found["steps that ghosts are too near"] == 0
    assert found["nearness of scared ghosts"] == pytest.approx(1 / 3)
    assert opinion(game).function(game.initial(), 0) == -opinion(game).function(game.initial(), 1)


def test_ghosts_that_seek_count_their_steps_to_him():
    game = zermelo.load("pacman", layout=ROWS)
    state = game.initial()
    assert seeker(ROWS).function(state, 0) == 6 + 8 == -seeker(ROWS).function(state, 1)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_searches_agree_with_their_twins(compiled):
    game, plies = zermelo.load("pacman", layout="rooms", moves=12), 4
    state, judge = game.initial(), evaluator("rooms", 12).function
    value = naive.minimax(game, state, plies, judge)
    assert Minimax(plies, compiled=compiled).analyse(game, state).value == value

    def uniform(game, state, values):
        return [1 / len(values)] * len(values)

    expected = naive.expectimax(game, state, 0, uniform, plies, judge)
    assert Expectimax(plies, compiled=compiled).analyse(game, state).value == pytest.approx(expected)
    assert expected >= value
    if not compiled:
        assert AlphaBeta(depth=plies, compiled=False).analyse(game, state).value == pytest.approx(value)
        assert MaxN(plies, compiled=False).analyse(game, state).value == pytest.approx(value)


def test_mcts_plays_it():
    game = zermelo.load("pacman", layout="%%%%%%%/%.P__G%/%_%%%_%/%_____%/%%%%%%%", moves=20)
    assert game.action_text(game.initial(), MCTS(sims=200, seed=1, compiled=False)(game, game.initial())) == "left"
