"""MCTS with threads: they share the work, and what they prove is correct."""

from __future__ import annotations

import pytest
from search.mcts.grown import families, grown_of

import zermelo
from zermelo.players.player import as_player
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import USED


@pytest.mark.long
@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_share_the_work(parallel):
    game = zermelo.load("connect-four")
    search = as_player(MCTS(sims=40_001, threads=2, parallel=parallel, seed=1, early=False))
    analysis = search.analyse(game)
    assert analysis.simulations == 40_001
    assert sum(candidate.visits for candidate in analysis.candidates) == 40_001
    grown = grown_of(search)
    assert len(grown.trees) == (1 if parallel == "tree" else 2)
    for tree, shared in zip(grown.trees, grown.shared, strict=True):
        assert not tree.pending[: shared[USED]].any()
        for node, children in families(tree):
            assert tree.visits[node] >= sum(int(tree.visits[child]) for child in children)
    again = search.analyse(game, game.result(game.initial(), analysis.action))
    assert sum(candidate.visits for candidate in again.candidates) > 40_001


@pytest.mark.parametrize("parallel", ["tree", pytest.param("root", marks=pytest.mark.long)])
def test_threads_prove_the_truth(parallel):
    game = zermelo.load("tic-tac-toe")
    for seed in range(5):
        analysis = MCTS(sims=500_000, threads=2, parallel=parallel, seed=seed, early=False).analyse(game)
        assert (analysis.exact, analysis.value) == (True, 0)
