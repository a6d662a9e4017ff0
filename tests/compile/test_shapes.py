"""What the states of a game look like in trial games: which tuples vary in length, and how much room they get."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest
from compile.cards import draw, whist

import zermelo
from zermelo.compile.kernel.states import MOST_NUMBERS, numbers_of, shape_fault
from zermelo.compile.trust import shapes
from zermelo.compile.trust.shapes import Fixed, Leaf, Varying, look, numbers_in, shape_of
from zermelo.game import Game


class RunState(NamedTuple):
    """A field that the game changes as it likes, and plies."""

    field: object
    ply: int


def run(*fields):
    """A game whose state has these values in its field, one after the other."""
    return Game(
        lambda: RunState(fields[0], 0),
        lambda state: 0,
        lambda state: [0],
        lambda state, action: RunState(fields[state.ply + 1], state.ply + 1),
        lambda state: state.ply == len(fields) - 1,
        lambda state, player: 0.0,
    )


def field(*fields, **traits):
    shape = shape_of(replace(run(*fields), **traits))
    assert isinstance(shape, Fixed)
    return shape.parts[0]


def test_a_tuple_of_one_length_is_what_it_is():
    board = (0,) * 9
    assert shape_of(run(board, (1,) * 9)) == look(RunState(board, 0))
    rows = ((0, 0), (0, 0))
    assert field(rows, ((1, 0), (0, 0))) == look(rows)


def test_a_tuple_that_grows_has_room_for_the_longest_and_some_more():
    assert field((), (5,), (5, 6)) == Varying(Leaf(5), 2, 4)
    assert field((1,) * 40, (1,) * 12) == Varying(Leaf(1), 40, 50)
    assert field((), ()) == Varying(None, 0, 2), "always empty"


def test_hands_side_by_side_have_one_type():
    hand = Varying(Leaf(1), 3, 5)
    assert field(((1, 2, 3), ()), ((1,), (2,))) == Fixed(tuple, (hand, hand))
    assert field(((1,), (1, 2, 3))) == Fixed(tuple, (hand, hand)), "of two lengths from the start"
    assert field(((),), ((), ())) == Varying(Varying(None, 0, 2), 2, 4)


def test_the_state_itself_is_taken_apart_by_numbers():
    bare = replace(run((0,)), initial=lambda: ((1, 2), (3,)), is_terminal=lambda state: True)
    assert shape_of(bare) == look(((1, 2), (3,)))


def test_items_have_a_kind_with_room_for_all():
    assert field((), (True,), (3, 0.5)) == Varying(Leaf(0.5), 2, 4)
    assert field((), ((1, 2),), ((1, 2), (3, 4))) == Varying(Fixed(tuple, (Leaf(1), Leaf(2))), 2, 4)


def test_what_the_game_states_is_the_room():
    assert field((), (5,), max_items=13) == Varying(Leaf(5), 1, 13)
    assert field(((), ()), ((5,), ()), max_items={"field": 7}).parts[1] == Varying(Leaf(5), 1, 7)
    assert field((), (5,), max_items={"ply": 7}) == Varying(Leaf(5), 1, 3)


def test_hands_of_whist():
    shape = shape_of(whist())
    hands, trick, won, deck, player = shape.parts
    assert hands.parts[0] == hands.parts[1] == Varying(Leaf(hands.parts[0].item.value), 4, 6)
    assert (trick.longest, deck.longest, won, player) == (1, 8, look((0, 0)), Leaf(0))
    assert numbers_of(whist()) == numbers_in(shape) == 2 * 7 + (1 + 2 * 3) + 2 + 11 + 1


def test_dataclasses_are_looked_into():
    @dataclass(frozen=True)
    class Held:
        cards: tuple
        ply: int

    game = replace(
        run(0),
        initial=lambda: Held((), 0),
        result=lambda state, action: Held((*state.cards, 1), state.ply + 1),
        is_terminal=lambda state: state.ply == 2,
    )
    assert shape_of(game) == Fixed(Held, (Varying(Leaf(1), 2, 4), Leaf(0)))


def test_trial_games_are_the_same_each_time():
    found = []
    for _ in range(2):
        shapes._seen.cache_clear()
        found.append(shape_of(draw(8)))
    assert found[0] == found[1]


def test_games_of_this_package_are_not_tried(monkeypatch):
    monkeypatch.setattr(shapes, "_trial_states", None)
    game = zermelo.load("battleship")
    assert shape_of(game) == look(game.initial())
    assert shape_of(replace(run(0, 1), initial=lambda: 0)) == Leaf(0), "nothing in it can grow"


def test_rules_that_raise_end_the_trial():
    def result(state, action):
        raise ZeroDivisionError

    assert shape_of(replace(run((1, 2), ()), result=result)) == look(RunState((1, 2), 0))


@pytest.mark.long
def test_a_state_that_grows_too_large_is_refused():
    told = shape_fault(run((), (0,) * 1000))
    assert told.startswith("its state has 1,252 numbers in tuples, and compiles with up to")
    assert shape_fault(run((), (0,) * (MOST_NUMBERS // 2))) == ""


@pytest.mark.parametrize("value", [{1: 2}, None, "text"])
def test_other_values_are_leaves(value):
    assert field((value,), (value, value)) == Varying(Leaf(value), 2, 4)
