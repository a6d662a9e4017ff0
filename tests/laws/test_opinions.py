"""The laws about opinions: what an evaluation declares, it keeps."""

from __future__ import annotations

import random
from dataclasses import replace

import zermelo
from zermelo.laws.opinions import stays_within_a_win
from zermelo.laws.patient import Patient, Seen


def test_an_evaluation_and_the_utilities_stay_within_its_reach():
    game = replace(zermelo.load("nim"), best_utility=None)
    end = game.read_state("0,0")

    def complaints(value, win, reach):
        opinion = zermelo.Opinion(lambda state, player: value - 2 * value * player, win=win, reach=reach)
        patient = Patient(replace(game, evaluate=opinion), random.Random(1), Seen())
        return [stays_within_a_win(replace(patient, state=state)) for state in (game.initial(), end)]

    assert complaints(3.0, 10.0, 10.0) == ["", None]
    assert complaints(3.0, 10.0, 0.0) == ["", None]
    assert complaints(3.0, 1.0, 2.0) == ["evaluate gives 3, beyond its reach of 2", None]
    assert complaints(1.0, 10.0, 2.0) == ["", "a utility is 10 in the evaluation's units, beyond its reach of 2"]
