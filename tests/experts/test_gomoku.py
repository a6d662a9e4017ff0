"""Gomoku's advice: which moves win, which stop a loss, and the same compiled and interpreted."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.evaluate import advice
from zermelo.experts.gomoku import (
    FAR,
    MAKES_FOUR,
    MAKES_OPEN_FOUR,
    MAKES_OPEN_THREE,
    NEAR,
    STOPS_FIVE,
    STOPS_OPEN_FOUR,
    STOPS_OPEN_THREE,
    WINS,
)

# X has three in row 9 with both ends free, O four in row 3 with one end free
THREE_AND_FOUR = """
.........
.........
.........
..XXX....
.........
.........
XOOOO....
X........
........."""


def told(text, spec="gomoku:size=9"):
    game = zermelo.load(spec)
    state = game.read_state("/".join(text.split()))
    prior = advice(game).prior
    return {game.action_text(state, action): prior(state, action) for action in game.legal(state)}


def test_fives_and_fours():
    priors = told(THREE_AND_FOUR.replace("X........", "........."))  # four each: X to move
    assert priors["b6"] == priors["f6"] == MAKES_OPEN_FOUR
    assert priors["f3"] == STOPS_FIVE
    assert priors["h9"] == FAR
    assert priors["c7"] == NEAR
    priors = told(THREE_AND_FOUR)  # O to move
    assert priors["f3"] == WINS
    assert priors["b6"] == STOPS_OPEN_FOUR


def test_threes():
    priors = told("......... ......... ..XX..... ......... ......... ......OO. ......... ......... .........")
    assert priors["e7"] == MAKES_OPEN_THREE
    assert priors["f4"] == STOPS_OPEN_THREE
    closed = told("......... ......... OXXX..... ......... ......... ....O.O.. ......... ......... .........")
    assert closed["e7"] == MAKES_FOUR


def test_six_do_not_win_where_five_must_be_exact():
    board = "......... ......... XXX.XX... ......... ......... OO.OO.O.. ......... ......... ........."
    assert told(board)["d7"] == WINS
    assert told(board, "gomoku:size=9,rule=exact")["d7"] != WINS


@pytest.mark.parametrize("spec", ["gomoku:size=7", "gomoku:size=7,swap=true"])
def test_every_prior_is_a_share(spec):
    game = zermelo.load(spec)
    state = game.initial()
    while not game.is_terminal(state):
        for action in game.legal(state):
            mean, visits = advice(game).prior(state, action)
            assert 0 <= mean <= 1
            assert visits >= 0
        state = game.result(state, game.legal(state)[-1])


@pytest.mark.long
def test_compiled_and_interpreted_agree():
    game = zermelo.load("gomoku:size=7")
    fast, slow = (zermelo.MCTS(sims=150, seed=2, compiled=compiled).analyse(game) for compiled in (True, False))
    assert fast.candidates == slow.candidates


def test_four_are_stopped_and_five_are_made():
    game = zermelo.load("gomoku:size=9")
    state = game.read_state("/".join(THREE_AND_FOUR.split()))
    analysis = zermelo.MCTS(sims=300, seed=1, compiled=False).analyse(game, state)
    assert game.action_text(state, analysis.action) == "f3"
    assert analysis.exact
