"""Hands in buckets that are equally likely."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from zermelo.experts.holdem.abstraction import make_abstraction
from zermelo.games._cards.deck import bit_of, read_card


def test_the_matrices_of_deals_are_their_counts():
    from experts.holdem.small import small_blueprint

    blueprint = small_blueprint(deals=30)
    met, won = blueprint.deals.joint((2, 2, 4, 4), 3)
    assert met.sum() == pytest.approx(1.0)
    assert np.array_equal(met, met.T)
    assert np.allclose(won, -won.T)
    hands, outcomes = blueprint.deals.hands.tolist(), blueprint.deals.outcomes.tolist()
    pairs = Counter((a, b) for one in hands for a, b in (one, one[::-1]))
    assert met[1, 2] == pytest.approx(pairs[1, 2] / 60)
    gained = 0
    for one, sign in zip(hands, outcomes, strict=True):
        gained += sign * (one == [1, 2]) - sign * (one == [2, 1])
    assert won[1, 2] == pytest.approx(gained / 60)
    coarse, _ = blueprint.deals.joint((2, 2, 4, 4), 0)
    assert coarse == pytest.approx(met.reshape(2, 2, 2, 2).sum(axis=(1, 3)))


@pytest.mark.long
def test_buckets_are_equally_likely_in_training_and_in_play():
    abstraction, deals = make_abstraction((2, 1, 2, 2), 4_000, seed=3)
    assert abstraction.hands == (2, 2, 4, 8)
    shares = np.bincount(deals.hands.reshape(-1), minlength=8) / 8_000
    assert shares == pytest.approx(np.full(8, 0.125), abs=0.02)
    noise, found = random.Random(1), Counter()
    for _ in range(1_000):
        dealt = noise.sample(range(52), 7)
        found[abstraction.hand(bit_of(dealt[0]) | bit_of(dealt[1]), dealt[2:])] += 1
    assert all(abs(found[hand] - 125) < 5 * 125**0.5 for hand in range(8))
    again, _ = make_abstraction((2, 1, 2, 2), 4_000, seed=3)
    assert all(np.array_equal(one, other) for one, other in zip(again.cuts, abstraction.cuts, strict=True))


@pytest.mark.long
def test_strong_hands_are_in_high_buckets():
    abstraction, _ = make_abstraction((2, 1, 2, 2), 4_000, seed=3)
    aces = bit_of(read_card("As")) | bit_of(read_card("Ad"))
    assert abstraction.hand(aces, []) == 1
    board = [read_card(card) for card in ("Ah", "Ac", "2d", "7s", "9h")]
    assert abstraction.hand(aces, board) == 7
    assert [abstraction.hand(aces, board[:size]) for size in (3, 4)] == [1, 3]
