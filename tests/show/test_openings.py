"""The drawing of what a network thinks of the first moves."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.show.reports.openings import openings_svg

GAME = zermelo.load("tic-tac-toe")
TEXTS = [GAME.action_text(GAME.initial(), action) for action in GAME.legal(GAME.initial())]


def header(*points):
    return {"openings": {"actions": TEXTS, "points": [list(point) for point in points]}}


def test_each_first_move_has_its_value_on_the_board_and_a_line():
    drawn = openings_svg(GAME, header((100, *[-0.5] * 9), (200, *[0.1 * i for i in range(9)])))
    texts = [one.text for one in ElementTree.fromstring(drawn).iter() if one.tag.endswith("text")]
    assert texts.count("+0.8") == texts.count("+0.1") == 1
    assert drawn.count("<polyline") == 9
    assert "after 200 games" in drawn


def test_a_game_without_a_board_has_the_chart_alone():
    game = zermelo.load("nim", stones=3)
    points = [[5, 0, 0, 1], [9, 0, 1, 1]]
    assert openings_svg(game, {"openings": {"actions": ["1", "2", "3"], "points": points}}).count("<polyline") == 3


@pytest.mark.parametrize(
    "wrong", [{}, header(), header((1, 2.0)), {"openings": 3}, {"openings": {"actions": ["a1"], "points": [[1, 0.5]]}}]
)
def test_a_file_without_them_is_told_in_one_line(wrong):
    with pytest.raises(ZermeloError, match="first moves"):
        openings_svg(GAME, wrong)


def test_one_point_is_drawn_as_bars_the_best_first():
    drawn = openings_svg(GAME, header((100, *[-0.5] * 8, 0.25)))
    assert "<polyline" not in drawn
    assert drawn.index(f">{TEXTS[8]}</text>") < drawn.index(f">{TEXTS[0]}</text>")
