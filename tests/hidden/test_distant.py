"""Monte Carlo CFR whose samples a crew draws."""

from __future__ import annotations

import numpy as np
import pytest
from crews import lossy

import zermelo
from zermelo.cluster.inside import Inside
from zermelo.game import ZermeloError
from zermelo.hidden.equilibrium.distant import LANES, SharedSampling
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.sampling import SamplingMinimizer
from zermelo.hidden.equilibrium.solution import EquilibriumSolving

KUHN = zermelo.load("kuhn-poker")


@pytest.mark.parametrize(("method", "near"), [("external", 0.01), ("outcome", 0.03)])
def test_a_crew_finds_as_good_a_strategy(method, near):
    """Whatever the number of workers, and though answers are lost, the same."""
    crews = lossy(), Inside(1)
    one, other = (EquilibriumSolving(lay_out(KUHN), method, 1, crew=crew).run(50_000) for crew in crews)
    assert np.array_equal(one.strategy, other.strategy)
    assert crews[0].done > crews[1].done
    assert one.iterations == 50_000
    assert one.exploitability < near
    assert one.values[0] == pytest.approx(-1 / 18, abs=2 * near)


def test_the_sums_are_the_mean_of_those_of_the_lanes():
    shared = SharedSampling(lay_out(KUHN), "external", 3, Inside(1))
    first = shared.round
    assert first == LANES
    noises = [shared._noise_of(lane) for lane in range(LANES)]
    assert len(set(noises)) == LANES
    shared.run(first + 3)  # three lanes make one iteration more
    regrets, totals = [], []
    for lane, noise in enumerate(noises):
        alone = SamplingMinimizer(lay_out(KUHN), "external")
        alone.resume(0, {**alone.state(), "noise": noise})
        alone.run(1 + (lane < 3))
        regrets.append(alone.regret)
        totals.append(alone.total)
    assert shared.regret == pytest.approx(np.mean(regrets, axis=0))
    assert shared.total == pytest.approx(np.mean(totals, axis=0))
    assert shared.iterations == LANES + 3


def test_a_file_goes_on_with_a_crew_and_without(tmp_path):
    whole = EquilibriumSolving(lay_out(KUHN), "external", 1, crew=Inside(2)).run(500)
    begun = EquilibriumSolving(lay_out(KUHN), "external", 1, crew=Inside(2))
    begun.run(200)
    begun.save(tmp_path / "kuhn")
    resumed = EquilibriumSolving(lay_out(KUHN), "external", 5, crew=Inside(2))
    resumed.resume(tmp_path / "kuhn")
    assert np.array_equal(resumed.run(500).strategy, whole.strategy)
    alone = EquilibriumSolving(lay_out(KUHN), "external", 1)
    alone.resume(tmp_path / "kuhn")
    assert alone.run(500).iterations == 500


def test_methods_without_samples_are_refused():
    with pytest.raises(ZermeloError, match="plus runs on one machine: on a cluster, --method external or outcome"):
        EquilibriumSolving(lay_out(KUHN), crew=Inside(1))
    with pytest.raises(ZermeloError, match="lp runs on one machine"):
        zermelo.solve(KUHN, method="lp", cluster=Inside(1))
    assert zermelo.solve(KUHN, method="external", iterations=100, cluster=Inside(1)).iterations == 100
