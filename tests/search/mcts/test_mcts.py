"""Monte Carlo tree search: correct statistics, sound choices, and the same tree compiled and interpreted."""

from __future__ import annotations

import math

import numpy as np
import pytest
from conftest import random_position
from search.mcts.grown import grown_of

import zermelo
from zermelo.players.player import as_player
from zermelo.search.mcts.search import MCTS


@pytest.mark.parametrize(
    "spec",
    ["tic-tac-toe", *(pytest.param(spec, marks=pytest.mark.long) for spec in ("pig:goal=20", "castles", "coin-flip"))],
)
def test_compiled_and_interpreted_grow_the_same_tree(spec):
    game = zermelo.load(spec)
    fast = MCTS(sims=400, seed=7, compiled=True).analyse(game)
    slow = MCTS(sims=400, seed=7, compiled=False).analyse(game)
    assert fast.compiled
    assert not slow.compiled
    assert fast.candidates == slow.candidates
    assert (fast.action, fast.value, fast.line, fast.nodes) == (slow.action, slow.value, slow.line, slow.nodes)


def test_visits_add_up():
    for spec in ("tic-tac-toe", "castles", "pig"):
        analysis = MCTS(sims=500, seed=1, early=False, compiled=False).analyse(zermelo.load(spec))
        assert sum(candidate.visits for candidate in analysis.candidates) == 500 == analysis.simulations
        best = max(analysis.candidates, key=lambda c: c.visits)
        assert analysis.action == best.action
        assert all(abs(c.value) <= 2 for c in analysis.candidates)


@pytest.mark.parametrize(
    ("board", "move"),
    [("xx./oo./...", "c3"), ("xx./o../o..", "c3"), ("x../.o./..x", None), ("oo./xx./x..", "c3")],
)
def test_it_takes_wins_and_stops_threats(board, move):
    game = zermelo.load("tic-tac-toe")
    state = game.read_state(board)
    analysis = MCTS(sims=4000, seed=3, compiled=False).analyse(game, state)
    perfect = zermelo.Minimax(compiled=False, evaluate="none").analyse(game, state)
    values = {c.action: c.value for c in perfect.candidates}
    assert values[analysis.action] == perfect.value
    if move:
        assert game.action_text(state, analysis.action) == move


def test_it_finds_nim_s_winning_moves():
    game = zermelo.load("nim:stones=10")
    for stones in (5, 6, 7, 9, 10):
        state = game.read_state(f"{stones},0")
        assert MCTS(sims=3000, seed=5, compiled=False)(game, state) == stones % 4


@pytest.mark.long
def test_value_comes_near_the_truth_with_chance_nodes():
    game = zermelo.load("coin-flip:turns=2")
    truth = zermelo.Expectiminimax().analyse(game)
    found = MCTS(sims=200_000, seed=2, solver=False).analyse(game)
    assert found.value == pytest.approx(truth.value, abs=0.03)
    assert found.action == truth.action


def test_exploration_scales_with_the_utilities():
    """Utilities of ±50 must not drown the exploration term: every bin is tried, and B is found."""
    game = zermelo.load("bins")
    analysis = MCTS(sims=3000, seed=1, plain=True, compiled=False).analyse(game)
    assert game.action_text(game.initial(), analysis.action) == "B"
    assert min(c.visits for c in analysis.candidates) > 5


def test_the_tree_is_kept_for_the_next_move():
    game = zermelo.load("tic-tac-toe")
    player = as_player(MCTS(sims=1000, seed=4, solver=False, early=False, compiled=False))
    first = player.analyse(game)
    state = game.result(game.initial(), first.action)
    reply = game.legal(state)[0]
    below = game.result(state, reply)
    second = player.analyse(game, below)
    assert sum(c.visits for c in second.candidates) > 1000
    fresh = as_player(MCTS(sims=1000, seed=4, solver=False, early=False, compiled=False, keep=False))
    fresh.analyse(game)
    assert sum(c.visits for c in fresh.analyse(game, below).candidates) == 1000


def test_a_kept_tree_has_the_same_counts():
    game = zermelo.load("connect-four:columns=4,rows=4")
    player = as_player(MCTS(sims=2000, seed=4, early=False, compiled=False))
    before = player.analyse(game)
    after = MCTS(sims=1, seed=1, early=False, compiled=False).open(game)
    after.grown = grown_of(player)
    again = after.analyse()
    assert [c.visits for c in again.candidates] != [0] * len(again.candidates)
    assert sum(c.visits for c in again.candidates) == sum(c.visits for c in before.candidates) + 1


@pytest.mark.long
def test_playouts_can_be_replaced():
    """A policy that always takes one stone makes Nim's playouts a matter of parity."""
    game = zermelo.load("nim:stones=7")

    def one(state, fraction):
        return 1

    for compiled in (False, True):
        analysis = MCTS(sims=1, seed=1, playout=one, compiled=compiled).analyse(game)
        assert analysis.compiled == compiled
        assert analysis.candidates[0].value == 1.0  # 7 stones, one at a time: the first player takes the last

    def none_legal(state, fraction):
        return 1 if fraction >= 0 else 2

    assert MCTS(sims=50, seed=1, playout=none_legal, solver=False, early=False).analyse(game).simulations == 50


@pytest.mark.long
def test_memory_bounds_the_tree():
    game = zermelo.load("connect-four")
    analysis = MCTS(nodes=1000, seed=1).analyse(game)
    assert analysis.nodes <= 1000
    small = as_player(MCTS(sims=100_000, megabytes=1, seed=1, early=False))
    analysis = small.analyse(game)
    assert analysis.simulations == 100_000
    grown = grown_of(small)
    assert sum(array.nbytes for array in grown.trees[0] if len(array) > 1) <= 1_000_000
    assert analysis.nodes > len(grown.trees[0].count)  # the tree was pruned and grew again


@pytest.mark.slow
def test_tuple_actions_and_array_states():
    """Moves of any type are known by their index inside the compiled tree."""
    from typing import NamedTuple

    class PairState(NamedTuple):
        left: int
        right: int
        player: int

    def actions(state):
        for pile in range(2):
            if (state.left if pile == 0 else state.right) > 0:
                yield (pile, 1)

    def result(state, action):
        pile, n = action
        if pile == 0:
            return PairState(state.left - n, state.right, 1 - state.player)
        return PairState(state.left, state.right - n, 1 - state.player)

    game = zermelo.Game(
        initial=lambda: PairState(2, 3, 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.left + state.right == 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
        max_actions=2,
        max_plies=5,
    )
    fast, slow = (MCTS(sims=300, seed=3, compiled=compiled).analyse(game) for compiled in (True, False))
    assert fast.candidates == slow.candidates
    assert fast.action in [(0, 1), (1, 1)]
    assert zermelo.AlphaBeta(compiled=True).analyse(game).value == 1


@pytest.mark.slow
def test_more_simulations_play_better():
    game = zermelo.load("connect-four:columns=5,rows=4")
    strong, weak = MCTS(sims=2000), MCTS(sims=20)
    result = zermelo.match(game, [strong, weak], games=30, seed=1, opening=2)
    assert result.score > 0.6


def test_trace_shows_every_simulation():
    game = zermelo.load("nim:stones=4")
    trace = zermelo.trace_mcts(game, simulations=20, seed=2)
    assert len(trace.simulations) == 20
    for number, one in enumerate(trace.simulations, 1):
        assert one.number == number
        assert sum(visits for _, visits, _ in one.children) == number
    searched = MCTS(sims=20, seed=2, plain=True, compiled=False).analyse(game)
    assert [visits for _, visits, _ in trace.simulations[-1].children] == [c.visits for c in searched.candidates]
    assert trace.action == str(searched.action)


@pytest.mark.parametrize(
    "options", [{"sims": 0}, {"sims": 1.5}, {"time": -1}, {"exploration": 0}, {"megabytes": 0}, {"time": math.inf}]
)
def test_bad_options_are_refused(options):
    with pytest.raises(zermelo.ZermeloError, match="must be"):
        MCTS(**options)


def test_numbers_stay_finite():
    game = zermelo.load("connect-four:columns=4,rows=4")
    for seed in range(5):
        analysis = MCTS(sims=50, seed=seed, compiled=False).analyse(game, random_position(game, seed))
        assert all(np.isfinite(c.value) for c in analysis.candidates)


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.slow), False])
def test_more_outcomes_than_the_buffer_holds_are_told(compiled):
    from dataclasses import replace

    def chances(state):
        for pips in range(2, 900):
            yield pips, 1 / 898

    game = replace(zermelo.load("pig"), chances=chances)
    with pytest.raises((zermelo.ZermeloError, ValueError), match="max_actions"):
        MCTS(sims=10, seed=1, compiled=compiled).analyse(game)
    assert MCTS(sims=10, seed=1, compiled=compiled).analyse(replace(game, max_actions=1000)).simulations == 10
