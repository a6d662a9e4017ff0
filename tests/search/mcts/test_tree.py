"""The tree of MCTS: transpositions, pruning, its bound of memory, and what is kept for the next move."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest
from search.mcts.grown import grown_of

import zermelo
from zermelo.game import CHANCE
from zermelo.players.player import as_player
from zermelo.search.mcts.defaults import choose
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.session import MctsSession
from zermelo.search.mcts.tree import FULL, FULL_STOPS, MOST, USED, make_room, new_tree, prune, with_room
from zermelo.search.sampling.last_tree import find, is_same
from zermelo.search.sampling.line import line_of
from zermelo.search.sampling.workspace import SMALL, new_workspace
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline


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
        search = as_player(MCTS(sims=500, seed=1, solver=False, early=False, compiled=False, **options))
        search.analyse(game)
        grown = grown_of(search)
        tree = grown.trees[0]
        wanted = copied(tree, root, least)
        used = prune(tree, grown.workspaces[0], root, least)
        assert used <= grown.shared[0][USED]
        assert copied(tree, 0, 0) == wanted


@pytest.mark.long
def test_memory_stays_within_its_bound_and_the_search_goes_on():
    game = zermelo.load("breakthrough")
    search = MCTS(sims=60_000, megabytes=1, seed=1, early=False)
    analysis = search.analyse(game)
    assert analysis.simulations == 60_000
    assert sum(candidate.visits for candidate in analysis.candidates) == 60_000


def test_mcts_keeps_its_tree_over_states_with_arrays():
    class Cells(NamedTuple):
        board: np.ndarray
        ply: int

    def actions(state):
        for cell in range(3):
            if state.board[cell] == 0:
                yield cell

    def result(state, cell):
        board = state.board.copy()
        board[cell] = 1
        return Cells(board, state.ply + 1)

    game = zermelo.Game(
        lambda: Cells(np.zeros(3, np.int64), 0),
        lambda state: state.ply % 2,
        actions,
        result,
        lambda state: state.ply == 3,
        lambda state, player: 1.0 - 2 * player,
        max_plies=3,
    )
    player = as_player(MCTS(sims=50, seed=1, plain=True, compiled=False))
    first = player.analyse(game)
    second = player.analyse(game, game.result(game.initial(), first.action))
    assert sum(c.visits for c in second.candidates) > 50


def visits_of_a_game(game):
    """The visits of all candidates over three moves of one session, and the sizes of its trees."""
    session = MCTS(sims=300, seed=1).open(game)
    state, found, sizes = game.initial(), [], []
    for _ in range(3):
        analysis = session.analyse(state)
        found.append([candidate.visits for candidate in analysis.candidates])
        sizes.append(len(session.grown.trees[0].count))
        state = game.result(state, analysis.action)
        while game.to_move(state) == CHANCE:
            state = game.result(state, game.moves(state)[-1])
    return found, sizes


@pytest.mark.parametrize("spec", ["connect-four", pytest.param("pig:goal=20", marks=pytest.mark.long)])
def test_room_is_made_for_what_the_simulations_can_add(spec, monkeypatch):
    game = zermelo.load(spec)
    found, sizes = visits_of_a_game(game)
    family = max(game.max_actions, 512 if game.has_chance else 1)
    assert all(size <= 3 * 302 * family + 4 for size in sizes)
    monkeypatch.setattr(MctsSession, "_needed", lambda session, sims, most: most)
    everything, large = visits_of_a_game(game)
    assert found == everything
    assert min(large) > max(sizes)


def test_a_search_without_a_number_of_simulations_gets_all_the_room():
    session = MCTS(sims=300, seed=1, megabytes=20).open(zermelo.load("connect-four"))
    session.analyse()
    few = len(session.grown.trees[0].count)
    session.analyse(deadline=Deadline(0.05, 0.05), limits=Limits(endless=True))
    assert len(session.grown.trees[0].count) > 2 * few


def test_small_counts_are_looked_up():
    workspace = new_workspace(True, choose(MCTS(), zermelo.load("connect-four"))[0], 1, 1)
    for visits in (1, 2, 3, 1023, 1024, SMALL - 1):
        logarithm, part = math.log(visits), 1.0 / visits
        assert list(workspace.logs[2 * visits : 2 * visits + 2]) == [logarithm, math.sqrt(logarithm)]
        assert list(workspace.inverses[2 * visits : 2 * visits + 2]) == [part, math.sqrt(part)]
    assert list(workspace.logs[:2]) == [0.0, 0.0]
    assert len(workspace.logs) == len(workspace.inverses) == 2 * SMALL


def grown(game, sims=400, **options):
    """The tree of a search, interpreted."""
    session = MCTS(sims=sims, seed=1, solver=False, early=False, compiled=False, **options).open(game)
    session.analyse()
    return session.grown


def below(game, tree, node, state, depth):
    """(node, state, depth) of everything visited below a node."""
    yield node, state, depth
    if tree.count[node] > 0:
        for place, move in enumerate(game.moves(state)):
            child = int(tree.first[node]) + place
            if tree.visits[child] > 0:
                yield from below(game, tree, child, game.result(state, move), depth + 1)


@pytest.mark.parametrize("spec", ["nim:stones=12", "pig:goal=20"])
def test_a_state_is_found_up_to_six_plies_below_the_root(spec):
    game = zermelo.load(spec)
    tree = grown(game).trees[0]
    known = list(below(game, tree, 0, game.initial(), 0))
    shallowest = {}
    for _, state, depth in known:
        shallowest[state] = min(depth, shallowest.get(state, depth))
    assert max(shallowest.values()) > 6 or spec != "pig:goal=20"
    for state, depth in shallowest.items():
        node = find(game, tree, game.initial(), state)
        assert (node is not None) == (depth <= 6)
        assert node is None or (node, state) in [(other, here) for other, here, _ in known]
    unseen = game.initial()._replace(**{game.initial()._fields[0]: 99})
    assert find(game, tree, game.initial(), unseen) is None


def test_the_most_visited_nodes_are_looked_at_first(monkeypatch):
    game = zermelo.load("connect-four:columns=4,rows=4")
    tree = grown(game).trees[0]
    line = line_of(game, game.initial(), tree, 0, by_number=False)
    state = game.initial()
    for action in line[:3]:
        state = game.result(state, action)
    looked = []
    monkeypatch.setattr(
        "zermelo.search.sampling.last_tree.is_same", lambda one, other: looked.append(one) or one == other
    )
    assert find(game, tree, game.initial(), state) is not None
    assert looked[0] == game.initial()
    assert looked[1] == game.result(game.initial(), line[0])
    monkeypatch.setattr("zermelo.search.sampling.last_tree.MOST_LOOKED_AT", len(looked) - 1)
    assert find(game, tree, game.initial(), state) is None


def test_the_line_of_the_most_visited_actions():
    game = zermelo.load("tic-tac-toe")
    tree = grown(game).trees[0]
    node, state, expected = 0, game.initial(), []
    while tree.count[node] > 0:
        visits = [int(tree.visits[int(tree.first[node]) + i]) for i in range(int(tree.count[node]))]
        if max(visits) == 0:
            break
        place = visits.index(max(visits))
        expected.append(game.legal(state)[place])
        node, state = int(tree.first[node]) + place, game.result(state, expected[-1])
    assert len(expected) > 2
    assert line_of(game, game.initial(), tree, 0, by_number=False) == tuple(expected)
    assert line_of(game, game.initial(), tree, 0, by_number=True) == tuple(expected), "interpreted, moves are actions"
    child = int(tree.first[0]) + game.legal(game.initial()).index(expected[0])
    after = game.result(game.initial(), expected[0])
    assert line_of(game, after, tree, child, by_number=False) == tuple(expected[1:])
    tree.visits[1:] = 0
    assert line_of(game, game.initial(), tree, 0, by_number=False) == (), "nothing was visited"
    pig = zermelo.load("pig:goal=20")
    rolled = line_of(pig, pig.initial(), grown(pig).trees[0], 0, by_number=False)
    assert len(rolled) == 1, "up to chance"


def test_a_larger_tree_holds_what_the_smaller_one_did():
    game = zermelo.load("tic-tac-toe")
    found = grown(game, sims=50, rave=10)
    tree, used = found.trees[0], int(found.shared[0][USED])
    assert with_room(False, found.parts, tree, used, len(tree.count)) is tree
    larger = with_room(False, found.parts, tree, used, len(tree.count) + 5)
    assert len(larger.count) == len(tree.count) + 5
    assert copied(larger, 0, 0) == copied(tree, 0, 0)
    for name in ("first", "count", "visits", "total", "amaf_visits", "amaf_total", "mover"):
        assert list(getattr(larger, name)[:used]) == list(getattr(tree, name)[:used])


def test_a_full_tree_is_pruned_to_three_quarters():
    game = zermelo.load("tic-tac-toe")
    found = grown(game, sims=500)
    tree, shared = found.trees[0], found.shared[0]
    used = shared[MOST] = shared[USED]
    shared[FULL] = 1
    dropped = make_room(tree, found.workspaces[0], shared)
    assert dropped == used - shared[USED] > 0
    assert used / 4 < shared[USED] <= 0.75 * used
    assert (shared[FULL], shared[FULL_STOPS]) == (0, 1)
    assert copied(tree, 0, 0)[0] == 500
    shared[MOST] = 12  # the root's own children do not fit into three quarters of it
    make_room(tree, found.workspaces[0], shared)
    assert (shared[USED], shared[FULL_STOPS]) == (10, 0)


def test_transpositions_are_found_again_after_pruning():
    game = zermelo.load("nim:stones=12")
    found = grown(game, sims=300, transpositions=True)
    tree, workspace = found.trees[0], found.workspaces[0]
    children = {int(tree.first[node]) for node, *_ in below(game, tree, 0, game.initial(), 0) if tree.count[node] > 0}
    before = np.count_nonzero(workspace.table_count)
    prune(tree, workspace, 0, 0)
    kept = {int(tree.first[node]) for node, *_ in below(game, tree, 0, game.initial(), 0) if tree.count[node] > 0}
    assert len(kept) == len(children)
    filled = np.flatnonzero(workspace.table_count)
    assert {int(first) for first in workspace.table_first[filled]} <= kept
    assert len(filled) == before > len(kept) / 2  # some share a place
    for place in filled:
        assert int(workspace.table_key[place]) & (len(workspace.table_key) - 1) == place
    prune(tree, workspace, int(tree.first[0]), 10**9)
    assert np.count_nonzero(workspace.table_count) <= 1


def test_what_a_leaf_s_place_held_before_does_not_matter():
    """Places are not cleared when they are used again: a node without children may point anywhere."""
    found = grown(zermelo.load("tic-tac-toe"), sims=200)
    tree = found.trees[0]
    wanted = copied(tree, 0, 0)
    used = int(found.shared[0][USED])
    families = sorted({int(tree.first[node]) for node in range(used) if tree.count[node] > 0})
    for node in range(used):
        if tree.count[node] <= 0:
            tree.first[node] = families[node % len(families)]
    assert prune(tree, found.workspaces[0], 0, 0) == used
    assert copied(tree, 0, 0) == wanted


def test_a_tree_pruned_to_a_node_without_children_is_its_root():
    found = grown(zermelo.load("tic-tac-toe"), sims=20)
    tree = found.trees[0]
    leaf = next(node for node in range(1, 15) if tree.count[node] == 0 and tree.visits[node] > 0)
    visits, total = int(tree.visits[leaf]), float(tree.total[leaf])
    assert prune(tree, found.workspaces[0], leaf, 0) == 1
    assert (tree.visits[0], tree.total[0], tree.count[0]) == (visits, total, 0)


def test_equal_states():
    assert is_same((1, np.array([1, 2])), (1, np.array([1, 2])))
    assert not is_same((1, np.array([1, 2])), (1, np.array([1, 3])))
    assert not is_same((1, 2), (1, 2, 3))
    assert not is_same((1, 2), (1, 3))
    assert is_same("a", "a")
    assert not is_same("a", "b")


def test_a_new_tree_has_an_empty_root():
    parts = choose(MCTS(), zermelo.load("tic-tac-toe"))[0]
    for compiled in (False, True):
        tree = new_tree(compiled, parts, 5)
        assert (len(tree.count), len(tree.pending), len(tree.squares)) == (5, 1, 1)
        assert (tree.low[0], tree.high[0]) == (-1.0, 1.0)
        assert tree.move.dtype == (np.int64 if compiled else object)
        assert (tree.count[0], tree.visits[0], tree.total[0], tree.first[0]) == (0, 0, 0, 0)
