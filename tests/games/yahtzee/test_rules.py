"""Turns of Yahtzee, positions as text, and what is refused."""

from __future__ import annotations

import pytest
from conftest import random_position

import zermelo
from zermelo.arena.doctor import examine
from zermelo.game import CHANCE, ZermeloError


def test_a_turn():
    game = zermelo.load("yahtzee:players=2")
    state = game.initial()
    for move, mover in (("12366", CHANCE), ("keep 66", 0), ("136", CHANCE), ("keep 666", 0), ("36", CHANCE)):
        assert game.to_move(state) == mover
        state = game.result(state, game.read_action(state, move))
    assert game.state_text(state) == "36666 0 1 -------------,0,0 -------------,0,0"
    assert len(game.legal(state)) == 13  # no roll is left
    state = game.result(state, game.read_action(state, "four of a kind"))
    assert game.state_text(state) == "- 3 2 -------x-----,0,27 -------------,0,0"


def test_everything_but_all_five_dice_can_be_kept():
    game = zermelo.load("yahtzee")
    state = game.read_state("11233 2 1 -------------,0,0")
    kept = [game.action_text(state, action) for action in game.legal(state) if action >= 13]
    assert len(kept) == len(set(kept)) == 3 * 2 * 3 - 1
    assert (kept[0], kept[-1]) == ("keep 1123", "keep -")


@pytest.mark.parametrize("spec", ["yahtzee", "yahtzee:players=2"])
def test_positions_are_read_as_they_are_written(spec):
    game = zermelo.load(spec)
    for seed in range(20):
        state = random_position(game, seed, most=70, choice=False)
        assert game.read_state(game.state_text(state)) == state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("12345", "give the dice (- for none), the rolls left, the player and a card each: - 3 1 -------------,0,0"),
        ("12347 0 1 -------------,0,0", "dice are up to 5 digits from 1 to 6, or -, not '12347'"),
        ("123456 0 1 -------------,0,0", "dice are up to 5 digits from 1 to 6"),
        ("12345 3 1 -------------,0,0", "with dice 12345 there cannot be 3 rolls left"),
        ("12345 0 2 -------------,0,0", "the player is 1, not 2"),
        ("12345 0 1 ------------,0,0", "a card is 13 boxes as - or x"),
        ("12345 0 1 Y------------,0,0", "only the Yahtzee box, the twelfth, can be Y"),
        ("12345 0 1 x------------,6,6", "the upper boxes filled cannot have 6 points"),
        ("12345 0 1 x------------,5,4", "with these boxes there are 5 to 1575 points, not 4"),
    ],
)
def test_a_bad_position_is_told_in_one_line(text, said):
    with pytest.raises(ZermeloError) as error:
        zermelo.load("yahtzee").read_state(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_two_cards_are_filled_in_turns():
    with pytest.raises(ZermeloError) as error:
        zermelo.load("yahtzee:players=2").read_state("- 3 2 -------------,0,0 -------------,0,0")
    assert "as many boxes as the second, or one more" in str(error.value)


def test_three_cannot_play():
    with pytest.raises(ZermeloError) as error:
        zermelo.load("yahtzee:players=3")
    assert str(error.value) == "yahtzee: players must be 1 or 2, not 3"


@pytest.mark.slow
def test_compiled_and_interpreted_agree():
    diagnosis = examine(zermelo.load("yahtzee:players=2"), games=1)
    assert (diagnosis.healthy, diagnosis.compiled) == (True, True)
