"""The range of values that cuts at chance nodes rely on."""

from __future__ import annotations

import math
from dataclasses import replace

import zermelo
from zermelo.evaluate import Opinion
from zermelo.search.star.bounds import value_range


def even(state, player):
    return 0.0


def test_the_best_utility_counts_before_the_evaluator_s_reach():
    game = zermelo.load("pig")
    assert value_range(game, None) == (-1.0, 1.0)
    assert value_range(game, Opinion(even, win=100.0)) == (-100.0, 100.0)
    assert value_range(game, Opinion(even, reach=0.5)) == (-1.0, 1.0)
    assert value_range(replace(game, total=1.0), None) == (-0.5, 0.5)


def test_the_evaluator_s_reach_counts_where_no_best_utility_is_declared():
    game = replace(zermelo.load("pig"), best_utility=None)
    assert value_range(game, None) == (-math.inf, math.inf)
    assert value_range(game, Opinion(even)) == (-math.inf, math.inf)
    assert value_range(game, Opinion(even, reach=3.0)) == (-3.0, 3.0)


def test_one_player_has_no_worst_utility():
    game = replace(zermelo.load("pig"), players=1)
    assert value_range(game, None) == (-math.inf, 1.0)
    assert value_range(game, Opinion(even)) == (-math.inf, math.inf)
