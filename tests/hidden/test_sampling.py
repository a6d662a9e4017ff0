"""Monte Carlo CFR."""

from __future__ import annotations

import pytest
from hidden.random_games import random_game

import zermelo
from zermelo.hidden.equilibrium.best_response import assess
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.sampling import SamplingMinimizer

KUHN = zermelo.load("kuhn-poker")


@pytest.mark.parametrize(("method", "iterations", "near"), [("external", 200_000, 5e-3), ("outcome", 500_000, 1e-2)])
def test_it_solves_kuhn(method, iterations, near):
    solver = SamplingMinimizer(lay_out(KUHN), method, seed=1)
    solver.run(iterations)
    found = assess(solver.form, solver.average)
    assert found.exploitability < near
    assert found.values[0] == pytest.approx(-1 / 18, abs=2 * near)


@pytest.mark.parametrize("method", ["external", "outcome"])
@pytest.mark.parametrize("players", [2, 3])
def test_interpreted_it_does_the_same(method, players):
    flat = lay_out(random_game(5, players))
    compiled, interpreted = (SamplingMinimizer(flat, method, 7, one) for one in (True, False))
    for solver in (compiled, interpreted):
        solver.run(10)
        solver.run(15)
    assert compiled.regret == pytest.approx(interpreted.regret, abs=1e-9)
    assert compiled.total == pytest.approx(interpreted.total, abs=1e-9)
    assert compiled.total.sum() > 0


def test_the_seed_decides():
    flat = lay_out(KUHN)
    found = []
    for seed in (1, 1, 2):
        solver = SamplingMinimizer(flat, "external", seed)
        solver.run(50)
        found.append(solver.average.tolist())
    assert found[0] == found[1] != found[2]


def test_three_players_learn():
    flat = lay_out(zermelo.load("kuhn-poker:players=3"))
    solver = SamplingMinimizer(flat, "external", 1)
    before = assess(solver.form, flat.uniform()).nash_conv
    solver.run(100_000)
    assert assess(solver.form, solver.average).nash_conv < before / 10
