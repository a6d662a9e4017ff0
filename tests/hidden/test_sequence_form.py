"""The sequence form and its linear programme."""

from __future__ import annotations

import numpy as np
import pytest
from hidden.random_games import random_game
from hypothesis import given, settings
from hypothesis import strategies as draws

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.equilibrium.best_response import assess
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.regret import RegretMinimizer
from zermelo.hidden.equilibrium.sequence_form import by_turn, plan, sequence_form, solve_exactly, strategy_of

KUHN = zermelo.load("kuhn-poker")


def test_kuhn_is_worth_minus_one_eighteenth():
    flat = lay_out(KUHN)
    found = solve_exactly(flat)
    assert found.value == pytest.approx(-1 / 18, abs=1e-9)
    assert assess(sequence_form(flat), found.strategy).exploitability < 1e-9


@settings(max_examples=25)
@given(draws.integers(0, 10**6))
def test_on_random_games_the_programme_regrets_and_best_responses_agree(seed):
    flat = lay_out(random_game(seed))
    if flat.sets:
        check_they_agree(flat)


@pytest.mark.parametrize("spec", ["kuhn-poker", "leduc-poker:ranks=2", "goofspiel:cards=3"])
def test_each_information_set_has_its_turn_once(spec):
    """After as many turns of its player as lie on the way to it."""
    form = sequence_form(lay_out(zermelo.load(spec)))
    owner = {
        slot: number
        for number, (first, width) in enumerate(zip(form.first, form.width, strict=True))
        for slot in range(first, first + width)
    }

    def turns_before(number):
        before = owner.get(int(form.parent[number]))
        return 0 if before is None else 1 + turns_before(before)

    groups = by_turn(form)
    assert sorted(np.concatenate(groups).tolist()) == list(range(len(form.first)))
    for turn, sets in enumerate(groups):
        assert len(sets)
        assert {turns_before(number) for number in sets.tolist()} == {turn}


SMALL = [
    "rock-paper-scissors",
    "matching-pennies",
    "kuhn-poker",
    "leduc-poker:ranks=2",
    "liars-dice:sides=3",
    "goofspiel:cards=3",
    "goofspiel:cards=3,order=descending,hidden=true",
    "blind-tic-tac-toe:rows=2,columns=2,k=2",
    "blind-tic-tac-toe:rows=2,columns=2,k=2,failed=lost",
    "blind-tic-tac-toe:rows=1,columns=3,k=2,told=true",
    "oshi-zumo:coins=4,size=1",
    "battleship:rows=1,columns=3,ships=2",
]


@pytest.mark.parametrize("spec", SMALL)
def test_on_small_games_they_agree(spec):
    check_they_agree(lay_out(zermelo.load(spec)))


def check_they_agree(flat):
    """The programme, CFR+ and best responses."""
    exact, form = solve_exactly(flat), sequence_form(flat)
    found = assess(form, exact.strategy)
    assert found.exploitability == pytest.approx(0.0, abs=1e-8)
    assert found.values == pytest.approx((exact.value, -exact.value), abs=1e-8)
    solver = RegretMinimizer(flat)
    solver.run(2000)
    learnt = assess(form, solver.average)
    assert learnt.exploitability < 5e-3
    # nobody can be held to less than the value, nor get more against an equilibrium
    assert learnt.best[0] >= exact.value - 1e-9
    assert learnt.best[1] >= -exact.value - 1e-9
    assert learnt.values[0] == pytest.approx(exact.value, abs=2 * learnt.nash_conv + 1e-9)


def test_a_constant_sum_is_served():
    from dataclasses import replace

    shifted = replace(KUHN, utility=lambda state, player: KUHN.utility(state, player) + 2.5, total=5.0)
    flat = lay_out(shifted)
    found = solve_exactly(flat)
    assert found.value == pytest.approx(2.5 - 1 / 18)
    assert assess(sequence_form(flat), found.strategy).values == pytest.approx((2.5 - 1 / 18, 2.5 + 1 / 18))


def test_plans_and_strategies_are_the_same():
    flat = lay_out(KUHN)
    form = sequence_form(flat)
    strategy = flat.uniform()
    strategy[flat.slots_of(0)] = 0.2, 0.8
    assert strategy_of(form, plan(form, strategy)) == pytest.approx(strategy)
    strategy[flat.slots_of(0)] = 0.0, 1.0
    there = plan(form, strategy)
    assert np.isclose(there, 0.0).sum() == 3  # the pass, and both answers to the bet after it
    assert strategy_of(form, there) == pytest.approx(strategy)  # uniform where it never comes


def test_leaves_reached_by_the_same_slots_share_an_entry():
    flat = lay_out(random_game(3))
    form = sequence_form(flat)
    for player in range(2):
        entries = [
            (slot, form.others[entry, 0])
            for slot in range(form.roots[player], form.roots[player + 1])
            for entry in range(form.rows[slot], form.rows[slot + 1])
        ]
        assert len(entries) == len(set(entries)) == len(np.unique(flat.leaf_slots, axis=0))


def test_other_games_are_refused_by_the_programme():
    with pytest.raises(ZermeloError, match="lp needs two players of whom one loses what the other wins"):
        solve_exactly(lay_out(zermelo.load("kuhn-poker:players=3")))
