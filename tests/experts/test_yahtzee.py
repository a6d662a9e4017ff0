"""Yahtzee's exact values: near the end beside brute force, and their published mean at the start."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from conftest import random_position

import zermelo
from zermelo.compile.cache.tables import run_kernel
from zermelo.evaluate import exact_values, opinion
from zermelo.experts.yahtzee import filler, new_table
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.yahtzee.card import ALL_BOXES, BOXES, UPPER_BOXES, upper_sums
from zermelo.games.yahtzee.dice import dice_tables

GAME = zermelo.load("yahtzee")


@cache
def expected(state):
    """Points to come, by every line."""
    if GAME.is_terminal(state):
        return GAME.utility(state, 0)
    if GAME.to_move(state) == CHANCE:
        return sum(share * expected(GAME.result(state, roll)) for roll, share in GAME.outcomes(state))
    return max(expected(GAME.result(state, action)) for action in GAME.legal(state))


@pytest.mark.long
def test_cards_with_one_open_box_are_worth_what_brute_force_finds():
    for open_box in ("sixes", "large straight", "chance"):
        least = ALL_BOXES & ~(1 << BOXES.index(open_box))
        table, tables = new_table(), dice_tables()
        run_kernel("yahtzee", "a test", filler, table, tables.more, tables.less, upper_sums(), least)
        upper = int(upper_sums()[least & UPPER_BOXES].nonzero()[0][-8])
        marks = "".join("x" if least >> box & 1 else "-" for box in range(len(BOXES)))
        state = GAME.read_state(f"- 3 1 {marks},{upper},400")
        assert table[least, upper, 0] == pytest.approx(expected(state) - 400, abs=1e-9)


@pytest.mark.slow
def test_the_mean_of_perfect_play_is_the_published_one():
    value = exact_values(GAME)
    assert value(GAME.initial(), 0) == pytest.approx(254.59, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["yahtzee", "yahtzee:players=2"])
def test_each_value_is_that_of_the_best_action_or_the_mean_of_the_outcomes(spec):
    game = zermelo.load(spec)
    value = exact_values(game)

    def worth(state):
        return game.utility(state, 0) if game.is_terminal(state) else value(state, 0)

    for seed in range(60):
        state = random_position(game, seed, most=60, choice=False)
        if game.is_terminal(state):
            continue
        if game.to_move(state) == CHANCE:
            wanted = sum(share * worth(game.result(state, roll)) for roll, share in game.outcomes(state))
        else:
            best = max if game.to_move(state) == 0 else min
            wanted = best(worth(game.result(state, action)) for action in game.legal(state))
        assert worth(state) == pytest.approx(wanted, abs=1e-9)


def test_plain_python_would_take_hours():
    with pytest.raises(ZermeloError) as error:
        zermelo.Optimal(compiled=False).analyse(GAME)
    assert "would take hours" in str(error.value)


def test_an_empty_card_is_judged_near_its_exact_value():
    worth = opinion(GAME).function
    assert worth(GAME.initial(), 0) == pytest.approx(254.59, abs=10)
    for_two = zermelo.load("yahtzee:players=2")
    state = for_two.read_state("- 3 2 x------------,5,5 -------------,0,0")
    assert opinion(for_two).function(state, 0) == -opinion(for_two).function(state, 1)
    assert np.isfinite(opinion(for_two).function(state, 0))
