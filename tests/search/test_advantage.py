"""Values as chances: decided ones are certain, estimates never, and early means say nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.evaluate import odds_of
from zermelo.search.advantage import FEWEST, advantage_of, chances, is_early, share_of

CHESS, NIM = zermelo.load("chess"), zermelo.load("nim:stones=7")


@pytest.mark.parametrize(("value", "share"), [(1.0, 1.0), (0.0, 0.5), (-1.0, 0.0)])
def test_what_is_decided_leaves_no_doubt(value, share):
    assert share_of(CHESS, value, True, decided=True) == share


def test_a_win_by_two_discs_is_a_win():
    assert share_of(zermelo.load("othello"), 2.0, True, decided=True) == 1.0


def test_estimates_are_read_on_the_fitted_scale_and_are_never_certain():
    odds = odds_of(CHESS)
    win, draw, loss = chances(CHESS, odds.drawn + odds.lead, False)
    assert win == pytest.approx(0.75)
    assert win + draw + loss == pytest.approx(1)
    assert draw > 0
    assert share_of(CHESS, 0.0, False) == pytest.approx(0.5)
    assert share_of(CHESS, 500.0, False) == pytest.approx(0.99)
    assert share_of(CHESS, -500.0, False) == pytest.approx(0.01)


def test_a_mean_of_few_playouts_is_no_share_yet():
    few = zermelo.engine(f"mcts:sims={FEWEST - 1},solver=false,compiled=false").analyse(NIM)
    assert is_early(few)
    assert advantage_of(few) is None
    many = zermelo.engine(f"mcts:sims={8 * FEWEST},solver=false,compiled=false").analyse(NIM)
    assert not is_early(many)
    assert 0.01 <= advantage_of(many) <= 0.99
    assert not is_early(replace(few, network_value=0.1))
