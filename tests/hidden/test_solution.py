"""Solving by iterations, with files to go on from, and by the linear programme."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import ITERATIVE, EquilibriumSolving, next_measurement, solve_by_programme
from zermelo.hidden.equilibrium.strategy import load_strategy

KUHN = zermelo.load("kuhn-poker")


@pytest.mark.parametrize("method", ITERATIVE)
def test_a_curve_falls(method):
    solution = EquilibriumSolving(lay_out(KUHN), method, seed=1).run(5000)
    assert solution.iterations == 5000
    assert [point.iterations for point in solution.curve] == [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]
    assert solution.curve[-1].exploitability == solution.assessment.exploitability < solution.curve[2].exploitability
    assert [one.seconds for one in solution.curve] == sorted(one.seconds for one in solution.curve)
    assert len(solution.mixed.keys) == 12


def test_the_target_and_the_clock_end_it():
    near = EquilibriumSolving(lay_out(KUHN)).run(target=1e-2)
    assert near.assessment.exploitability <= 1e-2
    assert near.iterations < 100
    assert EquilibriumSolving(lay_out(KUHN)).run(seconds=1e-9).iterations == 1
    asked = []
    stopped = EquilibriumSolving(lay_out(KUHN)).run(is_over=lambda: asked.append(1) or len(asked) > 3)
    assert 0 < stopped.iterations < 100


@pytest.mark.parametrize("method", ["plus", "discounted", "external"])
def test_what_was_saved_goes_on_as_if_nothing_had_happened(tmp_path, method):
    flat, path = lay_out(KUHN), tmp_path / "kuhn"
    whole = EquilibriumSolving(flat, method, seed=5).run(400)
    first = EquilibriumSolving(flat, method, seed=5)
    first.run(150)
    first.save(path)
    second = EquilibriumSolving(flat, method)
    second.resume(path)
    found = second.run(400)
    assert found.strategy.tolist() == whole.strategy.tolist()
    assert [point.iterations for point in found.curve] == [1, 2, 5, 10, 20, 50, 100, 150, 200, 400]
    second.save(path)
    assert load_strategy(path, KUHN).on(flat).tolist() == whole.strategy.tolist()


def test_what_does_not_fit_is_refused(tmp_path):
    path = tmp_path / "kuhn"
    solving = EquilibriumSolving(lay_out(KUHN), "linear")
    solving.run(10)
    solving.save(path)
    with pytest.raises(ZermeloError, match="was made by the method linear: give --method linear"):
        EquilibriumSolving(lay_out(KUHN), "plus").resume(path)
    with pytest.raises(ZermeloError, match="not for kuhn-poker:players=3"):
        EquilibriumSolving(lay_out(zermelo.load("kuhn-poker:players=3")), "linear").resume(path)


def test_the_programme_is_exact():
    solution = solve_by_programme(lay_out(KUHN))
    assert solution.assessment.exploitability < 1e-9
    assert (solution.method, solution.iterations, solution.curve) == ("lp", 0, ())


def test_measurements_are_spread_evenly():
    assert [next_measurement(at) for at in (0, 1, 2, 4, 5, 9, 10, 99, 100, 4999)] == [
        1, 2, 5, 5, 10, 10, 20, 100, 200, 5000,
    ]  # fmt: skip
