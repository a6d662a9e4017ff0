"""Limit hold'em for two: the order of play, what hands pay, what players see."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.games._cards.deck import bit_of, cards_in
from zermelo.knowledge import known_by
from zermelo.show.text import text

GAME = zermelo.load("limit-holdem")


def texts(game, state):
    return [game.action_text(state, action) for action in game.legal(state)]


@pytest.mark.parametrize(
    ("position", "mover", "legal"),
    [
        ("AsKd 7h2c", 0, ["call", "raise", "fold"]),
        ("AsKd 7h2c c", 1, ["check", "raise"]),  # the big blind is a bet
        ("AsKd 7h2c rrr", 1, ["call", "fold"]),  # the big blind is the first of four bets
        ("AsKd 7h2c cc", CHANCE, []),
        ("AsKd 7h2c cc QhJhTd", 1, ["check", "bet"]),
        ("AsKd 7h2c cc QhJhTd rrrr", 1, ["call", "fold"]),
        ("AsKd 7h2c cc QhJhTd cc 3s c", 0, ["check", "bet"]),
    ],
)
def test_the_order_of_play(position, mover, legal):
    state = GAME.read_state(position)
    assert GAME.to_move(state) == mover
    assert texts(GAME, state) == legal
    assert GAME.state_text(state) == position


@pytest.mark.parametrize(
    ("position", "utility"),
    [
        ("AsKd 7h2c f", -1.0),
        ("AsKd 7h2c crf", -2.0),
        ("AsKd 7h2c rf", 2.0),
        ("AsKd 7h2c cc QhJhTd rf", -2.0),  # the second player bets
        ("AsKd 7h2c cc QhJhTd cc 3s cc 4s cc", 2.0),
        ("AsKd AhKc rc QhJhTd rc 3s rc 4s rc", 0.0),
        ("AsAd AhAc rrrc KsQsJs rrrrc Ts rrrrc 2c rrrrc", 48.0),
        ("7h2c AsKd rc QhJhTd rc 3s rc 4s rc", -14.0),
    ],
)
def test_what_a_hand_pays(position, utility):
    state = GAME.read_state(position)
    assert GAME.is_terminal(state)
    assert [GAME.utility(state, player) for player in (0, 1)] == [utility, -utility]
    assert GAME.state_text(state) == position


def test_how_a_hand_ends_is_told():
    shown = GAME.read_state("7h2c AsKd rc QhJhTd rc 3s rc 4s rc")
    assert GAME.ending_text(shown) == "Player 2 wins by 14 chips with a straight to the ace"
    assert GAME.ending_text(GAME.read_state("AsKd 7h2c f")) == "Player 2 wins by 1 chips: the other folds"
    split = GAME.read_state("AsKd AhKc rc QhJhTd rc 3s rc 4s rc")
    assert GAME.ending_text(split) == "draw with a straight to the ace each"


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("AsKd AsKc", "a card that is not dealt yet should be here, such as 2c, not As"),
        ("AsKd 7h2c cc QhJh c", "should be here, such as 2d, not c"),
        ("AsKd 7h2c rrrr", "a turn should be here, one of c, f, not r"),
        ("hello", "should be here, such as 2c, not h"),
    ],
)
def test_what_is_no_position(position, why):
    with pytest.raises(ZermeloError, match=why):
        GAME.read_state(position)


def test_a_player_sees_its_own_cards_and_the_table():
    state = GAME.read_state("AsKd 7h2c rc QhJhTd r")
    other = GAME.read_state("AsKd 9h9c rc QhJhTd r")
    assert GAME.view(state, 0) == GAME.view(other, 0)
    assert GAME.view(state, 1) != GAME.view(other, 1)
    drawn = "▸ player 1  ♠A ♦K  (dealer)\n  player 2  ▒▒ ▒▒  (bet 2)\n  table     ♥Q ♥J ♦10 ·· ··\npot 10\n"
    assert text(GAME.scene(GAME.view(state, 0), 0)) == f"{drawn}before the flop: raise, call\nflop: bet"
    hands = text(GAME.scene(GAME.view(state, 1), 1)).splitlines()[:2]
    assert hands == ["▸ player 1  ▒▒ ▒▒  (dealer)", "  player 2  ♥7 ♣2  (bet 2)"]
    shown = GAME.read_state("AsKd 7h2c cc QhJhTd cc 3s cc 4s cc")
    assert GAME.view(shown, 0).other == shown.second
    folded = GAME.read_state("AsKd 7h2c cc QhJhTd cc 3s cc 4s rf")
    assert GAME.view(folded, 0).other == 0
    assert text(GAME.picture(folded)).splitlines()[:2] == ["  player 1  ▒▒ ▒▒  (dealer, folded)", "  player 2  ♥7 ♣2"]


def test_cards_are_seen_when_all_of_them_are_dealt():
    """So the order of the deal, which means nothing, is not part of what is known."""
    one, other = (GAME.read_state(position) for position in ("AsKd 7h2c cc Qh", "AsKd 7h2c cc Td"))
    assert GAME.view(one, 0) == GAME.view(other, 0)
    assert GAME.view(GAME.read_state("As?"), 0) == GAME.view(GAME.initial(), 0)


def test_a_deal_fits_what_is_known_and_is_uniform():
    state = GAME.read_state("AsKd 7h2c rc QhJhTd r")
    for player in (0, 1):
        knowledge, noise = known_by(GAME, player, state), random.Random(player)
        hands, dealt = Counter(), 1_000
        for _ in range(dealt):
            found = GAME.deal(knowledge, noise.random())
            assert GAME.view(found, player) == knowledge.view
            assert GAME.to_move(found) == GAME.to_move(state)
            hands.update(cards_in(found.second if player == 0 else found.first))
        own = GAME.view(state, player).own | state.flop
        assert set(hands) == {card for card in range(52) if not own & bit_of(card)}
        assert all(abs(count - 2 * dealt / 47) < 5 * (2 * dealt / 47) ** 0.5 for count in hands.values())


def test_deals_before_and_after_the_betting():
    early = known_by(GAME, 0, GAME.initial())
    assert GAME.view(GAME.deal(early, 0.5), 0) == early.view
    shown = GAME.read_state("AsKd 7h2c cc QhJhTd cc 3s cc 4s cc")
    assert GAME.deal(known_by(GAME, 0, shown), 0.9) == shown


def test_parameters():
    game = zermelo.load("limit-holdem:small_bet=10,big_bet=20,small_blind=5,big_blind=10,most_bets=3")
    state = game.read_state("AsAd KhKc rrc QsJs9s rrrc Ts rrrc 2c rrrc")
    assert game.utility(state, 0) == game.best_utility == 180.0
    for wrong in ("most_bets=0", "small_bet=0", "big_blind=0"):
        with pytest.raises(ZermeloError, match="must be"):
            zermelo.load(f"limit-holdem:{wrong}")


def test_random_hands_are_those_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    spiel = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,raiseSize=2 2 4 4,firstPlayer=1 2 2 2,"
        "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=1000 1000)"
    )
    noise = random.Random(1)
    for _ in range(100):
        state, theirs = GAME.initial(), spiel.new_initial_state()
        while not theirs.is_terminal():
            assert not GAME.is_terminal(state)
            assert GAME.to_move(state) == theirs.current_player()
            moves = GAME.moves(state)
            assert sorted(moves) == theirs.legal_actions()
            chosen = noise.choice([move for move in moves if move or noise.random() < 0.2] or moves)
            state = GAME.result(state, chosen)
            theirs.apply_action(chosen)
        assert GAME.is_terminal(state)
        assert [GAME.utility(state, player) for player in (0, 1)] == theirs.returns()
