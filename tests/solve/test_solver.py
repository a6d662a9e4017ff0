"""A solver of one's own game: from two functions it answers what searches and `zermelo solve` ask."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.compile.kernel.memory import LIMIT, NODES, new_words
from zermelo.search.analysis import SOLVER
from zermelo.solve.solver import PositionSolver


class NimSolver(PositionSolver):
    """Nim by its theory: a multiple of four stones is lost, anything else is won by leaving one."""

    def __init__(self, game):
        self.game, self.compiled, self.memories = game, False, [new_words(False, 8)]

    def score(self, state):
        [memory] = self.memories
        memory[NODES] += 1
        won = bool(state.stones % 4)
        return None if memory[NODES] > memory[LIMIT] else 1 if won else -1

    def action_worth(self, state, score):
        return next((one for one in self.game.legal(state) if self.score_of(state, one) == score), None)


@pytest.fixture
def game():
    nim = zermelo.load("nim:stones=6")
    expert = zermelo.Expert(solver=lambda game, *_: NimSolver(game), is_ready=lambda game: True)
    return replace(nim, expert=expert)


def test_solve_asks_it(game):
    found = zermelo.solve(game, method="solver")
    assert (found.method, found.value, found.line) == ("solver", 1.0, (2, 1, 3))
    assert zermelo.solve(game).method == "solver"


def test_alphabeta_asks_it(game):
    analysis = zermelo.AlphaBeta(perfect=True, compiled=False, depth=1).analyse(game)
    assert (analysis.chosen, analysis.action, analysis.value, analysis.line) == (SOLVER, 2, 1.0, (2, 1, 3))
    assert {one.action: one.value for one in analysis.candidates} == {1: -1.0, 2: 1.0, 3: -1.0}


def test_values_are_in_the_games_own_units():
    """Where the winner gets 10 of 12, the loser 2."""
    nim = zermelo.load("nim:stones=6")
    expert = zermelo.Expert(solver=lambda game, *_: NimSolver(game), is_ready=lambda game: True)
    game = replace(
        nim,
        expert=expert,
        total=12,
        best_utility=10.0,
        utility=lambda state, player: 6 + 4 * nim.utility(state, player),
    )
    assert zermelo.solve(game, method="solver").value == zermelo.solve(game, method="alphabeta").value == 10.0
    analysis = zermelo.AlphaBeta(perfect=True, compiled=False, depth=1).analyse(game)
    assert {one.action: one.value for one in analysis.candidates} == {1: 2.0, 2: 10.0, 3: 2.0}
    assert (analysis.value, analysis.exact) == (10.0, True)


def test_among_some_actions_all_must_be_known(game):
    solver = NimSolver(game)
    [memory] = solver.memories
    memory[LIMIT] = 100
    assert [(one.action, one.outcome, one.line) for one in solver.known_actions(game.initial(), [1, 3])] == [
        (1, -1, (1,)), (3, -1, (3,)),
    ]  # fmt: skip
    memory[NODES], memory[LIMIT] = 0, 1
    assert solver.known_actions(game.initial(), [1, 3]) is None
