"""Valuing all states of a game from the ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from solve.graphs import graph_game, naive_values, random_graph

from zermelo import Game, load
from zermelo.solve.graph import OVER, list_states, value_states


def listed_plainly(game, state, most):
    return list_states(game, state, most, compiled=False)


@pytest.mark.parametrize("seed", range(10))
def test_values_and_distances_of_graphs_with_loops(seed):
    graph = random_graph(seed)
    game, truth = graph_game(graph), naive_values(graph)
    solved = value_states(listed_plainly(game, game.initial(), 1000))
    for node in graph.moves:
        number = solved.graph.number_of(type(game.initial())(node))
        if number is None:
            continue
        wanted = truth[node] * (1 - 2 * graph.mover[node])
        value = solved.value(number)
        assert solved.is_known(number)
        assert (value > 0) - (value < 0) == (wanted > 0) - (wanted < 0)
        assert solved.distance(number) == (abs(wanted) - 1 if wanted else None)


@pytest.mark.parametrize("compiled", [False, True])
def test_the_states_of_tic_tac_toe(compiled):
    game = load("tic-tac-toe")
    graph = list_states(game, game.initial(), 10_000, compiled=compiled)
    assert len(graph) == 5478
    assert graph.classes == 765
    assert (graph.movers == OVER).sum() == 958
    assert value_states(graph).value(0) == 0.0


def test_every_state_of_tic_tac_toe_has_its_published_value(truth):
    game = load("tic-tac-toe")
    solved = value_states(list_states(game, game.initial(), 10_000))
    rows = [row.split(",") for row in truth("small/tictactoe_all_states.csv").read_text().splitlines()[1:]]
    assert len(rows) == 5478
    for board, _, value, _ in rows:
        state = game.read_state("/".join((board[:3], board[3:6], board[6:])))
        assert solved.value(solved.graph.number_of(state)) == float(value)


def numbers_game():
    """Each player takes one of the numbers in turn; what player 0 has more than player 1 counts."""
    numbers = (3, 1, 2)
    return Game(
        initial=lambda: ((), 0),
        to_move=lambda state: len(state[0]) % 2,
        actions=lambda state: (i for i in range(3) if i not in state[0]),
        result=lambda state, i: ((*state[0], i), state[1] + numbers[i] * (1 - 2 * (len(state[0]) % 2))),
        is_terminal=lambda state: len(state[0]) == 3,
        utility=lambda state, player: float(state[1]) * (1 - 2 * player),
        points="points",
        compiles=False,
    )


def test_points_are_valued_by_what_can_be_forced():
    game = numbers_game()
    solved = value_states(list_states(game, game.initial(), 100))
    assert solved.value(0) == 2.0  # 3 - 2 + 1
    assert solved.line(game.initial(), 10) == (0, 2, 1)
    assert solved.distance(0) is None


def test_values_are_above_or_below_the_middle():
    """A win is worth 1 and a loss 0, as in a chess tournament."""
    plain = load("nim:stones=5")
    halves = replace(plain, utility=lambda state, player: (plain.utility(state, player) + 1) / 2, total=1.0)
    for game in (plain, halves):
        solved = value_states(listed_plainly(game, game.initial(), 100))
        assert solved.value(0) == (1.0 if game is plain else 0.5)


def steps(goal, best):
    """One player on a circle, who may stop where there is something to win: never stopping is an option."""
    return Game(
        initial=lambda: (0, False),
        to_move=lambda state: 0,
        actions=lambda state: ["go", "stop"] if state[0] in best else ["go"],
        result=lambda state, action: ((state[0] + 1) % goal, False) if action == "go" else (state[0], True),
        is_terminal=lambda state: state[1],
        utility=lambda state, player: best[state[0]],
        players=1,
        zero_sum=False,
        compiles=False,
    )


@pytest.mark.parametrize(("best", "value"), [({3: 2.0, 5: 7.0}, 7.0), ({3: -4.0, 5: -9.0}, -4.0)])
def test_one_player_reaches_the_best_end(best, value):
    game = steps(8, best)
    solved = value_states(list_states(game, game.initial(), 100))
    assert solved.is_known(0)
    assert solved.value(0) == value
    assert game.to_move(game.initial()) == 0
    assert solved.line(game.initial(), 20)[-1] == "stop"


def test_where_no_end_can_be_reached_nothing_is_known():
    game = steps(4, {})
    assert not value_states(list_states(game, game.initial(), 100)).is_known(0)


def test_it_stops_when_it_is_told_to():
    game = load("tic-tac-toe")
    assert value_states(listed_plainly(game, game.initial(), 10_000), is_over=lambda: True) is None
