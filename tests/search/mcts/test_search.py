"""A search by MCTS as a whole: when it ends, what it tells, which options it takes."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import pytest

import zermelo
from zermelo.game import CHANCE
from zermelo.search.mcts.search import MCTS


@pytest.mark.long
def test_a_leader_that_cannot_be_overtaken_ends_the_search():
    game = zermelo.load("connect-four")
    state = game.read_state("4455")
    whole = MCTS(sims=20_000, seed=3, early=False, solver=False).analyse(game, state)
    short = MCTS(sims=20_000, seed=3, solver=False).analyse(game, state)
    assert short.stopped == "the leader cannot be overtaken any more"
    assert short.simulations < whole.simulations == 20_000
    assert whole.stopped == "the simulations are used up"
    assert short.action == whole.action
    visits = sorted(candidate.visits for candidate in short.candidates)
    assert visits[-1] - visits[-2] > 20_000 - short.simulations


@pytest.mark.slow
def test_a_clear_leader_ends_a_search_by_time_too():
    game = zermelo.load("connect-four")
    state = game.read_state("4455")
    analysis = MCTS(time=20, seed=3, solver=False).analyse(game, state)
    assert analysis.stopped == "the leader cannot be overtaken any more"
    assert analysis.seconds < 20


def test_time_and_nodes_are_told():
    game = zermelo.load("connect-four")
    assert MCTS(time=0.2, seed=1, early=False).analyse(game).stopped == "the time is up"
    assert MCTS(nodes=100, seed=1, early=False).analyse(game).stopped == "the nodes are used up"


@pytest.mark.long
def test_candidates_have_lines_and_priors():
    game = zermelo.load("othello")
    analysis = MCTS(sims=3000, prior=5, seed=1, early=False).analyse(game)
    for candidate in analysis.candidates:
        assert 0 <= candidate.prior <= 1
        assert candidate.line[0] == candidate.action
        state = game.initial()
        for action in candidate.line:
            assert action in game.legal(state)
            state = game.result(state, action)
    report = analysis.to_json()
    assert report["stopped"] == "the simulations are used up"
    assert "priors" in report["parts"]
    assert all("prior" in candidate for candidate in report["candidates"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"selection": "best"}, "selection must be ucb1 or ucb1-tuned, not 'best'"),
        ({"parallel": "leaf"}, "parallel must be tree or root, not 'leaf'"),
        ({"epsilon": 1.5}, "epsilon must be a number from 0 to 1, not 1.5"),
        ({"rave": -1}, "rave must be a number of at least 0, not -1"),
        ({"threads": 0}, "threads must be a whole number from 1 to 256, not 0"),
        ({"transpositions": True, "threads": 2}, "try parallel=root"),
        ({"transpositions": True, "open_loop": True}, "no transpositions"),
        ({"open_loop": True, "threads": 2}, "open loops need a tree of their own for each thread: try parallel=root"),
        ({"playout": "clever"}, "playout must be 'random' or a function"),
    ],
)
def test_bad_options_are_told(options, words):
    with pytest.raises(zermelo.ZermeloError, match=words):
        MCTS(**options)


def test_three_players_choose_for_themselves():
    """Each takes one or two of seven stones in turn; who takes the last wins all."""

    class TrioState(NamedTuple):
        stones: int
        player: int

    game = zermelo.Game(
        initial=lambda: TrioState(7, 0),
        to_move=lambda state: state.player,
        actions=lambda state: iter(range(1, min(2, state.stones) + 1)),
        result=lambda state, n: TrioState(state.stones - n, (state.player + 1) % 3),
        is_terminal=lambda state: state.stones == 0,
        utility=lambda state, player: 1.0 if (state.player - 1) % 3 == player else 0.0,
        players=3,
        zero_sum=False,
        max_actions=2,
        max_plies=7,
    )
    for options in ({}, {"rave": 50}, {"mast": True}):
        state = TrioState(2, 1)
        assert MCTS(sims=300, seed=1, compiled=False, **options)(game, state) == 2
    assert game.to_move(game.initial()) != CHANCE


def test_mcts_asks_every_kind_of_evaluator():
    evaluator = zermelo.Linear((zermelo.Feature("x", 5.0, lambda s, p: 1.0 if p == 0 else -1.0),), win=10.0)
    game = zermelo.load("nim")
    asked = zermelo.MCTS(sims=50, seed=1, longest=1, evaluate=evaluator, compiled=False).analyse(game)
    assert 0.3 < asked.value < 0.7
    assert zermelo.MCTS(sims=50, seed=1, longest=1, evaluate="none", compiled=False).analyse(game).value == 0


def test_a_used_mcts_can_be_pickled():
    player = zermelo.MCTS(sims=10, seed=1, compiled=False)
    player(zermelo.load("nim"), zermelo.load("nim").initial())
    assert pickle.loads(pickle.dumps(player)) == player
