"""Counterfactual regret minimization."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hidden.random_games import random_game

import zermelo
from zermelo.hidden.equilibrium.best_response import assess
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.regret import METHODS, RegretMinimizer

KUHN = zermelo.load("kuhn-poker")


@pytest.mark.parametrize(("method", "curve"), [("cfr", "cfr_nash_conv"), ("plus", "cfr_plus_nash_conv")])
def test_kuhn_falls_along_the_published_curve(truth, method, curve):
    reference = json.loads(truth("poker/openspiel_poker_reference.json").read_text())
    published = {int(at): value for at, value in reference["cfr_curves"]["kuhn_poker"][curve].items()}
    solver = RegretMinimizer(lay_out(KUHN), METHODS[method])
    found = {}
    for at in published:
        solver.run(at - solver.iterations)
        found[at] = assess(solver.form, solver.average).nash_conv
    assert found == pytest.approx(published, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", [1, 2])
def test_interpreted_it_does_the_same(method, seed):
    game = random_game(seed, players=1 + seed)
    compiled, interpreted = (RegretMinimizer(lay_out(game), METHODS[method], one) for one in (True, False))
    for solver in (compiled, interpreted):
        solver.run(3)
        solver.run(4)
    assert compiled.regret == pytest.approx(interpreted.regret, abs=1e-12)
    assert compiled.average == pytest.approx(interpreted.average, abs=1e-12)
    assert compiled.current == pytest.approx(interpreted.current, abs=1e-12)


def test_every_method_solves_kuhn():
    for discount in METHODS.values():
        solver = RegretMinimizer(lay_out(KUHN), discount)
        solver.run(2000)
        found = assess(solver.form, solver.average)
        assert found.exploitability < 2e-3
        assert found.values[0] == pytest.approx(-1 / 18, abs=2e-3)


def test_kuhn_is_solved_to_a_millionth():
    solver = RegretMinimizer(lay_out(KUHN))
    solver.run(500_000)
    found = assess(solver.form, solver.average)
    assert found.exploitability < 1e-6
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-6)


def test_with_three_players_everybody_learns():
    flat = lay_out(zermelo.load("kuhn-poker:players=3"))
    solver = RegretMinimizer(flat)
    before = assess(solver.form, flat.uniform()).nash_conv
    solver.run(2000)
    assert assess(solver.form, solver.average).nash_conv < before / 100


def test_the_discount_is_that_of_the_paper():
    schedule = METHODS["discounted"].schedule(2, 2)  # iterations 3 and 4
    expected = [[t**1.5 / (t**1.5 + 1), 0.5, (t + 1) ** 2] for t in (2, 3)]
    assert schedule == pytest.approx(np.array(expected))
    assert METHODS["plus"].schedule(0, 2).tolist() == [[1, 0, 1], [1, 0, 2]]
    assert METHODS["cfr"].schedule(0, 2).tolist() == [[1, 1, 1], [1, 1, 1]]
    assert METHODS["linear"].schedule(1, 2)[:, 0].tolist() == [1 / 2, 2 / 3]
