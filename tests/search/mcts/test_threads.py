"""MCTS with threads: they share the work, nothing that they find is lost, and what they prove is correct."""

from __future__ import annotations

import math

import pytest
from search.mcts.grown import families, grown_of, tree_of

import zermelo
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.players.player import as_player
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import new_shared, new_tree
from zermelo.search.sampling.ledger import (
    FIRST_PAGE,
    LATEST,
    LEDGER,
    MOST,
    NO_PAGE,
    PAGES,
    USED,
    VISITS,
    clear,
    ledgers,
    spare,
)
from zermelo.search.sampling.tree import NOWHERE
from zermelo.search.sampling.workspace import new_workspace


def check_sums(tree):
    """No visit and no utility is lost, where nothing is proved; returns how many nodes there are.

    A node's simulations went on to its children but for those that ended at it, and each of these brought -1, 0 or 1.
    """
    nodes = 1
    for node, children in families(tree):
        ended = tree.visits[node] - sum(int(tree.visits[child]) for child in children)
        assert ended >= 0
        if node > 0:
            assert abs(tree.total[node] + sum(float(tree.total[child]) for child in children)) <= ended
        assert not any(tree.pending[child] for child in children)
        nodes += len(children)
    return nodes


@pytest.mark.long
@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_share_the_work(parallel):
    game = zermelo.load("connect-four")
    search = as_player(MCTS(sims=40_001, threads=2, parallel=parallel, seed=1, early=False))
    analysis = search.analyse(game)
    assert analysis.simulations == 40_001
    grown = grown_of(search)
    assert len(grown.trees) == (1 if parallel == "tree" else 2)
    assert sum(int(tree.visits[0]) for tree in grown.trees) == 40_001
    for tree in grown.trees:
        for node, children in families(tree):
            assert tree.visits[node] >= sum(int(tree.visits[child]) for child in children)
    again = search.analyse(game, game.result(game.initial(), analysis.action))
    assert sum(candidate.visits for candidate in again.candidates) > 40_001


@pytest.mark.long
def test_nothing_is_lost_between_threads():
    """Compiled, with the pages of many nodes, and again after the tree was pruned for the next move."""
    game = zermelo.load("connect-four")
    search = as_player(MCTS(sims=60_000, threads=4, seed=1, plain=True))
    analysis = search.analyse(game)
    grown, tree = grown_of(search), tree_of(search)
    assert tree.visits[0] == 60_000
    assert grown.shared[0][PAGES] > FIRST_PAGE
    nodes = check_sums(tree)
    given = grown.shared[0][USED] - sum(map(spare, grown.workspaces))
    assert nodes <= given == analysis.nodes + 1
    kept = next(candidate.visits for candidate in analysis.candidates if candidate.action == analysis.action)
    search.analyse(game, game.result(game.initial(), analysis.action))
    tree = tree_of(search)
    check_sums(tree)
    assert tree.visits[0] == kept + 60_000


def test_one_worker_with_a_ledger_sums_up():
    """Interpreted, where one worker does the work of all threads: the same ledger, pages and pieces of room."""
    search = as_player(MCTS(sims=400, threads=2, seed=3, plain=True, compiled=False))
    analysis = search.analyse(zermelo.load("tic-tac-toe"))
    grown, tree = grown_of(search), tree_of(search)
    assert sum(candidate.visits for candidate in analysis.candidates) == tree.visits[0] == 400
    assert grown.shared[0][PAGES] > FIRST_PAGE
    assert check_sums(tree) == analysis.nodes + 1 == grown.shared[0][USED] - spare(grown.workspaces[0])


def ledger_of_a_node(visits, words=5000):
    """Two threads' ledgers, and a tree whose root has two children with that many visits each; and the functions."""
    game = zermelo.load("tic-tac-toe")
    parts, knobs = MCTS(threads=2, plain=True).parts(game)
    tree, shared = new_tree(False, parts, 30), new_shared(False)
    spaces = [new_workspace(False, parts, 9, 1, words) for _ in range(2)]
    for workspace in spaces:
        workspace.knobs.update(**knobs)
        workspace.path[:2] = 0, 2
    shared[USED], shared[MOST], shared[LEDGER], shared[PAGES] = 3, 30, words, FIRST_PAGE
    tree.first[0], tree.count[0], tree.visits[0] = 1, 2, 2 * visits
    tree.visits[1:3], tree.total[1:3] = visits, (0.0, 5.0)
    return tree, shared, spaces, ledgers(interpreted_rules(game))


def test_news_are_posted_before_they_are_many():
    tree, shared, (mine, theirs), ledger = ledger_of_a_node(visits=1000)
    pages = [ledger.page_of(tree, 0, 2000, shared, workspace) for workspace in (mine, theirs)]
    assert pages[0] == pages[1] == FIRST_PAGE
    for workspace in (mine, theirs):
        workspace.pages[0] = pages[0]
    due = math.ceil(2000 / (32 * 2))  # a 32nd of what is known, over both threads
    for number in range(1, due):
        ledger.enter(tree, 1, 1.0, mine)
        assert ledger.visits_of(tree, 1, mine) == 1000 + number  # its own at once
        assert (ledger.visits_of(tree, 1, theirs), tree.visits[2], tree.total[2]) == (1000, 1000, 5.0)
    ledger.enter(tree, 1, 1.0, mine)
    assert (tree.visits[0], tree.visits[2], tree.total[2]) == (2000 + due, 1000 + due, 5.0 + due)
    for _ in range(3):
        ledger.enter(tree, 1, -1.0, theirs)
        ledger.enter(tree, 0, 0.0, theirs)  # the root's own visit goes with those of its children
    ledger.post(tree, theirs)
    assert (tree.visits[0], tree.visits[2], tree.total[2]) == (2003 + due, 1003 + due, 2.0 + due)
    assert ledger.visits_of(tree, 1, theirs) == 1003 + due  # and what the other one posted is known now
    assert theirs.ledger[pages[0] + VISITS] == 2003 + due
    ledger.post(tree, theirs)
    assert tree.visits[2] == 1003 + due
    assert due <= LATEST


def test_only_busy_nodes_get_pages_and_only_while_there_is_room():
    tree, shared, (mine, _), ledger = ledger_of_a_node(visits=10)
    assert ledger.page_of(tree, 0, 20, shared, mine) == 0 == tree.page[0]
    tree, shared, (mine, theirs), ledger = ledger_of_a_node(visits=1000, words=FIRST_PAGE + 15)
    assert ledger.page_of(tree, 0, 2000, shared, mine) == 0
    assert tree.page[0] == NO_PAGE
    assert ledger.page_of(tree, 0, 2000, shared, theirs) == 0
    mine.pages[0] = 0
    tree.pending[2] = 1
    ledger.enter(tree, 1, -1.0, mine)  # then it is counted in the tree
    ledger.enter(tree, 0, 0.0, mine)
    assert (tree.visits[0], tree.visits[2], tree.total[2], tree.pending[2]) == (2001, 1001, 4.0, 0)


def test_pages_are_torn_out_where_nodes_get_other_numbers():
    tree, shared, spaces, ledger = ledger_of_a_node(visits=1000)
    for workspace in spaces:
        ledger.page_of(tree, 0, 2000, shared, workspace)
    clear(tree, spaces, shared)
    assert (tree.page[0], shared[PAGES]) == (0, FIRST_PAGE)
    assert not any(workspace.ledger.any() for workspace in spaces)


def test_room_is_taken_in_pieces_to_the_last_node():
    _, shared, (mine, theirs), ledger = ledger_of_a_node(visits=1)
    shared[MOST] = 103
    taken = []
    while (first := ledger.take(7, shared, mine)) != NOWHERE:
        taken.append(first)
        other = ledger.take(3, shared, theirs)
        taken += [other] if other != NOWHERE else []
    while (first := ledger.take(1, shared, theirs)) != NOWHERE:
        taken.append(first)
    assert len(set(taken)) == len(taken)
    assert max(taken) < 103
    assert shared[USED] <= 103
    assert 103 - shared[USED] < 7


@pytest.mark.parametrize("parallel", ["tree", pytest.param("root", marks=pytest.mark.long)])
def test_threads_prove_the_truth(parallel):
    game = zermelo.load("tic-tac-toe")
    for seed in range(5):
        analysis = MCTS(sims=500_000, threads=2, parallel=parallel, seed=seed, early=False).analyse(game)
        assert (analysis.exact, analysis.value) == (True, 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_prove_the_same_interpreted(threads):
    analysis = MCTS(sims=3000, threads=threads, seed=1, compiled=False).analyse(zermelo.load("nim:stones=7"))
    assert (analysis.exact, analysis.value, str(analysis.action)) == (True, 1, "3")
