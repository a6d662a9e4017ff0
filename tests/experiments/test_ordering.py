"""The same game with its actions in another order."""

from __future__ import annotations

import pytest

import zermelo as z
from zermelo import ZermeloError, load
from zermelo.experiments.ordering import ordered


@pytest.mark.parametrize("name", ["two-ply", "sixteen-leaves", "luger"])
def test_the_order_changes_the_work_and_never_the_value(name):
    game = load(f"figure:{name}")
    shown = {order: z.trace(ordered(game, order), algorithm="alphabeta") for order in ("best", "random", "worst")}
    assert {one.value for one in shown.values()} == {z.trace(game, "minimax").value}
    assert shown["best"].leaves <= shown["random"].leaves <= shown["worst"].leaves
    assert shown["best"].leaves < shown["worst"].leaves


def test_names_stay_with_their_branches():
    game = load("figure:two-ply")
    shown = z.trace(ordered(game, "best"), algorithm="alphabeta")
    assert (shown.action, shown.leaves) == (z.trace(game).action, 5)
    assert [node.path for node in shown.visited_leaves()][:3] == [("a1", "b1"), ("a1", "b3"), ("a1", "b2")]


def test_positions_at_the_depth_are_in_order_of_their_evaluation():
    game = load("tic-tac-toe")
    shown = [z.trace(ordered(game, order, depth=2), algorithm="alphabeta", depth=2) for order in ("best", "worst")]
    assert shown[0].root.children[0].name == "b2"
    assert (shown[0].value, shown[0].leaves < shown[1].leaves) == (shown[1].value, True)


@pytest.mark.parametrize(
    ("game", "order", "told"),
    [
        ("figure:two-ply", "bset", "the orders are best, worst, random"),
        ("tic-tac-toe", "best", "give a smaller depth"),
        ("pig", "best", "leave out the order"),
    ],
)
def test_what_cannot_be_put_in_order_is_told(game, order, told):
    with pytest.raises(ZermeloError, match=told):
        ordered(load(game), order)
