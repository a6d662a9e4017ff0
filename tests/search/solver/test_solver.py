"""The solver against its slow, obvious twins, its table from attempt to attempt, and when it gives up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import naive
import pytest
from conftest import is_small, random_position
from hypothesis import given
from search.test_twins import CHANCE_TREES, TREES
from stones import PileState, pile

import zermelo
from zermelo.compile.kernel.memory import NODES
from zermelo.game import CHANCE
from zermelo.games.tree.rules import tree_game
from zermelo.search.solver.solver import Solver, can_solve
from zermelo.search.time.deadline import Deadline

EXAMPLES = Path(__file__).parents[3] / "examples"


def solved(game, state=None, nodes=10**7, solver=None, compiled=False, only=None):
    solver = solver or Solver(game, compiled, 1)
    return solver.attempt(game.initial() if state is None else state, Deadline(), None, nodes, only)


@given(TREES)
def test_the_values_of_random_trees_are_minimax_s(tree):
    game = tree_game(tree)
    for rules in (game, replace(game, best_utility=None)):
        found = solved(rules)
        assert found.exact
        assert found.values[0] == naive.minimax(game, game.initial())
        assert found.children[found.choice].values[0] == found.values[0]
        for child in found.children:
            assert child.exact
            assert child.values[0] == naive.minimax(game, child.state)


@given(CHANCE_TREES)
def test_chance_is_averaged_at_the_root_and_below(tree):
    game = tree_game(tree)
    found = solved(game)
    assert found.values[0] == pytest.approx(naive.expectiminimax(game, game.initial()))
    for child in found.children:
        assert child.values[0] == pytest.approx(naive.expectiminimax(game, child.state))
    assert (found.choice is None) == (game.to_move(game.initial()) == CHANCE)


@pytest.mark.parametrize(
    ("spec", "compiled"), [("nim:stones=9", True), ("nim:stones=9", False), ("tic-tac-toe", False), ("castles", False)]
)
def test_one_table_serves_every_position(spec, compiled):
    """Entries from earlier positions, and from attempts that were cut short, stay true."""
    game = zermelo.load(spec)
    solver = Solver(game, compiled, 1)
    for seed in range(12):
        state = random_position(game, seed)
        if not is_small(game, state):
            continue
        solved(game, state, nodes=3 + seed, solver=solver)
        found = solved(game, state, solver=solver)
        assert found.exact
        assert found.values[: game.players] == pytest.approx(naive.maxn(game, state))


def test_lines_are_best_play_to_the_end():
    game = zermelo.load("nim:stones=9")
    for child, line in zip((found := solved(game)).children, found.lines, strict=True):
        state = game.initial()
        for action in line:
            state = game.result(state, action)
        assert game.is_terminal(state)
        assert game.utility(state, 0) == child.values[0]


def test_only_some_actions():
    game = zermelo.load("nim:stones=9")
    assert [child.move for child in solved(game, only=[2, 3]).children] == [2, 3]


def test_a_game_that_repeats_is_given_up_at_once():
    def result(state, action):
        return PileState(state.stones - (action == 1), 1 - state.player)  # 2 takes nothing

    endless = pile(result=result)
    solver = Solver(endless, False, 1)
    assert solved(endless, solver=solver) is None
    assert solver.obstacle
    assert solver._memory[NODES] < 30
    assert solved(endless, solver=solver) is None


def test_a_line_that_is_too_long_is_given_up():
    game = pile(initial=lambda: PileState(3000, 0))
    solver = Solver(game, False, 1)
    assert solved(game, solver=solver) is None
    assert solver.obstacle


def test_a_hopeless_attempt_stops_early():
    game = zermelo.load("connect-four")
    solver = Solver(game, False, 1)
    assert solved(game, nodes=100_000, solver=solver) is None
    assert solver._memory[NODES] < 25_000  # of the last stage


def test_draws_that_depend_on_the_path_are_not_for_a_table():
    assert not can_solve(zermelo.load("chess"))
    assert can_solve(zermelo.load("nim"))


def test_with_several_players_equal_actions_are_told_apart_too():
    """Against two players who move at random, its choices win nearly as often as any could: 59% of 63%."""
    game = zermelo.load(str(EXAMPLES / "nim_for_three.py"))
    solver = Solver(game, False, 1)

    @cache
    def wins(state, seat, plays_best):
        if game.is_terminal(state):
            return float(game.utility(state, seat) > 0)
        if game.to_move(state) == seat and not plays_best:
            found = solved(game, state, solver=solver)
            return wins(found.children[found.choice].state, seat, False)
        values = [wins(game.result(state, action), seat, plays_best) for action in game.legal(state)]
        return max(values) if game.to_move(state) == seat else sum(values) / len(values)

    ours, best = (sum(wins(game.initial(), seat, plays_best) for seat in range(3)) for plays_best in (False, True))
    assert ours > 0.9 * best


def test_of_equal_actions_the_one_with_the_most_bad_replies_is_preferred():
    """Both lose 1; after the second, only one of three replies wins."""
    game = tree_game([[-1, -1, -1], [-1, 0, 0]])
    assert solved(game).choice == 1
