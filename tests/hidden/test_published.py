"""Published sizes, values and curves of small games, all from one reference."""

from __future__ import annotations

import json
from functools import cache

import pytest

import zermelo
from zermelo.hidden.equilibrium.best_response import assess
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.regret import METHODS, RegretMinimizer
from zermelo.hidden.equilibrium.sequence_form import sequence_form, solve_exactly
from zermelo.loading import game_names

LEDUC = ("leduc-poker", "leduc_poker")
DICE = [(f"liars-dice:dice=1,sides={sides}", f"liars_dice(numdice=1,dice_sides={sides})") for sides in range(2, 7)]
FAR = 100  # iterations up to which rounding does not matter


@pytest.fixture
def reference(truth):
    return json.loads(truth("poker/openspiel_poker_reference.json").read_text())


@cache
def laid_out(spec):
    if spec.partition(":")[0] not in game_names():
        pytest.skip(f"there is no {spec}")
    return lay_out(zermelo.load(spec))


@cache
def programme(spec):
    return solve_exactly(laid_out(spec))


@pytest.mark.parametrize(("spec", "name"), [LEDUC, DICE[2], pytest.param(*DICE[4], marks=pytest.mark.slow)])
def test_sizes_and_uniform_play(reference, spec, name):
    flat, sizes = laid_out(spec), reference["sizes"][name]
    assert (flat.nodes, len(flat.leaves)) == (sizes["histories_incl_chance"], sizes["terminals"])
    assert [len(flat.sets_of(player)) for player in range(2)] == [sizes["infosets_p0"], sizes["infosets_p1"]]
    uniform = assess(sequence_form(flat), flat.uniform())
    assert uniform.nash_conv == pytest.approx(reference["uniform_random_nash_conv"][name], abs=1e-12)


@pytest.mark.parametrize(
    ("spec", "name"), [LEDUC, DICE[0], DICE[1], DICE[2], pytest.param(*DICE[3], marks=pytest.mark.slow)]
)
def test_the_programme_finds_the_value(reference, spec, name):
    found = programme(spec)
    assert found.value == pytest.approx(reference["lp_game_value_player0"][name], abs=1e-8)
    assert assess(sequence_form(laid_out(spec)), found.strategy).exploitability < 1e-9


@pytest.mark.parametrize(("spec", "name"), [LEDUC, DICE[2]])
@pytest.mark.parametrize(("method", "curve"), [("cfr", "cfr_nash_conv"), ("plus", "cfr_plus_nash_conv")])
def test_regrets_fall_along_the_curve(reference, spec, name, method, curve):
    solver = RegretMinimizer(laid_out(spec), METHODS[method])
    for at, published in reference["cfr_curves"][name][curve].items():
        solver.run(int(at) - solver.iterations)
        near = 1e-8 if int(at) <= FAR else 0.05
        assert assess(solver.form, solver.average).nash_conv == pytest.approx(published, rel=near)


def test_leduc_is_solved_exactly():
    found = programme(LEDUC[0])
    assert found.value == pytest.approx(-0.085606424078, abs=1e-9)
    assert assess(sequence_form(laid_out(LEDUC[0])), found.strategy).exploitability < 1e-9


def test_leduc_is_solved_by_a_thousand_iterations():
    solver = RegretMinimizer(laid_out(LEDUC[0]))
    solver.run(1000)
    found = assess(solver.form, solver.average)
    assert found.exploitability < 1e-3
    assert found.values[0] == pytest.approx(-0.085606, abs=1e-3)
