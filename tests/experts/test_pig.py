"""Pig's exact values beside the published ones, and beside the equations that they solve."""

from __future__ import annotations

import csv

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import exact_values
from zermelo.game import CHANCE
from zermelo.games.pig import PigState


def rows(path):
    return csv.reader(line for line in path.read_text().splitlines() if not line.startswith("#"))


def value_of(spec):
    return exact_values(zermelo.load(spec), compiled=False)


def test_who_begins_wins_as_often_as_is_published(truth):
    for goal, sides, share, *_ in rows(truth("small/pig_exact.csv")):
        if int(goal) <= 20:
            value = value_of(f"pig:goal={goal},sides={sides}")
            assert (1 + value(PigState(0, 0, 0, 0, 0), 0)) / 2 == pytest.approx(float(share), abs=1e-11)


@pytest.mark.long
def test_at_100_who_begins_wins_53_06_percent(truth):
    value = exact_values(zermelo.load("pig"))
    published = {(int(goal), int(sides)): float(share) for goal, sides, share, *_ in rows(truth("small/pig_exact.csv"))}
    share = (1 + value(PigState(0, 0, 0, 0, 0), 0)) / 2
    assert share == pytest.approx(published[100, 6], abs=1e-11)
    assert share == pytest.approx(0.5306, abs=5e-5)


def test_every_position_to_10_is_worth_what_is_published(truth):
    value = value_of("pig:goal=10")
    for own, other, turn, share in rows(truth("small/pig_goal10_values.csv")):
        state = PigState(int(own), int(other), int(turn), 0, 0)
        assert (1 + value(state, 0)) / 2 == pytest.approx(float(share), abs=1e-9)


@pytest.mark.parametrize("spec", ["pig:goal=10", "pig:goal=7,sides=2", "pig:goal=15,sides=9"])
def test_each_value_is_that_of_the_best_action_or_the_mean_of_the_outcomes(spec):
    game, value = zermelo.load(spec), value_of(spec)

    def worth(state):
        return game.utility(state, 0) if game.is_terminal(state) else value(state, 0)

    for seed in range(100):
        state = random_position(game, seed, choice=False)
        if game.is_terminal(state):
            continue
        if game.to_move(state) == CHANCE:
            wanted = sum(share * worth(game.result(state, pips)) for pips, share in game.outcomes(state))
        else:
            best = max if game.to_move(state) == 0 else min
            wanted = best(worth(game.result(state, action)) for action in game.legal(state))
        assert worth(state) == pytest.approx(wanted, abs=1e-12)
        assert value(state, 1) == -value(state, 0)
