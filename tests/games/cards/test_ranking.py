"""Poker hands in order of strength: a slow twin, well-known counts, and phevaluator."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import numpy as np
import pytest

from zermelo.compile.cache.tables import compiled_kernel
from zermelo.experts.holdem.hands import strengths
from zermelo.games._cards.deck import bit_of, read_card
from zermelo.games._cards.ranking import CATEGORIES, category, hand_name, strength

FIVE_CARDS = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)  # hands of each category
SEVEN_CARDS = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584)


def cards_of(text):
    return [read_card(text[place : place + 2]) for place in range(0, len(text), 2)]


def plain_five(cards):
    """The order of five cards, as a person counts them: the category, then the ranks, the most frequent first."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda one: (-one[1], -one[0]))
    shape, order = [number for _, number in counts], [rank for rank, _ in counts]
    is_flush = len({card % 4 for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = order = [3, 2, 1, 0, -1]
    is_straight = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    if is_flush and is_straight:
        return 8, order
    if is_flush:
        return 5, order
    if is_straight:
        return 4, order
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1,) * 5: 0}[tuple(shape)], order


def plain(cards):
    """The best of all five cards among these."""
    return max(plain_five(five) for five in combinations(cards, 5))


def random_hands(count, size, seed):
    noise = np.random.default_rng(seed)
    return noise.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)[:, :size]


def same_order(ours, theirs):
    """Is one order that of the other, with the same hands equal?"""
    place = np.argsort(ours, kind="stable")
    ours, theirs = np.asarray(ours)[place], np.asarray(theirs)[place]
    return bool(np.all(np.sign(np.diff(ours)) == np.sign(np.diff(theirs))))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_order_is_that_of_all_subsets_of_five(size, compiled):
    hands = random_hands(400, size, size)
    expected = [plain(hand) for hand in hands.tolist()]
    number = {repr(order): place for place, order in enumerate(sorted(expected))}  # of equal ones the last
    found = strengths(hands, compiled)
    assert same_order(found, [number[repr(order)] for order in expected])
    assert [category(int(value)) for value in found] == [kind for kind, _ in expected]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AsKsQsJsTs9s8s", "KsQsJsTs9s2d3c"),
        ("5s4s3s2sAsKdKh", "AhAdAcAsKs2d3c"),
        ("AhAdAcAsKs2d3c", "AhAdAcAsQs2d3c"),
        ("AhAdAcKsKd2d3c", "KhKdKcAsAd2d3c"),
        ("AhAdAcKsKdKc3c", "AhAdAcQsQdKh3c"),
        ("2h2d2c3s3d4d5c", "AhKhQhJh9hAsAc"),
        ("AhJh9h7h5h3h2h", "AdJd9d7d4dAsAc"),
        ("6h5d4c3s2dAdAc", "5h4d3c2sAdAcAs"),
        ("AsAdKsKdQhQcJh", "AsAdKsKdJhJcTh"),
        ("AsAd2s2d4h4cKh", "AsAd3s3d2h2cKh"),
        ("AsAd9s8d7h3c2h", "AsAd9s8d6h4c3h"),
    ],
)
def test_some_hands(better, worse):
    assert strength(sum(map(bit_of, cards_of(better)))) > strength(sum(map(bit_of, cards_of(worse))))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AsKsQsJsTs", "a straight flush to the ace"),
        ("5s4d3s2sAs", "a straight to the five"),
        ("6s6d6h6c2s", "four sixes"),
        ("9s9d9h2c2s", "a full house, nines over deuces"),
        ("9s8s7s2sKs", "a flush to the king"),
        ("9s9d9h4c2s", "three nines"),
        ("AsAdThTc2s", "two pairs, aces and tens"),
        ("AsAdThKc2s", "a pair of aces"),
        ("AsJdThKc2s", "an ace at best"),
        ("Js9d7h5c2s", "a jack at best"),
    ],
)
def test_hands_have_names(cards, name):
    assert hand_name(strength(sum(map(bit_of, cards_of(cards))))) == name


def test_hands_of_other_sizes_are_refused():
    with pytest.raises(ValueError, match="five to seven cards"):
        strengths(np.zeros((3, 4), np.uint8))


@pytest.mark.long
def test_all_hands_of_five_cards():
    hands = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    assert tuple(np.bincount(strengths(hands) >> 26, minlength=len(CATEGORIES))) == FIVE_CARDS


def counter(jit):
    """count(found): counts the categories of all hands of seven cards."""

    @jit
    def count(found):
        for a in range(52):
            for b in range(a):
                for c in range(b):
                    for d in range(c):
                        four = bit_of(a) | bit_of(b) | bit_of(c) | bit_of(d)
                        for e in range(d):
                            for f in range(e):
                                six = four | bit_of(e) | bit_of(f)
                                for g in range(f):
                                    found[strength(six | bit_of(g)) >> 26] += 1

    return count


@pytest.mark.long
def test_all_hands_of_seven_cards():
    found = np.zeros(len(CATEGORIES), np.int64)
    compiled_kernel("poker hands", "counting", counter, found)(found)
    assert tuple(found) == SEVEN_CARDS


@pytest.mark.parametrize("count", [2_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_the_order_is_that_of_phevaluator(count):
    phevaluator = pytest.importorskip("phevaluator", reason="phevaluator is not installed: zermelo[bench]")
    hands = random_hands(count, 7, 7)
    theirs = [-phevaluator.evaluate_cards(*hand) for hand in hands.tolist()]  # the best hand is 1 there
    assert same_order(strengths(hands), theirs)
