"""`zermelo trace`."""

from __future__ import annotations

import json

import pytest

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_shows_alpha_beta_step_by_step(zermelo):
    code, out, err = zermelo("trace", TREE)
    assert (code, err) == (0, "")
    assert "✂ MIN 2 cut at 2" in out
    assert out.splitlines()[-1] == "worth 3 to MAX, best action 1; 7 leaves visited, 2 skipped"


def test_json_is_json_proper(zermelo):
    def refuse(constant):
        raise AssertionError(f"{constant} is no JSON")

    found = json.loads(zermelo("trace", TREE, "--json")[1], parse_constant=refuse)
    assert (found["value"], found["leaves"], found["skipped"], found["action"]) == (3.0, 7, 2, "1")
    assert found["steps"][0]["alpha"] is None  # minus infinity
    assert {"enter", "leaf", "update", "prune", "back"} == {step["event"] for step in found["steps"]}


@pytest.mark.parametrize(
    ("game", "algorithm", "value"),
    [
        (TREE, "minimax", 3.0),
        ('{"player":"chance","children":{"a":[0.5,1],"b":[0.5,{"name":"x,y=z","value":2}]}}', "expectiminimax", 1.5),
        ("graph\nA-->B[3]\nA-->C[4]", "alphabeta", 4.0),
        ("%% a comment\ngraph TD\nA-->B[3]\nA-->C[4]", "alphabeta", 4.0),
        ("```mermaid\nflowchart TD\nA-->B[3]\nA-->C[4]\n```", "alphabeta", 4.0),
        ("nim:stones=4", "alphabeta", -1.0),
    ],
)
def test_any_small_tree(zermelo, game, algorithm, value):
    found = json.loads(zermelo("trace", game, "-a", algorithm, "--json")[1])
    assert found["value"] == value


def test_the_usual_algorithm(zermelo):
    assert json.loads(zermelo("trace", "coin-flip:turns=1", "--json")[1])["algorithm"] == "expectiminimax"
    assert json.loads(zermelo("trace", "castles", "--json")[1])["algorithm"] == "mcts"


def test_mcts_phase_by_phase(zermelo):
    out = zermelo("trace", TREE, "-a", "mcts", "--simulations", "3", "--seed", "1")[1]
    assert [line.split()[0] for line in out.splitlines()[:5]] == [
        "simulation",
        "selection",
        "expansion",
        "playout",
        "backup",
    ]
    assert "simulation 3" in out
    assert "simulation 4" not in out


def test_tree_and_svg(zermelo, tmp_path):
    code, out, _ = zermelo("trace", TREE, "--tree", "--svg", tmp_path / "tree.svg")
    assert code == 0
    assert "✂ cut" in out
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")


def test_files_and_json_together(zermelo, tmp_path):
    svg, dot = tmp_path / "tree.svg", tmp_path / "tree.dot"
    code, out, err = zermelo("trace", TREE, "--svg", svg, "--dot", dot, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert len(found["tree"]["nodes"]) == 13
    assert svg.read_text().startswith("<svg")
    assert dot.read_text().startswith("digraph zermelo {")
    assert dot.read_text().count("style=dashed") + dot.read_text().count('style="dashed"') == 2


def test_mcts_for_graphviz(zermelo, tmp_path):
    zermelo("trace", TREE, "-a", "mcts", "--simulations", "30", "--dot", tmp_path / "tree.dot")
    assert (tmp_path / "tree.dot").read_text().count("->") == 12


def test_bad_files_are_told_in_one_line(zermelo, tmp_path):
    for words in (
        ("--svg", tmp_path / "no" / "x.svg"),
        ("--dot", tmp_path),
        ("--svg", tmp_path / "x", "--dot", tmp_path / "x"),
    ):
        code, out, err = zermelo("trace", TREE, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_tree_from_a_file(zermelo, tmp_path):
    (tmp_path / "tree.json").write_text(TREE)
    (tmp_path / "tree.MMD").write_text("graph TD\nA-->B[3]\nA-->C[4]")
    assert json.loads(zermelo("trace", tmp_path / "tree.json", "--json")[1])["value"] == 3.0
    assert json.loads(zermelo("trace", tmp_path / "tree.MMD", "--json")[1])["value"] == 4.0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["connect-four"], "give a smaller depth (--depth)"),
        (
            [TREE, "-a", "alfabeta"],
            "alphabeta, expectimax, expectiminimax, maxn and mcts, not 'alfabeta'",
        ),
        (["[[1,2],[3"], "the '[' at character 8 is never closed"),
        (["[]"], "the list of children is empty"),
        (["[1,nan]"], "found 'nan' at character 4"),
        (["[1,1e999]"], "a leaf is worth a number, not 'inf'"),
        (["nope.json"], "there is no file nope.json"),
        (["graph TD\nA-->"], "line 2"),
        ([TREE, "--position", "9"], "below root there is 1, 2, 3"),
        ([TREE, "-a", "mcts", "--simulations", "0"], "'--simulations'"),
        (["castles", "-a", "minimax"], "minimax needs two players"),
    ],
)
def test_mistakes(zermelo, words, told):
    code, out, err = zermelo("trace", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


def test_where_nothing_evaluates_the_depth_limit_the_value_is_unknown(zermelo):
    words = ("trace", "nim:stones=6", "--depth", "2")
    out = zermelo(*words)[1]
    assert "at the depth limit, unknown: nothing evaluates it, so it counts as 0" in out
    assert out.splitlines()[-1].startswith("the value is unknown: it comes from the depth limit; ")
    assert json.loads(zermelo(*words, "--json")[1])["value"] is None
    assert "unknown for MAX" in zermelo(*words, "--tree")[1]
    assert zermelo("trace", "tic-tac-toe", "--depth", "2")[1].splitlines()[-1].startswith("worth ")
    assert "worth 1 to MAX, best action 3" in zermelo("trace", "nim:stones=3", "--depth", "2")[1]  # a win is a win


def test_information_sets_are_told(zermelo, tmp_path):
    code, out, _ = zermelo("trace", "kuhn-poker", "--tree", "--svg", tmp_path / "k.svg", "--dot", tmp_path / "k.dot")
    assert code == 0
    assert "searched as if nothing were hidden" in out
    assert "⟨9⟩ player 1: bet at Q.J.pass.bet, pass at Q.K.pass.bet" in out
    assert "Q (0.333333) → " in out
    assert "alike-0" in (tmp_path / "k.svg").read_text()
    assert "constraint=false" in (tmp_path / "k.dot").read_text()
    assert zermelo("trace", "nim:stones=3")[1].count("hidden") == 0
