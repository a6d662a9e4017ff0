"""How good hands are: classes, the sample of boards, and the river by counting."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from zermelo.experts.holdem.potential import class_of, potential_of
from zermelo.games._cards.deck import bit_of, read_card
from zermelo.games._cards.ranking import strength


def cards(text):
    return sum(bit_of(read_card(text[place : place + 2])) for place in range(0, len(text), 2))


def test_there_are_169_classes():
    sizes = Counter(class_of(bit_of(one) | bit_of(other)) for one, other in combinations(range(52), 2))
    assert len(sizes) == 169
    assert Counter(sizes.values()) == {6: 13, 4: 78, 12: 78}
    assert set(sizes) == set(range(169))
    assert class_of(cards("AsKs")) == class_of(cards("AdKd")) != class_of(cards("AsKd"))


def test_on_the_river_it_is_the_share_of_hands_that_are_beaten():
    own, board = cards("AsKd"), cards("Ah7c8d2s3h")
    free = [card for card in range(52) if not (own | board) & bit_of(card)]
    mine, won = strength(own | board), 0.0
    others = [strength(board | bit_of(one) | bit_of(other)) for one, other in combinations(free, 2)]
    won = sum(1.0 if mine > theirs else 0.5 if mine == theirs else 0.0 for theirs in others) / 990
    assert potential_of(own, board, compiled=False) == pytest.approx(won)


def test_better_hands_have_more_of_it():
    found = [potential_of(cards(hand), 0, 150, compiled=False) for hand in ("AsAd", "KsQs", "7h2c")]
    assert found == sorted(found, reverse=True)
    assert found[0] == pytest.approx(0.79, abs=0.06)  # the mean square, where the mean is 0.85
    draws = [potential_of(cards(hand), cards("2h7h9c"), 150, compiled=False) for hand in ("AhKh", "AsKd", "4s3d")]
    assert draws == sorted(draws, reverse=True)


@pytest.mark.long
@pytest.mark.parametrize("board", ["", "2h7h9c", "2h7h9cTd", "2h7h9cTdTs"])
def test_compiled_and_interpreted_agree(board):
    own = cards("AhKd")
    assert potential_of(own, cards(board), 20) == pytest.approx(potential_of(own, cards(board), 20, compiled=False))
