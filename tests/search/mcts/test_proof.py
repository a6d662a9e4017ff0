"""MCTS-Solver: every proved value is correct."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from conftest import random_position
from naive import minimax
from search.mcts.grown import families, grown_of, tree_of

import zermelo
from zermelo.players.player import as_player
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import USED, prune


@pytest.mark.parametrize("options", [{}, {"decisive": False}, {"transpositions": True}, {"rave": 200}], ids=str)
@pytest.mark.parametrize(("stones", "value"), [(15, 1), (16, -1)])
def test_the_solver_proves_nim(stones, value, options):
    game = zermelo.load(f"nim:stones={stones}")
    analysis = MCTS(sims=20_000, seed=1, early=False, compiled=False, **options).analyse(game)
    decided = [candidate.value for candidate in analysis.candidates if candidate.decided]
    if value == 1:
        assert (analysis.value, analysis.exact, analysis.stopped) == (1, True, "the value is proved")
    else:  # of a lost game it suffices to know all actions but one
        assert set(decided) == {-1}
        assert len(decided) >= len(analysis.candidates) - 1
    assert analysis.simulations < 20_000


def test_the_solver_proves_tic_tac_toe():
    analysis = MCTS(sims=1_000_000, seed=1, early=False).analyse(zermelo.load("tic-tac-toe"))
    assert (analysis.exact, analysis.value, analysis.stopped) == (True, 0, "the value is proved")
    graph = MCTS(sims=40_000, seed=1, early=False, transpositions=True, compiled=False)
    assert graph.analyse(zermelo.load("tic-tac-toe")).exact


def positions(spec, count, seed):
    """Random positions that are not over."""
    game = zermelo.load(spec)
    found = (random_position(game, seed + i) for i in itertools.count())
    return game, list(itertools.islice((state for state in found if not game.is_terminal(state)), count))


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("tic-tac-toe", 80),
        pytest.param("nim:stones=17", 20, marks=pytest.mark.long),
        pytest.param("connect-four:columns=4,rows=4", 100, marks=pytest.mark.slow),
    ],
)
def test_a_proof_is_never_worse_than_minimax(spec, count):
    game, states = positions(spec, count, 1000)
    known = zermelo.Minimax(evaluate="none")
    proved = 0
    for number, state in enumerate(states):
        found = MCTS(sims=1500, seed=number, early=False).analyse(game, state)
        truth = known.analyse(game, state)
        values = {c.action: c.value for c in truth.candidates}
        for candidate in found.candidates:
            assert not candidate.decided or candidate.value == values[candidate.action]
        if found.exact:
            proved += 1
            assert found.value == truth.value
        if found.exact or found.stopped == "no other action can be better":
            assert values[found.action] == truth.value
    assert proved > count / 3


@pytest.mark.long
def test_connect_four_endings_are_proved():
    """The last dozen plies of the full board, against alpha-beta's exact values."""
    game = zermelo.load("connect-four")
    exact = zermelo.AlphaBeta(exact=True)
    proved = 0
    for seed in range(40):
        state = game.initial()
        noise = np.random.default_rng(seed)
        for _ in range(28):
            legal = game.legal(state)
            if not legal:
                break
            state = game.result(state, legal[int(noise.integers(len(legal)))])
        if game.is_terminal(state):
            continue
        found = MCTS(sims=200_000, seed=seed, early=False).analyse(game, state)
        truth = exact.analyse(game, state)
        assert truth.exact
        if found.exact:
            proved += 1
            assert found.value == truth.value
            after = game.result(state, found.action)
            reply = (
                -exact.analyse(game, after).value
                if not game.is_terminal(after)
                else game.utility(after, game.to_move(state))
            )
            assert reply == truth.value
    assert proved >= 5


@pytest.mark.parametrize(("spec", "text"), [("tic-tac-toe", "x../.o./..x"), ("nim:stones=9", "9,0")])
def test_every_bound_in_the_tree_is_true(spec, text):
    game = zermelo.load(spec)
    start = game.read_state(text)
    for seed in range(3):
        search = as_player(MCTS(sims=300, seed=seed, early=False, compiled=False))
        search.analyse(game, start)
        tree = tree_of(search)
        states = {0: start}
        for node, children in families(tree):
            for action, child in zip(game.actions(states[node]), children, strict=True):
                states[child] = game.result(states[node], action)
        tightened = 0
        for node, state in states.items():
            assert tree.low[node] <= minimax(game, state) <= tree.high[node]
            tightened += tree.low[node] > -1 or tree.high[node] < 1
        assert tightened > 10


def test_chance_nodes_are_proved_on_average():
    game = zermelo.load("coin-flip:turns=2")
    truth = zermelo.Expectiminimax().analyse(game)
    found = MCTS(sims=3000, seed=2, early=False, compiled=False).analyse(game)
    assert found.exact
    assert found.value == pytest.approx(truth.value)
    assert found.action == truth.action


@pytest.mark.long
def test_a_choice_can_be_proved_before_its_value():
    """Three in a column: every reply but one loses, and the search need not know what that one is worth."""
    game = zermelo.load("connect-four")
    state = game.read_state("12121")
    analysis = MCTS(sims=100_000, seed=1).analyse(game, state)
    assert analysis.stopped == "no other action can be better"
    assert game.action_text(state, analysis.action) == "1"
    assert not analysis.exact
    lost = {game.action_text(state, c.action): c.decided and c.value == -1 for c in analysis.candidates}
    assert lost == {column: column != "1" for column in "1234567"}


def test_a_proof_whose_moves_were_pruned_is_made_again():
    """The winning reply is known, its own moves are gone: the search must not choose blindly there."""
    game = zermelo.load("nim:stones=8")
    search = as_player(MCTS(sims=3000, seed=1, early=False, compiled=False))
    assert search.analyse(game).value == -1
    grown = grown_of(search)
    tree, workspace = grown.trees[0], grown.workspaces[0]
    lost = int(tree.first[0])  # one stone taken, seven left: who is to move there takes three and wins
    assert tree.low[lost] == tree.high[lost] == -1
    tree.count[lost] = 0
    grown.shared[0][USED] = prune(tree, workspace, 0, 0)
    found = search.analyse(game, game.read_state("7,1"))
    assert (found.action, found.value, found.exact) == (3, 1, True)
