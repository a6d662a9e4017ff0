"""Where the debugger puts nodes, and which it folds."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from traced import LECTURE, nested, report_of

import zermelo
from zermelo.web.folding import COLUMN, first_fold, grafted, placed
from zermelo.web.worker.debugging.trace_report import branch_report, trace_report


def check_places(report, folded):
    found = placed(report, folded)
    rows: dict[float, list[float]] = {}
    for place in found["nodes"]:
        assert 0 <= place["x"] <= found["width"]
        assert 0 <= place["y"] <= found["height"]
        rows.setdefault(place["y"], []).append(place["x"])
    for row in rows.values():
        assert all(b - a >= COLUMN - 0.2 for a, b in pairwise(sorted(row)))
    seen = {place["index"] for place in found["nodes"]}
    for index in seen - {0}:
        assert report["nodes"][index]["parent"] in seen
        assert report["nodes"][index]["parent"] not in folded
    assert len(seen) + sum(place["hidden"] for place in found["nodes"]) == len(report["nodes"])
    return found


@given(nested, st.data())
def test_nothing_overlaps_and_everything_is_seen_or_counted(tree, data):
    _, report = report_of(tree, "minimax")
    folded = data.draw(st.sets(st.integers(0, len(report["nodes"]) - 1)))
    inner = {node["parent"] for node in report["nodes"]}
    check_places(report, folded & inner)


def test_a_large_tree_begins_folded():
    game = zermelo.load("random-tree:branching=4,depth=6,seed=3")
    report = trace_report(game, game.initial(), algorithm="alphabeta")
    assert len(report["nodes"]) > 1000
    folded = first_fold(report)
    found = check_places(report, folded)
    assert 100 < len(found["nodes"]) <= 250
    seen = {place["index"] for place in found["nodes"]}
    assert all(index in seen for index, node in enumerate(report["nodes"]) if node["state"] == "best")
    assert all(index in seen for index, node in enumerate(report["nodes"]) if node["depth"] <= 2)
    check_places(report, set())


def test_mcts_folds_what_is_seldom_visited():
    game = zermelo.load("tic-tac-toe")
    report = trace_report(game, game.initial(), algorithm="mcts", simulations=600)
    folded = first_fold(report, visible=100)
    assert len(check_places(report, folded)["nodes"]) <= 100
    most = max((n["visits"], i) for i, n in enumerate(report["nodes"]) if n["parent"] == 0)[1]
    assert most not in folded


def test_a_small_tree_is_not_folded_and_a_wide_root_is_open():
    _, report = report_of(LECTURE)
    assert first_fold(report) == set()
    _, wide = report_of(list(range(600)))
    assert first_fold(wide) == set()
    check_places(wide, {0})


def test_grafts_get_places_and_folds():
    game = zermelo.load("random-tree:branching=4,depth=6,seed=3")
    report = trace_report(game, game.initial(), algorithm="alphabeta")
    index = max(range(len(report["nodes"])), key=lambda i: report["nodes"][i]["skipped"])
    branch = branch_report(game, game.initial(), report, index)
    whole = grafted(report, branch)
    assert len(branch["nodes"]) > 250
    check_places(whole, first_fold(report) | set(branch["folded"]))
    check_places(whole, set(branch["folded"]))
    assert index not in branch["folded"]


def test_one_node_alone_has_a_place():
    _, report = report_of("7")
    assert report["value"] == 7
    assert placed(report, {0})["nodes"] == [{"index": 0, "x": 44.0, "y": 44.0, "hidden": 0}]
