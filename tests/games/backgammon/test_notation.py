"""Turns as players write them, and how they are read."""

from __future__ import annotations

import random

import pytest
from conftest import random_position

import zermelo
from zermelo.games.backgammon.state import PLAY

GAME = zermelo.load("backgammon")


def rolled(identifier, dice):
    return GAME.read_state(f"{identifier} {dice}")


def position(mine, theirs, dice):
    """A position by {place: checkers} of each side in its own numbers, with the rest off."""
    from zermelo.games.backgammon.board import side_of

    sides = []
    for places in (mine, theirs):
        counts = [places.get(place, 0) for place in range(26)]
        sides.append(side_of([15 - sum(counts), *counts[1:]]))
    return GAME.initial()._replace(mine=sides[0], theirs=sides[1], stage=PLAY, dice=dice)


START = "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    ("dice", "typed", "written"),
    [
        ("65", "24/13", "24/13"),
        ("65", "24/18/13", "24/13"),
        ("65", "24/18 18/13", "24/13"),
        ("62", "13/11 24/18", "24/18 13/11"),
        ("62", "24/18, 13/11", "24/18 13/11"),
        ("31", "6/5 8/5", "8/5 6/5"),
        ("33", "6/3(2) 8/5(2)", "8/5(2) 6/3(2)"),
        ("55", "13/3(2)", "13/3(2)"),
        ("55", "13/8 13/8 8/3 8/3", "13/3(2)"),
        ("43", "13/10/6", "13/6"),
    ],
)
def test_usual_variants_are_read(dice, typed, written):
    state = rolled(START, dice)
    assert GAME.action_text(state, GAME.read_action(state, typed)) == written


def test_the_bar_and_off_by_name_or_number():
    state = position({25: 1, 6: 2}, {6: 2, 4: 1}, 54)  # a blot on my 21
    for typed in ("bar/20 6/2", "25/20 6/2", "BAR/20 6/2", "6/2 bar/20"):
        assert GAME.action_text(state, GAME.read_action(state, typed)) == "bar/20 6/2"
    for typed in ("bar/21* 6/1", "bar/21 6/1", "25/21*, 6/1"):
        assert GAME.action_text(state, GAME.read_action(state, typed)) == "bar/21* 6/1"
    state = position({6: 2, 5: 1}, {1: 1}, 66)
    for typed in ("6/off(2) 5/off", "6/0(2) 5/0", "6/off 6/off 5/off"):
        assert GAME.action_text(state, GAME.read_action(state, typed)) == "6/off(2) 5/off"


def test_a_hit_on_the_way_is_told():
    state = position({24: 1, 1: 14}, {7: 1, 1: 14}, 65)  # their blot is on my 18
    names = [GAME.action_text(state, action) for action in GAME.legal(state)]
    assert sorted(names) == ["24/13", "24/18*/13"]
    assert GAME.action_text(state, GAME.read_action(state, "24/18/13")) == "24/18*/13"
    assert GAME.action_text(state, GAME.read_action(state, "24/19/13")) == "24/13"


def test_where_both_ways_hit_the_way_must_be_told():
    state = position({24: 1, 1: 14}, {7: 1, 6: 1, 1: 13}, 65)
    assert sorted(GAME.action_text(state, action) for action in GAME.legal(state)) == ["24/18*/13", "24/19*/13"]
    assert GAME.parse_action(state, "24/13") is None


@pytest.mark.parametrize(
    "typed",
    ["24/18", "24/12", "24/18 13/12", "13/24", "24/20/13", "6/off", "bar/20", "no move", "e4", "", "24/", "99/3"],
)
def test_an_illegal_turn_is_refused_in_one_line(typed):
    state = rolled(START, "65")
    with pytest.raises(zermelo.ZermeloError, match="is not legal here; black may play 13/2, ") as refused:
        GAME.read_action(state, typed)
    assert "\n" not in str(refused.value)


def test_a_turn_without_a_move():
    state = position({25: 1}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}, 43)
    (action,) = GAME.legal(state)
    assert GAME.action_text(state, action) == "no move"
    assert [GAME.read_action(state, typed) for typed in ("pass", "No move", "cannot move", "-")] == [action] * 4


def test_rolls_are_read_with_or_without_a_hyphen():
    state = GAME.result(rolled(START, "65"), GAME.read_action(rolled(START, "65"), "24/13"))
    assert {GAME.read_action(state, typed) for typed in ("6-4", "64", "46", "4 6")} == {64}
    with pytest.raises(zermelo.ZermeloError, match="chance may play 1-1"):
        GAME.read_action(state, "7-1")


def test_every_turn_is_read_as_it_is_written_by_its_steps():
    """Each turn is also found by its single steps in any order."""
    noise = random.Random(1)
    for seed in range(8):
        state = random_position(GAME, seed, 80)
        for action in noise.sample(GAME.legal(state), min(4, len(GAME.legal(state)))):
            text = GAME.action_text(state, action)
            parts = text.split()
            noise.shuffle(parts)
            assert GAME.parse_action(state, " ".join(parts)) == action


def test_a_turn_is_read_by_any_steps_that_lead_to_the_same():
    """5/2/off is the turn that is listed as 5/3 3/off: the same checkers are left."""
    state = position({5: 4, 4: 4, 3: 3, 2: 2}, {1: 2}, 32)
    meant = {GAME.parse_action(state, typed) for typed in ("5/2/off", "5/3/0", "5/2 2/off", "3/off 5/3", "5/off")}
    assert len(meant) == 1
    assert meant <= set(GAME.legal(state))
