"""What calls mean, beside the cards: told of what a viewer sees, and of nothing else."""

from __future__ import annotations

import random

import zermelo
from zermelo.evaluate import commentary_of
from zermelo.knowledge import known_by, view_of
from zermelo.show.by_view import seen
from zermelo.show.svg import svg
from zermelo.show.text import text

GAME = zermelo.load("bridge")
DEAL = "N:AK95.T2.QJ98.AQ4 T62.K4.652.T9876 QJ.QJ9763.T7.K52 8743.A85.AK43.J3"


def test_calls_are_told_with_the_picture():
    state = GAME.read_state(f"{DEAL} N both 1NT Pass 4H Pass Pass Pass DA D8 D2")
    shown = text(seen(GAME, state, 3))
    assert "N 1NT: 15-17 points, at most 4 spades, at most 4 hearts, balanced (balanced, no five-card major)" in shown
    assert "S 4♥: 9-15 points, 6+ hearts (to play)" in shown
    assert "▒▒" in shown
    assert "S 4♥: 9-15 points" in svg(seen(GAME, state, 3))


def test_a_call_that_the_system_does_not_know():
    state = GAME.read_state(f"{DEAL} N both 7C Pass Pass X XX")
    told = commentary_of(GAME).told(GAME, view_of(GAME, state, 0))
    assert told[0] == "N 7♣: the system does not say"
    assert len(told) == 3


def test_it_is_the_same_whatever_others_hold():
    noise, state = random.Random(2), GAME.read_state(f"{DEAL} N both 1NT Pass 2C Pass")
    words = text(seen(GAME, state, 0))
    for _ in range(3):
        other = GAME.deal(known_by(GAME, 0, state), noise.random())
        assert other != state
        assert text(seen(GAME, other, 0)) == words
