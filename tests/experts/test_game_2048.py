"""The evaluation of 2048: the tables add up what the weights say of each line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.experts.game_2048 import Weights


def promise_of(line):
    """A line of exponents, by the weights' own words."""
    tiles, weights = [tile for tile in line if tile], Weights()
    heights = [tile**weights.disorder_power for tile in line]
    steps = [after - before for before, after in pairwise(heights)]
    rises, falls = sum(step for step in steps if step > 0), -sum(step for step in steps if step < 0)
    return (
        weights.line
        + weights.empty * line.count(0)
        + weights.merge * sum(one == other for one, other in pairwise(tiles))
        - weights.disorder * min(rises, falls)
        - weights.crowd * sum(tile**weights.crowd_power for tile in tiles)
    )


def test_the_evaluation_adds_up_rows_and_columns():
    game = zermelo.load("2048")
    evaluator = opinion(game)
    for seed in range(30):
        state = random_position(game, seed, most=200, choice=False)
        rows = [[int(state.board) >> 4 * (4 * row + column) & 15 for column in range(4)] for row in range(4)]
        lines = rows + [list(column) for column in zip(*rows, strict=True)]
        wanted = sum(map(promise_of, lines)) + game.utility(state, 0)
        assert evaluator.function(state, 0) == pytest.approx(wanted, abs=5)


def test_order_is_better_than_disorder():
    game = zermelo.load("2048")
    worth = opinion(game).function
    ordered = game.read_state("64/32/16/8 0/0/0/4 0/0/0/0 0/0/0/2 516")
    mixed = game.read_state("8/64/16/32 0/0/0/4 0/0/0/0 2/0/0/0 516")
    assert worth(ordered, 0) > worth(mixed, 0)


def test_in_a_game_to_a_goal_it_lies_between_lost_and_won():
    game = zermelo.load("2048:goal=64")
    worth = opinion(game).function
    for seed in range(30):
        assert 0 < worth(random_position(game, seed, most=100, choice=False), 0) < 1


def test_the_placer_sees_the_opposite():
    game = zermelo.load("2048:placer=player")
    state = random_position(game, 3)
    assert opinion(game).function(state, 1) == -opinion(game).function(state, 0)
