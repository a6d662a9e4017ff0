"""`zermelo solve`."""

from __future__ import annotations

import json

import pytest

DILEMMA = "[[3,3],[0,5]],[[5,0],[1,1]]"


def test_a_typed_table(zermelo):
    code, out, _ = zermelo("solve", DILEMMA, "--rows", "cooperate,defect", "--columns", "cooperate,defect")
    assert code == 0
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[2:5] == [
        "            cooperate   defect",
        "cooperate   3, 3        0, 5*",
        "defect      5*, 0       1*, 1*",
    ]
    assert "  player 1: cooperate is strictly dominated by defect: it is better whatever the other does" in lines
    assert "    1. player 1's cooperate goes, strictly dominated by defect" in lines
    assert "  1. pure: player 1 plays defect; player 2 plays defect" in lines
    assert "     but cooperate/cooperate (3, 3) is better for both" in lines
    assert "  there is no other" in lines
    assert "  player 1: 1 by defect (maximin)" in lines
    assert "  defect/defect (1, 1) is Pareto-dominated by cooperate/cooperate (3, 3)" in lines


def test_a_zero_sum_table_has_a_value(zermelo):
    code, out, err = zermelo("solve", "matrix:[[0,-1,2],[1,0,-1],[-2,1,0]]")
    assert (code, err) == (0, "")
    assert out == zermelo("solve", "[[0,-1,2],[1,0,-1],[-2,1,0]]", "--as", "matrix")[1]
    assert "value 0: player 1 makes sure of it on average, and player 2 loses no more" in out
    assert "1. mixed: player 1 plays 1 1/4, 2 1/2, 3 1/4; player 2 plays a 1/4, b 1/2, c 1/4" in out
    assert "no action is dominated" in out


def test_lists_of_numbers_are_a_tree_and_it_is_said_how_to_get_the_table(zermelo):
    code, out, err = zermelo("solve", "[[3,12,8],[2,4,6],[14,5,2]]")
    assert (code, out.splitlines()[:2]) == (0, ["solved: MAX wins by 3", "line: 1 1"])
    assert err == (
        "note: read as a tree, in which MAX moves first; as the table of a zero-sum game: --as matrix, or "
        '"matrix:[[…]]"\n'
    )
    code, out, err = zermelo("solve", "[[3,12,8],[2,4,6],[14,5,2]]", "--as", "matrix")
    assert (code, err) == (0, "")
    assert "value 106/17" in out


def test_lists_of_pairs_are_a_table_unless_they_look_like_three_levels(zermelo):
    code, out, err = zermelo("solve", DILEMMA)
    assert "1. pure" in out
    assert err == "note: read as a table, with a pair of utilities in each cell; as a tree: --as tree\n"
    round_pairs = zermelo("solve", "[[(3,3),(0,5)],[(5,0),(1,1)]]")
    assert "1. pure" in round_pairs[1]
    assert round_pairs[2] == err
    code, out, err = zermelo("solve", f"[{DILEMMA}]")
    assert (code, out.splitlines()[0]) == (0, "solved: MAX wins by 3")
    assert "as a table of pairs: --as matrix" in err
    assert zermelo("solve", DILEMMA, "--as", "tree")[::2] == (0, "")
    assert zermelo("solve", "[[[1,2],[3,4]],[[5,6],7]]")[::2] == (0, "")  # nothing else that it could be


def test_a_named_game(zermelo):
    code, out, _ = zermelo("solve", "chicken")
    assert code == 0
    assert "3. mixed: player 1 plays dare 1/3, chicken 2/3; player 2 plays dare 1/3, chicken 2/3" in out
    assert "14/3 for player 1, 14/3 for player 2 on average" in out
    assert "largest sum: 10.5 = 5.25 + 5.25" in out
    assert "chicken/chicken (6, 6) with probability 1/2" in out


def test_a_degenerate_table_says_what_lies_between(zermelo):
    out = zermelo("solve", "[[1,1],[1,1]],[[0,0],[2,0]]")[1]
    assert (
        "degenerate: player 1 with 1 and player 2 with any mixture of (a) and (a 1/2, b 1/2) is an equilibrium" in out
    )


def test_json(zermelo):
    found = json.loads(zermelo("solve", "chicken", "--json")[1])
    assert found["game"] == "chicken"
    assert found["payoffs"][0] == [[0, 0], [7, 2]]
    assert [one["pure"] for one in found["equilibria"]] == [True, True, False]
    assert found["equilibria"][2]["rows"] == [pytest.approx(1 / 3), pytest.approx(2 / 3)]
    assert (found["value"], found["zero_sum"], found["complete"]) == (None, False, True)
    assert found["correlated"]["utilities"] == [5.25, 5.25]
    assert found["favourites"][1]["utilities"] == [2, 7]
    assert found["security"][0] == {"action": "chicken", "sure": 2, "mixture": [0, 1], "value": 2}
    dilemma = json.loads(zermelo("solve", DILEMMA, "--json")[1])
    assert dilemma["strictly"]["rows"] == ["2"]
    assert dilemma["dominated"][0] == {"player": 0, "action": "1", "by": {"2": 1.0}, "strict": True}
    assert dilemma["improved"] == [{"cell": ["2", "b"], "by": ["1", "a"]}]
    pennies = json.loads(zermelo("solve", "matching-pennies", "--json")[1])
    assert (pennies["value"], pennies["total"]) == (0, 0)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("matrix:[[1,2],[3]]",), "row 2 has 1 cells and row 1 has 2: all rows are as long"),
        (("[[[1,2,3]]]", "--as", "matrix"), "a cell has two numbers"),
        (("matrix:" + "[" * 10_000,), "brackets are at most 3 deep"),
        (("[[nan,1],[2,3]]", "--as", "matrix"), "'nan' is no number"),
        (("[[nan,1],[2,3]]",), "character 3: found 'nan' where a number or a bracket should stand"),
        (("nim", "--as", "matrix"), "--as matrix is for a table in brackets"),
        (("[[1,2],[3,4]]", "--as", "table"), "lists in brackets are a tree or a matrix"),
        (("chicken", "--rows", "a,b"), "--rows and --columns name the actions of a table that is typed"),
        (("chickin",), "did you mean chicken?"),
        (("matrix:[[1,2],[3,4]]", "--method", "lp"), "a table is solved exactly and at once"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, words, told):
    code, out, error = zermelo("solve", *words)
    assert (code, out) == (2, "")
    assert told in error
    assert error.count("\n") == 1
