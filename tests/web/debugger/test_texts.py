"""Trees typed by visitors: read, or refused in one line."""

from __future__ import annotations

import builtins
import math
import pathlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traced import LECTURE, is_json_proper, report_of

import zermelo
from zermelo.game import ZermeloError
from zermelo.web.worker.debugging.trace_report import LONGEST_TREE, branch_report, trace_game, trace_report


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (LECTURE, 3),
        ("(3,12,8),(2,4,6),(14,5,2)", 3),
        ('{"player":"min","children":{"x":1,"y":[5,7]}}', 1),
        ("graph TD\nA-->B[3]\nA-->C[4]", 4),
        ("```mermaid\nflowchart TD\nA-->B[3]\nA-->C[4]\n```", 4),
    ],
)
def test_trees_typed_by_hand(text, value):
    assert report_of(text, "minimax")[1]["value"] == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "tree.json",
        " ../../etc/passwd.JSON\n",
        "tree.mmd",
        "~/tree.mmd",
        "graph TD; A-->B[3]; A-->secret.json",
        "take.py",
        "take.py:take",
        "/etc/passwd",
        "connect-four",
        "[" * 5000,
        "[" * 90 + "1",
        "[" * 150 + "1" + "]" * 150,
        "[1,2" + "]" * 100,
        "[" + "1," * 30_000 + "1]",
        '{"children":{"a":[1,2]',
        '{"player":"chance","children":[1,2],"probabilities":["' + "9" * 400 + '/1","1/2"]}',
        '{"__class__":"os.system"}',
        "[1e999,2]",
        "[nan]",
        "graph TD\nA-->A",
        "graph TD\nA-->B\nB-->A",
        "graph TD\n" + "A-->" * 4000 + "B[1]",
        "\x00",
        "[1,\ud800]",
        "<script>alert(1)</script>",
    ],
)
def test_hostile_texts_get_one_line_and_open_nothing(text, monkeypatch):
    def refuse(*words, **options):
        raise AssertionError(f"{words[0]} was opened")

    with monkeypatch.context() as watched:
        for name in ("read_text", "read_bytes", "open"):
            watched.setattr(pathlib.Path, name, refuse)
        watched.setattr(builtins, "open", refuse)
        with pytest.raises(ZermeloError) as told:
            trace_game(text)
    line = str(told.value)
    assert "\n" not in line
    assert 0 < len(line) <= 300
    line.encode()


@given(st.text(alphabet='[](){}",:0123456789.-+eabmxgraphTD>;|%& \n\\u/', max_size=60) | st.text(max_size=30))
def test_any_text_is_a_tree_or_a_mistake(text):
    with suppress(ZermeloError):
        game = trace_game(text)
        assert is_json_proper(trace_report(game, game.initial(), algorithm="expectiminimax"))


def test_the_longest_tree():
    text = "[" + ",".join(["1"] * 4000) + "]"
    assert len(text) < LONGEST_TREE
    assert len(report_of(text, "minimax")[1]["nodes"]) == 4001
    with pytest.raises(ZermeloError, match="too many to show"):
        report_of("[" + ",".join(["1"] * 6000) + "]", "minimax")


def test_infinite_utilities_become_nothing():
    game = zermelo.Game(
        initial=lambda: 0,
        to_move=lambda state: state & 1,
        actions=lambda state: iter((1, 2)),
        result=lambda state, action: 2 * state + action,
        is_terminal=lambda state: state > 2,
        utility=lambda state, player: (math.inf if state % 3 else -math.inf) * (1 - 2 * player),
        compiles=False,
    )
    for algorithm in ("minimax", "alphabeta"):
        report = trace_report(game, 0, algorithm=algorithm)
        assert is_json_proper(report)
        for index, node in enumerate(report["nodes"]):
            if node["state"] == "cut":
                assert is_json_proper(branch_report(game, 0, report, index))
