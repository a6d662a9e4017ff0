"""The end of a game over GTP: the dead, the score and seki."""

from __future__ import annotations

import pytest
from protocols.gtp.desk import DEAD, Desk


@pytest.mark.parametrize(("scoring", "score"), [("area", "W+0.5"), ("territory", "W+0.5")])
def test_final_score_takes_the_dead_off(tmp_path, scoring, score):
    """Black has 28 points of the board, White 21; of territory 10 and a prisoner against 4."""
    desk = Desk(f"go:scoring={scoring}")
    desk.draw(DEAD, tmp_path)
    assert desk.ask("final_status_list dead") == "B4"
    assert desk.ask("final_score") == score
    assert sorted(map(len, map(str.split, desk.ask("final_status_list alive").splitlines()))) == [17, 18]
    assert desk.ask("final_status_list seki") == ""


def test_an_empty_board():
    desk = Desk("go:size=9,komi=0")
    assert desk.ask("final_score") == "0"
    desk.ask("komi 0.5")
    assert desk.ask("final_score") == "W+0.5"


SEKI = """
    .OX.XO.
    XOXXXOO
    XOX.XO.
    XOXXXOO
    .OXXXO.
    OOXXXOO
    XXXXXO.
    """


def test_seki(tmp_path):
    """At the left two chains without eyes share two liberties; who plays there first is taken."""
    desk = Desk("go:size=7")
    desk.draw(SEKI, tmp_path)
    assert desk.ask("final_status_list dead") == ""
    assert {*desk.ask("final_status_list seki").splitlines()} == {"A6 A5 A4", "B7 B6 B5 B4 B3 A2 B2"}
    assert desk.ask("final_score") == "W+2.5"  # 26 against 21 and komi, and two points for nobody
