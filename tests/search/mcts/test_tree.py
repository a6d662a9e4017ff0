"""The tree of MCTS: transpositions, pruning and its bound of memory."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import USED, prune


def test_transpositions_share_what_is_below():
    game = zermelo.load("tic-tac-toe")
    tree, graph = (
        MCTS(sims=8000, seed=1, solver=False, early=False, transpositions=shared, compiled=False).analyse(game)
        for shared in (False, True)
    )
    assert graph.nodes < 0.9 * tree.nodes


def copied(tree, node, least, is_root=True):
    """A tree as nested tuples, without what is below nodes that were visited less."""
    children = ()
    if tree.count[node] > 0 and (is_root or tree.visits[node] >= least):
        first = int(tree.first[node])
        children = tuple(copied(tree, first + i, least, False) for i in range(int(tree.count[node])))
    return int(tree.visits[node]), float(tree.total[node]), tree.move[node], children


@pytest.mark.parametrize("options", [{}, {"transpositions": True}], ids=str)
def test_pruning_keeps_what_it_says(options):
    game = zermelo.load("tic-tac-toe")
    for root, least in ((0, 0), (2, 0), *(() if options else ((0, 5), (3, 10)))):
        search = MCTS(sims=500, seed=1, solver=False, early=False, compiled=False, **options)
        search.analyse(game)
        grown = search._memory["last"]
        tree = grown.trees[0]
        wanted = copied(tree, root, least)
        used = prune(tree, grown.desks[0], root, least)
        assert used <= grown.shared[0][USED]
        assert copied(tree, 0, 0) == wanted


def test_memory_stays_within_its_bound_and_the_search_goes_on():
    game = zermelo.load("breakthrough")
    search = MCTS(sims=60_000, megabytes=1, seed=1, early=False)
    analysis = search.analyse(game)
    assert analysis.simulations == 60_000
    assert sum(candidate.visits for candidate in analysis.candidates) == 60_000
