"""What the server keeps of a game."""

from __future__ import annotations

import pytest

from zermelo.game import ZermeloError
from zermelo.web.server.score_sheet import ScoreSheet


def step(index, mover, share=None):
    return {"index": index, "text": f"m{index}", "cells": [[0, index]], "mover": mover, "share": share}


@pytest.fixture
def sheet():
    opened = {"compiles": True, "players": 2, "hidden": False, "first": {"mover": 0, "share": None}}
    return ScoreSheet.of("toy", {"size": 3}, None, {**opened, "steps": [step(1, 1), step(2, 0), step(0, None, 1.0)]})


def test_a_move_at_an_earlier_ply_drops_the_later_ones(sheet):
    assert (sheet.ply, sheet.mover, sheet.shares[-1]) == (3, None, 1.0)
    sheet.go_to(1)
    assert sheet.mover == 1
    sheet.write(step(7, 0))
    assert (sheet.played, sheet.texts, sheet.movers, sheet.shares) == ([1, 7], ["m1", "m7"], [0, 1, 0], [None] * 3)


def test_its_report_is_about_the_ply_shown(sheet):
    sheet.go_to(2)
    report = sheet.report({"mover": 0, "position": "x"})
    assert report["last"] == {"text": "m2", "mover": 1, "cells": [[0, 2]]}
    assert (report["ply"], report["plies"], report["moves"]) == (2, 3, ["m1", "m2", "m0"])
    sheet.go_to(0)
    assert sheet.report({})["last"] is None


@pytest.mark.parametrize("ply", [-1, 4])
def test_plies_that_are_not_there(sheet, ply):
    with pytest.raises(ZermeloError, match="plies 0 to 3"):
        sheet.go_to(ply)
