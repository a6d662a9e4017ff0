"""No-limit hold'em for two: sizes of bets, all in, and the rest of the board without bets."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.game import CHANCE, ZermeloError

GAME = zermelo.load("no-limit-holdem")


@pytest.mark.parametrize(
    ("position", "mover", "legal"),
    [
        ("AsKd 7h2c", 0, ["call", "raise to 4", "raise to 6", "all in", "fold"]),
        ("AsKd 7h2c c", 1, ["check", "raise to 4", "raise to 6", "all in"]),
        ("AsKd 7h2c r6", 1, ["call", "raise to 12", "raise to 18", "all in", "fold"]),
        ("AsKd 7h2c r6r18r54", 1, ["call", "all in", "fold"]),
        ("AsKd 7h2c r100", 1, ["call", "fold"]),
        ("AsKd 7h2c r100c", CHANCE, []),
        ("AsKd 7h2c r6c QhJhTd", 1, ["check", "bet 6", "bet 12", "all in"]),
        ("AsKd 7h2c cc QhJhTd", 1, ["check", "bet 2", "bet 4", "all in"]),
        ("AsKd 7h2c r6c QhJhTd r12", 0, ["call", "raise to 18", "raise to 30", "all in", "fold"]),
    ],
)
def test_what_can_be_bet(position, mover, legal):
    state = GAME.read_state(position)
    assert GAME.to_move(state) == mover
    assert [GAME.action_text(state, action) for action in GAME.legal(state)] == legal
    assert GAME.state_text(state) == position


def test_after_all_in_the_board_is_dealt_without_bets():
    state = GAME.read_state("AsKd 7h2c r6c QhJhTd r18r100c")
    for card in ("3s", "4s"):
        assert GAME.to_move(state) == CHANCE
        assert not GAME.is_terminal(state)
        state = GAME.result(state, GAME.read_action(state, card))
    assert GAME.is_terminal(state)
    assert GAME.utility(state, 0) == GAME.best_utility == 100.0
    assert GAME.state_text(state) == "AsKd 7h2c r6c QhJhTd r18r100c 3s 4s"


def test_a_raise_is_at_least_the_last_one():
    game = zermelo.load("no-limit-holdem:stack=1000,bets=0.1+1")
    state = game.read_state("AsKd 7h2c cc QhJhTd r6")
    assert [game.action_text(state, action) for action in game.legal(state)][1:3] == ["raise to 8", "raise to 16"]


def test_a_fold_costs_what_was_paid():
    state = GAME.read_state("AsKd 7h2c r6r18f")
    assert [GAME.utility(state, player) for player in (0, 1)] == [-6.0, 6.0]
    assert GAME.ending_text(state) == "Player 2 wins by 6 chips: the other folds"


@pytest.mark.parametrize("wrong", ["stack=3", "bets=zero", "bets=0+1", "small_blind=3", "bets=1+2+3+4+5+6+7+8+9"])
def test_parameters_are_checked(wrong):
    with pytest.raises(ZermeloError, match=r"stack must be|bets are|blinds must be"):
        zermelo.load(f"no-limit-holdem:{wrong}")


def test_small_raises_cannot_go_on_for_ever():
    game = zermelo.load("no-limit-holdem:stack=100000,bets=0.1")
    state, turns = game.read_state("AsKd 7h2c"), 0
    while game.action_text(state, 2) != "all in" and 2 in game.legal(state):
        state, turns = game.result(state, 2), turns + 1
    assert turns == 12
    assert [game.action_text(state, action) for action in game.legal(state)] == ["call", "fold"]
    assert game.read_state(game.state_text(state)) == state
