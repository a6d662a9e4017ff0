"""What a network sees of backgammon."""

from __future__ import annotations

import random

import numpy as np
import pytest

import zermelo
from zermelo.evaluate import features
from zermelo.experts.backgammon.inputs import COUNT, OF_BOARD, OF_SIDE, PHASES, SIGNS, TESAURO, write_position
from zermelo.games.backgammon.board import START, side_of


def seen_of(mine, theirs):
    buffer = np.zeros(COUNT, np.float32)
    assert write_position(mine, theirs, buffer) == COUNT
    return buffer


def signs_of(mine, theirs):
    """The signs of the first side by their names."""
    return dict(zip(OF_SIDE, seen_of(mine, theirs)[TESAURO : TESAURO + SIGNS].tolist(), strict=True))


def random_side(draw):
    counts = [0] * 26
    for _ in range(15):
        counts[draw.randint(1, 25) if draw.random() < 0.9 else 0] += 1
    return side_of(counts)


def test_the_start():
    told = signs_of(START, START)
    assert told["escapes of its last checker"] == pytest.approx(22 / 36)
    assert told["points made at home"] == pytest.approx(1 / 6)
    assert told["anchors"] == pytest.approx(1 / 2)
    assert told["foremost anchor"] == pytest.approx(1 / 6)
    assert told["checkers back"] == pytest.approx(2 / 4)
    assert told["pips"] == pytest.approx(1)
    assert told["pips to come home"] == pytest.approx((2 * 18 + 5 * 7 + 3 * 2) / 100)
    assert told["pips to play on the way"] == pytest.approx((5 * 7 + 3 * 2) / 50)
    assert told["pips to pass the other side"] == pytest.approx((2 * 23 + 5 * 12 + 3 * 7 + 5 * 5) / 100)
    for absent in ("rolls that hit it", "blots at home", "blots elsewhere", "checkers behind a long prime"):
        assert told[absent] == 0


def test_a_closed_board():
    """Six points are made, and one checker waits on the bar."""
    mine, theirs = side_of([3, 2, 2, 2, 2, 2, 2]), side_of([0, 3, 3, 3, 3, 2, *[0] * 19, 1])
    told = signs_of(mine, theirs)
    assert told["prime"] == told["rolls that do not enter against it"] == 1
    assert told["escapes of the checker that it holds best"] == 0
    assert told["checkers behind a long prime"] == pytest.approx(3 / 9)


def test_each_side_is_seen_as_the_other_is():
    draw = random.Random(1)
    for _ in range(50):
        mine, theirs = random_side(draw), random_side(draw)
        one, other = seen_of(mine, theirs), seen_of(theirs, mine)
        assert (one[:OF_BOARD] == other[OF_BOARD:TESAURO]).all()
        assert (one[TESAURO : TESAURO + SIGNS] == other[TESAURO + SIGNS : PHASES]).all()
        assert one[-1] == -other[-1]
        assert one[PHASES:-1].sum() == 1
        assert np.abs(one).max() <= 8


def test_a_state_is_seen_by_who_rolls_next():
    game = zermelo.load("backgammon")
    state = game.result(game.result(game.initial(), 31), game.legal(game.result(game.initial(), 31))[0])
    seen = features(game)
    assert seen.count(game) == COUNT
    assert seen.side(state) == 1
