"""Half-played turns: folded from a game's steps, without what leads nowhere."""

from __future__ import annotations

from zermelo import Game
from zermelo.show.steps import HalfTurn, half_turns

A, B, C, D = (0, 0), (0, 1), (0, 2), (0, 3)


def game(*steps):
    """A game with these steps and the actions "one" and "two"."""
    return Game(
        lambda: 0,
        lambda state: 0,
        lambda state: iter(["one", "two"]),
        lambda state, action: 1,
        lambda state: state == 1,
        lambda state, player: 0.0,
        steps=lambda state: iter(steps),
    )


def test_a_game_without_steps_has_none():
    assert half_turns(Game(*[None] * 6), 0) == []
    assert half_turns(game(), 0) == []


def test_two_orders_lead_to_one_turn():
    turns = half_turns(game((None, A, B, "x"), (None, C, D, "y"), ("x", C, D, "one"), ("y", A, B, "one")), 0)
    assert turns == [
        HalfTurn(None, ((A, B, 1), (C, D, 2))),
        HalfTurn(None, ((C, D, 3),)),
        HalfTurn(None, ((A, B, 3),)),
        HalfTurn(0, ()),
    ]


def test_half_played_turns_with_the_same_ways_on_are_one():
    turns = half_turns(game((None, A, B, "x"), (None, C, B, "y"), ("x", B, D, "one"), ("y", B, D, "one")), 0)
    assert turns == [HalfTurn(None, ((A, B, 1), (C, B, 1))), HalfTurn(None, ((B, D, 2),)), HalfTurn(0, ())]


def test_what_leads_to_no_action_is_left_out():
    steps = [(None, A, B, "x"), (None, A, C, "dead end"), ("dead end", C, D, "deader"), ("x", B, D, "two")]
    assert half_turns(game(*steps), 0) == [
        HalfTurn(None, ((A, B, 1),)),
        HalfTurn(None, ((B, D, 2),)),
        HalfTurn(1, ()),
    ]
    assert half_turns(game((None, A, B, "x"), ("x", B, A, "x")), 0) == []
    assert half_turns(game(*steps), 0, ["one"]) == []  # "two" may not be played


def test_a_move_that_can_be_meant_in_two_ways_leaves_both_open():
    turns = half_turns(game((None, A, B, "x"), (None, A, B, "y"), ("x", B, C, "one"), ("y", B, D, "two")), 0)
    assert turns == [
        HalfTurn(None, ((A, B, 1),)),
        HalfTurn(None, ((B, C, 2), (B, D, 3))),
        HalfTurn(0, ()),
        HalfTurn(1, ()),
    ]
