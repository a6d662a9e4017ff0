"""`zermelo trace`."""

from __future__ import annotations

import json

import pytest
from games.tree_figures import LUGER, slide

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


@pytest.mark.parametrize(
    ("text", "algorithm", "found"),
    [
        ("[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]", "maxn", "worth (7, 4, 1) to (player 1, player 2, player 3)"),
        (slide(), "alphabeta", "worth -43 to MAX, best action N2x; 10 leaves visited, 6 skipped"),
        (LUGER, "minimax", "worth 3 to MAX, best action B; 8 leaves visited"),
        ("{'children': {'a1': [3, 12], 'a2': [2, 4]}}", "alphabeta", "worth 3 to MAX, best action a1; 3 leaves"),
    ],
)
def test_a_tree_as_people_write_it(zermelo, text, algorithm, found):
    code, out, _ = zermelo("trace", text, "--algorithm", algorithm)
    assert code == 0
    assert out.splitlines()[-1].startswith(found)


def test_a_tree_for_three_players_is_traced_by_maxn(zermelo):
    assert "worth (7, 4, 1)" in zermelo("trace", "[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]")[1]


def test_how_a_tree_was_read_is_told_beside_the_answer(zermelo):
    code, out, err = zermelo("trace", "[[[1,2,6],[4,3,3]],[[6,1,2],[7,4,1]]]", "--json")
    assert (code, json.loads(out)["value"]) == (0, 6)
    assert err.startswith("note: [1,2,6] is read as a node with 3 leaves; if these are the utilities of 3 players")


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
        (["[[1,2],[3"], "character 8: the '[' is never closed"),
        (["[]"], "the list of children is empty"),
        (["[1,nan]"], "character 4: found 'nan'"),
        (["[1,1e999]"], "a leaf is worth a number such as 3, not 'inf'"),
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


def test_an_opponent_is_named_for_expectimax(zermelo):
    code, out, err = zermelo("trace", "figure:opponent-80-20", "--opponent", "0.8*minimax2+0.2*random", "--tree")
    assert (code, err) == (0, "")
    assert "1 (0.9) → ▲ 7" in out
    assert out.splitlines()[1] == " 2    OPPONENT 1 plays 1 (0.9), 2 (0.1)"
    assert "worth 9.3 to MAX, best action 1" in out
    code, _, err = zermelo("trace", "bins", "--algorithm", "minimax", "--opponent", "random")
    assert code == 2
    assert "--algorithm expectimax" in err


def test_values_are_printed_from_the_leaves_up(zermelo):
    out = zermelo("trace", "figure:two-ply", "--algorithm", "minimax", "--levels")[1].splitlines()
    assert out[-3:] == ["ply 2  leaf  3 12 8 | 2 4 6 | 14 5 2", "ply 1  MIN   B 3 C 2 D 2", "ply 0  MAX   A 3"]
    out = zermelo("trace", TREE, "--levels")[1].splitlines()
    assert out[-3:-1] == ["ply 2  leaf/✂  3 12 8 | 2 ✂ ✂ | 14 5 2", "ply 1  MIN     3 ≤2 2"]
    assert "leaf 1 = (1, 2, 6)" in zermelo("trace", "[(1,2,6),(4,3,3)]", "--levels")[1]
