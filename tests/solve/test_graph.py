"""Listing all states of a game and valuing them from the ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from solve.graphs import graph_game, naive_values, random_graph

from zermelo import load
from zermelo.solve.graph import list_states, value_states


@pytest.mark.parametrize("seed", range(10))
def test_values_and_distances_of_graphs_with_loops(seed):
    graph = random_graph(seed)
    game, truth = graph_game(graph), naive_values(graph)
    solved = value_states(list_states(game, game.initial(), 1000))
    for state, value, distance in zip(solved.graph.states, solved.values, solved.distances, strict=True):
        wanted = truth[state.node] * (1 - 2 * graph.mover[state.node])
        assert (value > 0) - (value < 0) == (wanted > 0) - (wanted < 0)
        assert distance == (abs(wanted) - 1 if wanted else None)


def test_the_states_of_tic_tac_toe():
    graph = list_states(load("tic-tac-toe"), load("tic-tac-toe").initial(), 10_000)
    assert len(graph.states) == 5478
    assert graph.classes() == 765
    assert sum(utility is not None for utility in graph.utilities) == 958
    assert value_states(graph).values[0] == 0.0


def test_every_state_of_tic_tac_toe_has_its_published_value(truth):
    game = load("tic-tac-toe")
    solved = value_states(list_states(game, game.initial(), 10_000))
    rows = [row.split(",") for row in truth("small/tictactoe_all_states.csv").read_text().splitlines()[1:]]
    known = {board: float(value) for board, _, value, _ in rows}
    found = {
        game.state_text(state).replace("/", ""): value
        for state, value in zip(solved.graph.states, solved.values, strict=True)
    }
    assert found == known


def test_points_are_valued_by_what_can_be_forced():
    """Each player takes one of the numbers in turn; what player 0 has more than player 1 counts."""
    from zermelo.game import Game

    numbers = (3, 1, 2)
    game = Game(
        initial=lambda: ((), 0),
        to_move=lambda state: len(state[0]) % 2,
        actions=lambda state: (i for i in range(3) if i not in state[0]),
        result=lambda state, i: ((*state[0], i), state[1] + numbers[i] * (1 - 2 * (len(state[0]) % 2))),
        is_terminal=lambda state: len(state[0]) == 3,
        utility=lambda state, player: float(state[1]) * (1 - 2 * player),
        points="points",
        compiles=False,
    )
    solved = value_states(list_states(game, game.initial(), 100))
    assert solved.values[0] == 2.0  # 3 - 2 + 1
    assert solved.line(10) == (0, 2, 1)
    assert solved.distances[0] is None


def test_it_stops_at_the_limit():
    game = load("tic-tac-toe")
    assert list_states(game, game.initial(), 5000) is None
    assert list_states(game, game.initial(), 10_000, is_over=lambda listed: listed > 1000) is None


def test_without_declared_symmetries_every_state_is_its_own_class():
    game = replace(load("tic-tac-toe"), symmetries=None)
    graph = list_states(game, game.read_state("xox/o.o/xox"), 10)
    assert graph.classes() == len(graph.states)
