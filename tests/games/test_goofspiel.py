"""Goofspiel."""

from __future__ import annotations

import json

import pytest
from hidden.tree import value

import zermelo
from zermelo.game import CHANCE
from zermelo.hidden.deals import deals
from zermelo.knowledge import after, at_start, known_by
from zermelo.show.text import text
from zermelo.show.touch import touches


def play(game, *moves):
    states = [game.initial()]
    for move in moves:
        assert move in game.moves(states[-1])
        states.append(game.result(states[-1], move))
    return states


def test_the_higher_bid_takes_the_prize_and_equal_bids_nobody():
    game = zermelo.load("goofspiel:cards=4,order=descending,margin=true")
    state = play(game, 3, 2)[-1]
    assert (state.won, state.lost, state.prize) == (4, 0, 3)
    state = game.result(game.result(state, 4), 4)
    assert (state.won, state.lost, state.prize) == (4, 0, 2)
    end = game.result(game.result(state, 1), 3)  # and the last: 2 against 1
    assert game.is_terminal(end)
    assert (end.won, end.lost) == (4 + 1, 2)
    assert [game.utility(end, player) for player in range(2)] == [3, -3]


def test_orders_of_the_prizes():
    assert zermelo.load("goofspiel:cards=5,order=ascending").initial().prize == 1
    game = zermelo.load("goofspiel:cards=5")
    assert game.to_move(game.initial()) == CHANCE
    assert game.outcomes(game.initial()) == [(prize, 0.2) for prize in range(1, 6)]
    state = play(game, 3, 5, 4)[-1]
    assert game.to_move(state) == CHANCE
    assert game.moves(state) == [1, 2, 4, 5]


def test_bids_are_shown_or_stay_secret():
    for hidden, seen_by_both in ((False, 2), (True, 1)):
        game = zermelo.load("goofspiel", cards=3, order="descending", hidden=hidden)
        ends = []
        for bid in (1, 2):  # both lose against 3
            known = at_start(game)
            states = play(game, bid, 3)
            for state, action in zip(states, (bid, 3), strict=False):
                known = after(game, known, state, action)
            ends.append(known)
        assert len({known[1] for known in ends}) == seen_by_both
        assert len({known[0] for known in ends}) == 2


def test_the_second_player_does_not_see_the_bid():
    game = zermelo.load("goofspiel", cards=3, order="descending")
    drawn = {text(game.scene(game.view(play(game, bid)[-1], 1), 1)) for bid in (1, 2, 3)}
    assert len(drawn) == 1


def test_a_deal_fits_what_is_known():
    game = zermelo.load("goofspiel", cards=4, order="descending", hidden=True)
    states = play(game, 2, 3, 4, 2, 1)
    for player, path in ((1, states), (0, states[:-1])):
        known = known_by(game, player, path[-1], path[:-1])
        fitting = {deal.state for deal in deals(game, known)}
        assert {game.deal(known, n / 200) for n in range(200)} == fitting
        assert len(fitting) > 1
    joined = known_by(game, 0, states[-2])
    assert game.view(game.deal(joined, 0.5), 0) == game.view(states[-2], 0)


def test_the_published_value(truth):
    known = json.loads(truth("poker/openspiel_poker_reference.json").read_text())["lp_game_value_player0"]
    found = value(zermelo.load("goofspiel", cards=3, order="descending", hidden=True))
    assert found == pytest.approx(known["goofspiel(num_cards=3,points_order=descending,imp_info=True)"], abs=1e-7)


@pytest.mark.parametrize(
    "wrong",
    ["1,2 1,2", "1,2 1 2 1 0 0", "1,5 1,2 1 2 0 0", "1,1 1,2 1 2 0 0", "1,2 1,2 1 1 0 0", "1,2 1,2 1 - 0 0",
     "1,2 1,2 1 2 9 9", "1,2 1,2 1 2 0 0 3", "1 1 - 2 0 0", "-1 1,2 1 2 0 0"],
)  # fmt: skip
def test_bad_positions(wrong):
    with pytest.raises(zermelo.ZermeloError):
        zermelo.load("goofspiel:cards=4,order=descending").read_state(wrong)


@pytest.mark.parametrize("parameters", [{"cards": 1}, {"order": "none"}])
def test_bad_parameters(parameters):
    with pytest.raises(zermelo.ZermeloError, match=f"{next(iter(parameters))} must be"):
        zermelo.load("goofspiel", **parameters)


def test_a_bid_is_the_card_in_the_hand_of_whoever_bids():
    game = zermelo.load("goofspiel:cards=4,order=descending")
    state = game.result(game.result(game.initial(), 2), 3)
    assert touches(game, state) == [((2, 0),), ((2, 1),), ((2, 2),)]  # 1, 3 and 4 are left
    assert touches(game, game.result(state, 1)) == [((3, 0),), ((3, 1),), ((3, 2),)]
    hands = game.describe(state).hands
    assert [hands[row].cards[column] for ((row, column),) in touches(game, state)] == ["♠A", "♠3", "♠4"]
