"""Correlated equilibria."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hidden.matrix.games import PAIRS, few
from hypothesis import given

import zermelo
from zermelo.hidden.matrix.correlated import Correlated, correlated_equilibrium, gain
from zermelo.hidden.matrix.equilibria import equilibria
from zermelo.hidden.matrix.table import from_game

CHICKEN = from_game(zermelo.load("chicken"))


def test_chicken(truth):
    known = json.loads(truth("poker/openspiel_asserted_values.json").read_text())["asserted"]
    assert float(sum(correlated_equilibrium(CHICKEN).utilities)) == known["chicken_dare_max_welfare_CE"]


def test_chicken_s_referee():
    found = correlated_equilibrium(CHICKEN)
    assert found.chances == ((0, Fraction(1, 4)), (Fraction(1, 4), Fraction(1, 2)))
    assert found.utilities == (Fraction(21, 4), Fraction(21, 4))
    assert gain(CHICKEN, found) == 0
    assert correlated_equilibrium(CHICKEN, (1.0, 0.0)).utilities == (7, 2)


def test_a_drawing_that_nobody_obeys_is_seen():
    assert gain(CHICKEN, Correlated(((0, 0), (0, 1)), (Fraction(6), Fraction(6)))) == 1


@few
@given(PAIRS)
def test_nobody_gains_by_not_obeying_and_no_equilibrium_is_better(game):
    found = correlated_equilibrium(game)
    assert sum(map(sum, found.chances)) == 1
    assert min(map(min, found.chances)) >= 0
    assert gain(game, found) <= Fraction(1, 10**8)
    best = max(sum(one.utilities) for one in equilibria(game).listed)
    assert float(sum(found.utilities)) >= float(best) - 1e-8
    for player in range(2):
        weights = (1.0, 0.0) if player == 0 else (0.0, 1.0)
        favourite = correlated_equilibrium(game, weights)
        assert float(favourite.utilities[player]) >= float(found.utilities[player]) - 1e-8
        assert float(gain(game, favourite)) == pytest.approx(0, abs=1e-8)
