"""Why a branch was cut."""

from __future__ import annotations

import json

import pytest

import zermelo

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_a_cut_is_explained_by_both_players_choices():
    shown = zermelo.trace(zermelo.load(TREE))
    told = shown.why("2.2")
    assert told == (
        "2.2 was cut: MIN can force ≤ 2 at 2 by playing 1, and MAX has 3 already by playing 1 at the root, so MAX "
        "has no reason to let play come to 2, whatever 2.2 is worth (α-cut-off, 1 leaf skipped)"
    )
    assert shown.why(["2", "2"]) == shown.why((2, 2)) == told
    assert shown.why("2.2.7").startswith("2.2.7 lies below 2.2, which was cut: MIN can force")


def test_a_cut_by_the_other_side():
    shown = zermelo.trace(zermelo.load("[[[5,6],[7,4]],[[2,3],[9,1]]]"))
    assert shown.why("1.2.2") == (
        "1.2.2 was cut: MAX can force ≥ 7 at 1.2 by playing 1, and MIN has 6 already by playing 1 at 1, so MIN has no "
        "reason to let play come to 1.2, whatever 1.2.2 is worth (β-cut-off, 1 leaf skipped)"
    )
    assert "MAX has 6 already by playing 1 at the root" in shown.why("2.2")
    assert "(α-cut-off, 2 leaves skipped)" in shown.why("2.2")


def test_what_was_searched_is_told_too():
    shown = zermelo.trace(zermelo.load(TREE))
    assert shown.why("1.1") == "1.1 was searched: it is worth 3, the best at 1"
    assert shown.why("2") == "2 was searched: it is worth ≤2"
    assert shown.why("root") == "the root was searched: it is worth 3"
    plain = zermelo.trace(zermelo.load(TREE), "minimax")
    assert plain.why("2.2") == "2.2 was searched: it is worth 4; nothing is cut by this algorithm"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("4", "there is no branch '4' at the root; there are 1, 2, 3"),
        ("1.9", "there is no branch '9' at 1; there are 1, 2, 3"),
        ("1.1.1", "there is no branch '1' at 1.1; it is a leaf"),
        ([1, "x"], "there is no branch 'x' at 1"),
    ],
)
def test_there_is_no_such_branch(path, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        zermelo.trace(zermelo.load(TREE)).why(path)


def test_every_cut_of_a_larger_tree_has_its_reason():
    """The bound that cut it is one that the other player has at a node above."""
    shown = zermelo.trace(zermelo.load("random-tree:branching=3,depth=5"))
    cut = [node for node in shown.nodes() if node.status == "cut"]
    assert len(cut) > 20
    for node in cut:
        assert " already by playing " in shown.why(node.path)
        assert shown.why(node.name) == shown.why(node.path)


def test_on_the_command_line(zermelo):
    code, out, _ = zermelo("trace", TREE, "--why", "2.2")
    assert (code, out.startswith("2.2 was cut: MIN can force"), out.count("\n")) == (0, True, 1)
    found = json.loads(zermelo("trace", TREE, "--why", "2.2", "--json")[1])
    assert (found["node"], found["algorithm"], found["why"]) == ("2.2", "alphabeta", out.strip())
    code, _, error = zermelo("trace", TREE, "--why", "5")
    assert (code, error) == (2, "zermelo: there is no branch '5' at the root; there are 1, 2, 3\n")
    code, _, error = zermelo("trace", TREE, "-a", "mcts", "--why", "2")
    assert (code, "mcts cuts nothing" in error) == (2, True)
