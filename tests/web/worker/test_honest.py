"""Values that do not mislead: random positions, and random bad moves asked about."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from web.honest import faults, number_faults, positions, report_on, why_faults

import zermelo
from zermelo.loading import game_names
from zermelo.web.worker.asking.why import why

SMALL = [
    "tic-tac-toe",
    "nim:stones=9",
    "kalah:pits=3,seeds=2",
    "pig:goal=10",
    "othello:size=4",
    "breakthrough:rows=4,columns=3",
]
ASKED = ["chess", "othello", "go", "backgammon", "connect-four"]


def test_the_rules_of_the_sweep_catch_what_they_are_for():
    assert number_faults("-0.08667 pawns", 2)
    assert number_faults("+2.336e+05 points", 2)
    assert number_faults("+1234.5 points", 2)
    assert number_faults("+8.31 discs", 1)
    assert not number_faults("-0.09 pawns", 2)
    assert not number_faults("+233,600 points", 2)
    assert not number_faults("wins in 1234 plies", 2)


@pytest.mark.parametrize("spec", SMALL)
def test_values_of_random_positions(spec):
    sweep(spec, 3, 0.02, compiled=False)


@pytest.mark.slow
@pytest.mark.parametrize("spec", game_names())
def test_values_of_two_hundred_random_positions(spec):
    sweep(spec, 200, 0.03)


def sweep(spec, count, seconds, **options):
    game, wrong = zermelo.load(spec), []
    for path, _ in positions(game, count, 1):
        found, report = report_on(game, path, seconds, **options)
        wrong += [(game.state_text(path[-1]), fault) for fault in faults(found, report)]
    assert wrong == []


@pytest.mark.parametrize("spec", ["tic-tac-toe", pytest.param("pig:goal=10", marks=pytest.mark.long), "othello:size=4"])
def test_why_not_random_moves(spec):
    ask(spec, 2, 0.05, {"name": "auto", "options": {"compiled": False}})


@pytest.mark.slow
@pytest.mark.parametrize("spec", ASKED)
def test_why_not_two_hundred_random_moves(spec):
    ask(spec, 200, 0.15, None)


def ask(spec, count, seconds, engine):
    game, noise, wrong = zermelo.load(spec), random.Random(2), []
    for path, _ in positions(game, count, 3):
        action = noise.choice(game.legal(path[-1]))
        played = [game.moves(a).index(_between(game, a, b)) for a, b in pairwise(path)]
        request = {"spec": spec, "parameters": {}, "start": None, "played": played, "engine": engine, "time": seconds}
        told = []
        why({**request, "action": game.action_text(path[-1], action)}, told.append)
        wrong += [(game.state_text(path[-1]), told[0]["words"], fault) for fault in why_faults(game, path, told[0])]
    assert wrong == []


def _between(game, before, after):
    """The action that leads from a state to the next."""
    return next(action for action in game.moves(before) if game.result(before, action) == after)
