"""Dominated actions, and their elimination."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hidden.matrix.games import PAIRS, few
from hypothesis import given

from zermelo.hidden.matrix.dominance import dominations, dominator, eliminate
from zermelo.hidden.matrix.equilibria import equilibria
from zermelo.hidden.matrix.table import matrix_game

HALF = Fraction(1, 2)


def summary(steps):
    return [(one.player, one.action, one.strict) for one in steps]


def test_the_dilemma():
    game = matrix_game([[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
    assert summary(dominations(game)) == [(0, 0, True), (1, 0, True)]
    steps, rows, columns = eliminate(game)
    assert (summary(steps), rows, columns) == ([(0, 0, True), (1, 0, True)], [1], [1])


def test_by_a_mixture_only():
    game = matrix_game([[3, 0], [0, 3], [1, 1]])
    (found,) = [one for one in dominations(game) if one.player == 0]
    assert (found.action, found.strict, found.by) == (2, True, (HALF, HALF, 0))
    weak = matrix_game([[2, 0, 1], [0, 2, 1], [1, 1, 0]])
    assert [(one.action, one.strict) for one in dominations(weak) if one.player == 0] == [(2, False)]


def test_steps_depend_on_the_ones_before():
    """Only when the right column is gone is the lower row dominated, and then the middle column."""
    game = matrix_game([[(1, 0), (1, 2), (0, 1)], [(0, 3), (0, 1), (2, 0)]])
    steps, rows, columns = eliminate(game)
    assert summary(steps) == [(1, 2, True), (0, 1, True), (1, 0, True)]
    assert (rows, columns) == ([0], [1])


def test_weak_elimination_is_told_apart():
    game = matrix_game([[(1, 1), (0, 0)], [(0, 0), (0, 0)]])
    assert eliminate(game)[0] == []
    steps, rows, columns = eliminate(game, weakly=True)
    assert summary(steps) == [(0, 1, False), (1, 1, True)]  # what was weakly dominated can become strictly so
    assert (rows, columns) == ([0], [0])
    assert summary(dominations(game)) == [(0, 1, False), (1, 1, False)]


def test_equal_actions_dominate_nothing():
    assert dominations(matrix_game([[1, 1], [1, 1]])) == []
    assert dominator(((Fraction(1),), (Fraction(1),), (Fraction(1),)), 0, False) is None


@few
@given(PAIRS)
def test_what_is_called_dominated_is(game):
    for one in dominations(game):
        payoffs = game.payoffs(one.player)
        assert sum(one.by) == 1
        assert one.by[one.action] == 0
        advantages = [
            sum(p * row[other] for p, row in zip(one.by, payoffs, strict=True)) - payoffs[one.action][other]
            for other in range(len(payoffs[0]))
        ]
        assert min(advantages) > 0 if one.strict else (min(advantages) == 0 < max(advantages))


@few
@given(PAIRS)
def test_no_equilibrium_plays_what_strict_dominance_removes(game):
    steps, rows, columns = eliminate(game)
    assert (len(rows), len(columns)) == tuple(
        count - sum(one.player == player for one in steps) for player, count in enumerate(game.shape)
    )
    for found in equilibria(game).listed:
        assert {row for row, p in enumerate(found.first) if p} <= set(rows)
        assert {column for column, p in enumerate(found.second) if p} <= set(columns)


@pytest.mark.parametrize("strict", [True, False])
def test_a_single_action_is_not_dominated(strict):
    assert dominator(((Fraction(1), Fraction(2)),), 0, strict) is None
