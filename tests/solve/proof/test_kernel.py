"""Proof-number search against slow, obvious twins, on games with loops and without."""

from __future__ import annotations

import pytest
from solve.graphs import NodeState, graph_game, naive_values, random_graph

from zermelo import load
from zermelo.solve.proof import FOREVER, ProofSearch


def asked(graph, search, node, player, plies=FOREVER):
    found = search.ask(NodeState(node), player, plies)
    assert found.is_decided
    return found


@pytest.mark.parametrize("seed", range(8))
def test_wins_and_losses_of_graphs_with_loops(seed):
    graph = random_graph(seed)
    game, truth = graph_game(graph), naive_values(graph)
    search = ProofSearch(game, compiled=False)
    for node, targets in graph.moves.items():
        if not targets:
            continue
        value = truth[node] * (1 - 2 * graph.mover[node])  # to player 0
        for player in range(2):
            found = asked(graph, search, node, player)
            wins = value * (1 - 2 * player) > 0
            assert (found.proof == 0) == wins
            if wins:
                assert found.plies >= abs(value) - 1


@pytest.mark.parametrize("seed", range(8))
def test_the_distance_of_a_win(seed):
    graph = random_graph(seed)
    game, truth = graph_game(graph), naive_values(graph)
    search = ProofSearch(game, compiled=False)
    for node, targets in graph.moves.items():
        value = truth[node] * (1 - 2 * graph.mover[node])
        for player in range(2):
            distance = abs(value) - 1 if value * (1 - 2 * player) > 0 else None
            for plies in (1, 2, 3, 5, 8) if targets else ():
                found = asked(graph, search, node, player, plies)
                assert (found.proof == 0) == (distance is not None and distance <= plies)


def test_wins_of_different_amounts_are_noticed():
    game = load("[[1,3],[-3,-1]]")
    search = ProofSearch(game, compiled=False)
    assert not search.ask(game.initial(), 0).is_decided
    assert search.is_unequal


def test_a_line_is_as_long_as_the_proof_says():
    game = load("tic-tac-toe")
    search = ProofSearch(game, compiled=False)
    state = game.read_state("xo./.../...")
    assert search.ask(state, 0, 4).disproof == 0
    assert search.ask(state, 0, 5).plies == 5
    assert len(search.line(state, 0, 10)) == 5
    assert search.not_won_within(state, 1) == 0
    assert search.ask(state, 1).disproof == 0
    assert search.not_won_within(state, 1) == FOREVER
