"""Pictures for the page: valid JSON, with everything that docs/page.md promises."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from conftest import random_position
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.picture import Bar, Bars, Board, Cards, Hand, Lines, Node, Place, Points, Purse, Track, Tree
from zermelo.show.described import described
from zermelo.show.svg import svg
from zermelo.show.svg.tree import LEVEL

PICTURES = {
    "board": Board((("X", ""), ("", "O")), ("2", "1"), ("a", "b"), frozenset({(1, 1), (0, 0)}), caption="O to move"),
    "bars": Bars((Bar("stones", 3, 7, True), Bar("gold", math.inf), Bar("walls", 0.5, 3.0))),
    "tree": Tree(Node("max", "3", children=(Node("leaf", "3", "a1", "best"), Node("min", "2", "a2", note="α=3")))),
    "cards": Cards((Hand("you", ("♠A", ""), True),), "pot 3"),
    "points": Points((-2, *[0] * 22, 2), (1, 0), (0, 3), (6, 5), "player 1 to move", score=(2, 3), length=5),
    "track": Track((Place("Start", tokens=(1,)), Place("Mill", "red", "$60", 2, "▪")), (Purse("you", "$5"),)),
    "lines": Lines(("pot 3",)),
}


def sent(picture):
    """What arrives at the page."""
    return json.loads(json.dumps(described(picture), ensure_ascii=False, allow_nan=False).encode())


@pytest.mark.parametrize("kind", PICTURES)
def test_the_fields_are_those_of_the_document(kind):
    table = (Path(__file__).parents[2] / "docs" / "page.md").read_text().split("## Pictures")[1]
    row = re.search(rf"^\| `{kind}` \| (.*) \|$", table, re.MULTILINE)[1]
    outer = re.sub(r"\{[^}]*\}|\([^)]*\)", "", row)
    assert list(described(PICTURES[kind])) == ["kind", *re.findall(r"`(\w+)`", outer)]
    inner = re.search(r"\{(.*?)\}", row)
    for thing in (
        described(PICTURES[kind])[{"bars": "bars", "tree": "nodes", "cards": "hands", "track": "places"}[kind]]
        if inner
        else ()
    ):
        assert list(thing) == re.findall(r"`(\w+)`", inner[1])


def test_a_board():
    assert sent(PICTURES["board"]) == {
        "kind": "board",
        "cells": [["X", ""], ["", "O"]],
        "rows": ["2", "1"],
        "columns": ["a", "b"],
        "marked": [[0, 0], [1, 1]],
        "shape": "square",
        "absent": [],
        "lines": [],
        "stars": [],
        "sides": [],
        "ground": "",
        "dark": [],
        "warned": [],
        "corners": [],
        "ships": [],
        "beside": [],
        "dice": None,
        "offers": [],
        "caption": "O to move",
    }


def test_what_boards_look_like():
    board = Board(
        (("●", "", "X"),),
        ground="sea",
        dark=frozenset({(0, 1)}),
        warned=frozenset({(0, 0)}),
        corners=(("1", "", "2"),),
        ships=(((0, 2), (0, 1)),),
        beside=(("♟",), ()),
    )
    found = sent(board)
    assert (found["ground"], found["dark"], found["warned"]) == ("sea", [[0, 1]], [[0, 0]])
    assert (found["corners"], found["ships"]) == ([["1", "", "2"]], [[[0, 2], [0, 1]]])
    assert found["beside"] == [["♟"], []]
    assert sent(Board((("",),), ground="lava"))["ground"] == ""


def test_lines_gaps_stars_and_sides():
    grid = sent(Board((("", "", ""),) * 2, shape="crossing", stars=frozenset({(1, 1), (0, 1)})))
    assert grid["lines"] == [[[0, 0], [0, 2]], [[1, 0], [1, 2]], [[0, 0], [1, 0]], [[0, 1], [1, 1]], [[0, 2], [1, 2]]]
    assert (grid["stars"], grid["absent"]) == ([[0, 1], [1, 1]], [])
    joined = sent(Board((("", "", ""),) * 2, shape="crossing", joined=(((0, 0), (1, 2)), ((1, 2), (9, 9)))))
    assert (joined["lines"], joined["absent"]) == ([[[0, 0], [1, 2]]], [[0, 1], [0, 2], [1, 0], [1, 1]])
    gap = sent(Board((("", "", ""),), shape="crossing", absent=frozenset({(0, 1)})))
    assert (gap["lines"], gap["absent"]) == ([], [[0, 1]])
    ragged = sent(Board((("", ""), ("",)), shape="hex", sides=("red", '"><b>')))
    assert (ragged["absent"], ragged["sides"], ragged["lines"]) == ([[1, 1]], ["red", ""], [])


def test_bars_and_what_json_cannot_say():
    bars = sent(PICTURES["bars"])["bars"]
    assert bars[0] == {"label": "stones", "value": 3, "words": "3", "most": 7, "active": True, "colour": ""}
    assert [(bar["value"], bar["most"]) for bar in bars] == [(3, 7), (None, 0), (0.5, 3)]


def test_a_bar_has_one_of_the_colours_that_are_drawn():
    bars = Bars((Bar("red", 3, 7, colour="red"), Bar("odd", 3, 7, colour='"><b>')))
    assert [bar["colour"] for bar in sent(bars)["bars"]] == ["red", ""]
    assert {"bar-red", "full"} <= set(re.findall(r'class="([^"]*)"', svg(bars)))


def test_a_tree_is_laid_out():
    tree = sent(PICTURES["tree"])
    root, left, right = tree["nodes"]
    assert [node["parent"] for node in tree["nodes"]] == [-1, 0, 0]
    assert left["x"] < root["x"] < right["x"] < tree["width"]
    assert left["y"] == right["y"] == root["y"] + LEVEL < tree["height"]
    assert (left["kind"], left["label"], left["edge"], left["state"], right["note"]) == (
        "leaf", "3", "a1", "best", "α=3"
    )  # fmt: skip


def test_cards_points_and_lines():
    hand = {"label": "you", "cards": ["♠A", ""], "active": True, "dice": False, "middle": False, "places": 0}
    assert sent(PICTURES["cards"])["hands"] == [{**hand, "chips": "", "bet": "", "note": ""}]
    table = sent(
        Cards((Hand("you", (), chips=0.0, bet=1.0, note="folded"), Hand("x", (), chips=1, middle=True)), pot=7)
    )
    assert (table["pot"], table["table"]) == ("pot 7", True)
    assert [(one["chips"], one["bet"], one["middle"]) for one in table["hands"]] == [
        ("all in", "bet 1", False),
        ("1 chip", "", True),
    ]
    points = sent(PICTURES["points"])
    assert (points["points"], points["bar"], points["off"]) == ([-2, *[0] * 22, 2], [1, 0], [0, 3])
    assert (points["dice"], points["caption"]) == ([6, 5], "player 1 to move")
    assert (points["score"], points["length"], points["offered"]) == ([2, 3], 5, 0)
    assert sent(Points((0,) * 24))["score"] is None
    assert sent(PICTURES["lines"]) == {"kind": "lines", "lines": ["pot 3"]}


@given(st.lists(st.text(), max_size=4).map(tuple))
def test_any_text_arrives(texts):
    halves = [word.encode(errors="replace").decode() for word in texts]
    assert sent(Lines(texts))["lines"] == halves
    assert sent(Board((texts,)))["cells"] == [halves]


def test_half_a_character_does_not_stop_a_message():
    assert sent(Lines(("\ud800",))) == {"kind": "lines", "lines": ["?"]}


@pytest.mark.parametrize("spec", zermelo.game_names())
def test_every_game_arrives(spec):
    game = zermelo.load(spec)
    for seed in range(4):
        assert sent(game.describe(random_position(game, seed, choice=False)))["kind"] in PICTURES
