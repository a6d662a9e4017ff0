"""What the server keeps of a game."""

from __future__ import annotations

import pytest

from zermelo.game import ZermeloError
from zermelo.web.server.score_sheet import ScoreSheet
from zermelo.web.variations import MOST_BYTES


def step(index, mover, share=None, **more):
    return {"index": index, "text": f"m{index}", "cells": [[0, index]], "mover": mover, "share": share, **more}


def sheet_of(*steps, comments=()):
    opened = {"compiles": True, "players": 2, "hidden": False, "first": {"mover": 0, "share": None}}
    return ScoreSheet.of("toy", {"size": 3}, None, {**opened, "steps": list(steps)}, comments)


@pytest.fixture
def sheet():
    return sheet_of(step(1, 1), step(2, 0), step(0, None, 1.0))


def test_a_move_at_an_earlier_ply_begins_a_variation(sheet):
    assert (sheet.ply, sheet.mover, sheet.shares[-1]) == (3, None, 1.0)
    sheet.go_to(1)
    assert sheet.mover == 1
    sheet.write(step(7, 0))
    assert (sheet.played, sheet.texts, sheet.movers, sheet.shares) == ([1, 7], ["m1", "m7"], [0, 1, 0], [None] * 3)
    assert [node.text for node in sheet.tree.in_order()] == ["m1", "m2", "m0", "m7"]
    sheet.go_to(1)
    sheet.write(step(2, 0))  # a move that is there already
    assert (sheet.ply, sheet.texts, len(sheet.tree)) == (2, ["m1", "m2", "m0"], 5)


def test_what_was_taken_back_becomes_the_variation(sheet):
    sheet.go_to(1, is_taken_back=True)
    sheet.write(step(7, 0))
    assert [node.text for node in sheet.tree.in_order()] == ["m1", "m7", "m2", "m0"]


def test_its_report_is_about_the_ply_shown(sheet):
    sheet.go_to(2)
    report = sheet.report({"mover": 0, "position": "x"})
    assert report["last"] == {"text": "m2", "mover": 1, "cells": [[0, 2]]}
    assert (report["ply"], report["plies"], report["moves"]) == (2, 3, ["m1", "m2", "m0"])
    assert (report["node"], "tree" in report) == (2, False)
    sheet.go_to(0)
    assert sheet.report({})["last"] is None


def test_variations_are_opened_in_the_order_in_which_they_are_reported():
    steps = [
        step(1, 1),
        step(2, 0),
        step(3, 1),
        step(4, 0, after=1),
        step(5, 1),
        step(6, 0, after=4),
        step(7, 1, after=0),
    ]
    sheet = sheet_of(*steps, comments=[(0, "here"), (4, "there")])
    told = sheet.report({})["tree"]
    assert [row[:3] for row in told] == [
        *([0, -1, ""], [1, 0, "m1"], [2, 1, "m2"], [3, 2, "m3"]),
        *([7, 0, "m7"], [4, 1, "m4"], [5, 4, "m5"], [6, 4, "m6"]),
    ]
    assert {row[0]: row[4] for row in told if row[4]} == {0: "here", 4: "there"}
    again = sheet_of(*(step(int(text[1:]), 0, after=number_of(told, before)) for _, before, text, _, _ in told[1:]))
    assert [row[2] for row in again.report({})["tree"]] == [row[2] for row in told]


def number_of(told, node):
    return [row[0] for row in told].index(node)


def test_promoting_and_deleting():
    steps = step(1, 1), step(2, 0), step(3, 1), step(4, 0, after=1), step(5, 1), step(6, 0, after=4)
    sheet = sheet_of(*steps)
    sheet.go_to_node(6)
    assert (sheet.texts, sheet.ply) == (["m1", "m4", "m6"], 3)
    sheet.tree.promote(6)
    assert [node.text for node in sheet.tree.in_order()] == ["m1", "m2", "m3", "m4", "m6", "m5"]
    sheet.tree.promote(6, to_main_line=True)
    assert [node.text for node in sheet.tree.in_order()] == ["m1", "m4", "m6", "m2", "m3", "m5"]
    sheet.delete(4)
    assert (sheet.texts, sheet.ply, sheet.node, sheet.tree.is_plain) == (["m1", "m2", "m3"], 1, 1, True)
    with pytest.raises(ZermeloError, match="first position stays"):
        sheet.delete(0)
    with pytest.raises(ZermeloError, match="no position 4"):
        sheet.go_to_node(4)


def test_variations_and_comments_fit_into_a_message(sheet):
    with pytest.raises(ZermeloError, match="no more room"):
        crowd(sheet)
    assert len(str(sheet.report({}))) < 2 * MOST_BYTES


def crowd(sheet):
    for number in range(1000):
        sheet.go_to(0)
        sheet.write(step(10 + number, 0))
        sheet.tree.comment(sheet.node, "!" * 1000)


@pytest.mark.parametrize("ply", [-1, 4])
def test_plies_that_are_not_there(sheet, ply):
    with pytest.raises(ZermeloError, match="plies 0 to 3"):
        sheet.go_to(ply)
