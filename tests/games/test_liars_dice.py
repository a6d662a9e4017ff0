"""Liar's dice."""

from __future__ import annotations

import json

import pytest
from hidden.tree import sizes, uniform_nash_conv, value

import zermelo
from zermelo.hidden.deals import deals
from zermelo.knowledge import known_by
from zermelo.show.text import text

REFERENCE = "poker/openspiel_poker_reference.json"


def play(game, *names):
    states = [game.initial()]
    for name in names:
        states.append(game.result(states[-1], game.read_action(states[-1], name)))
    return states


def test_the_highest_face_is_wild():
    game = zermelo.load("liars-dice")
    end = play(game, "2", "6", "2x2", "liar")[-1]
    assert game.is_terminal(end)
    assert (game.utility(end, 0), game.utility(end, 1)) == (1, -1)
    end = play(game, "2", "6", "2x6", "liar")[-1]
    assert (game.utility(end, 0), game.utility(end, 1)) == (-1, 1)


@pytest.mark.parametrize(
    ("rule", "more", "last"),
    [("reset-face", ["1x3", "2x1", "2x2", "2x3"], "2x3"), ("reset-quantity", ["2x2", "1x3", "2x3"], "2x3")],
)
def test_which_bids_are_more(rule, more, last):
    game = zermelo.load("liars-dice", sides=3, rule=rule)
    state = play(game, "1", "1", "1x2")[-1]
    assert [game.action_text(state, action) for action in game.legal(state)] == [*more, "liar"]
    state = game.result(state, game.read_action(state, last))
    assert [game.action_text(state, action) for action in game.legal(state)] == ["liar"]


def test_several_dice_are_counted_whatever_their_order():
    game = zermelo.load("liars-dice", dice=2, sides=3)
    one, other = (play(game, *dice, "3", "1", "3x2")[-1] for dice in (("2", "1"), ("1", "2")))
    assert one == other
    assert game.state_text(one) == "1,2 1,3 3x2 1"
    assert game.utility(game.result(one, game.legal(one)[-1]), 0) == -1  # a two and a wild three


def test_the_other_s_dice_are_shown_at_the_end_only():
    game = zermelo.load("liars-dice", sides=4)
    states = play(game, "2", "3", "1x2", "liar")
    assert [game.view(state, 0).yours for state in states] == [-1, -1, -1, -1, states[-1].second]
    scene = text(game.scene(game.view(states[-2], 1), 1))
    assert "player 1  ?" in scene
    assert "player 2  3" in scene


def test_a_deal_fits_what_is_known():
    game = zermelo.load("liars-dice", dice=2, sides=3)
    states = play(game, "1", "2", "3", "3", "1x2", "2x2")
    for player, path in ((0, states), (1, states[:-1])):
        known = known_by(game, player, path[-1], path[:-1])
        fitting = {deal.state for deal in deals(game, known)}
        assert {game.deal(known, (n + 0.5) / 9) for n in range(9)} == fitting
        assert len(fitting) == 6


@pytest.mark.parametrize("sides", [2, 3])
def test_published_values(truth, sides):
    known = json.loads(truth(REFERENCE).read_text())["lp_game_value_player0"]
    found = value(zermelo.load("liars-dice", sides=sides))
    assert found == pytest.approx(known[f"liars_dice(numdice=1,dice_sides={sides})"], abs=1e-7)


def test_the_known_fractions():
    assert value(zermelo.load("liars-dice", sides=2)) == pytest.approx(1 / 2)
    assert value(zermelo.load("liars-dice", sides=3)) == pytest.approx(1 / 9)


@pytest.mark.long
def test_published_values_of_four_sides(truth):
    known = json.loads(truth(REFERENCE).read_text())
    game = zermelo.load("liars-dice", sides=4)
    name = "liars_dice(numdice=1,dice_sides=4)"
    histories, ends, sets = sizes(game)
    assert known["sizes"][name] == {
        "histories_incl_chance": histories, "terminals": ends, "infosets_p0": sets[0], "infosets_p1": sets[1]
    }  # fmt: skip
    assert uniform_nash_conv(game) == pytest.approx(known["uniform_random_nash_conv"][name])
    assert value(game) == pytest.approx(known["lp_game_value_player0"][name], abs=1e-7)
    reset = zermelo.load("liars-dice", sides=4, rule="reset-quantity")
    name = "liars_dice(numdice=1,dice_sides=4,bidding_rule=reset-quantity)"
    assert value(reset) == pytest.approx(known["lp_game_value_player0"][name], abs=1e-7)


@pytest.mark.slow
def test_published_values_of_more_sides(truth):
    known = json.loads(truth(REFERENCE).read_text())
    found = value(zermelo.load("liars-dice", sides=5))
    assert found == pytest.approx(known["lp_game_value_player0"]["liars_dice(numdice=1,dice_sides=5)"], abs=1e-7)
    name = "liars_dice(numdice=1,dice_sides=6)"
    assert uniform_nash_conv(zermelo.load("liars-dice")) == pytest.approx(known["uniform_random_nash_conv"][name])


@pytest.mark.parametrize(
    "wrong",
    [
        "1 1",
        "7 1 - 0",
        "1 - 1x2 1",
        "- 1 - 0",
        "1 1 3x2 1",
        "1 1 1x2 0",
        "1 1 1x1 2",
        "1 1 - 1",
        "1 1 - 1 liar",
        "1,1 1 - 0",
    ],
)
def test_bad_positions(wrong):
    with pytest.raises(zermelo.ZermeloError):
        zermelo.load("liars-dice").read_state(wrong)


@pytest.mark.parametrize("parameters", [{"dice": 0}, {"sides": 1}, {"rule": "none"}])
def test_bad_parameters(parameters):
    with pytest.raises(zermelo.ZermeloError, match=f"{next(iter(parameters))} must be"):
        zermelo.load("liars-dice", **parameters)
