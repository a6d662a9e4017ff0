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
from zermelo.search.base import Limits
from zermelo.search.mcts.defaults import choose
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.session import MctsSession
from zermelo.search.mcts.tree import SMALL, USED, new_workspace, prune
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


@pytest.mark.parametrize("spec", ["connect-four", "pig:goal=20"])
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
