"""The board and the cards, by what is known about them."""

from __future__ import annotations

from zermelo.games.monopoly.board import GROUP, HOUSE_PRICE, LOTS, NAMES, PRICE, RAILROADS, UTILITIES
from zermelo.games.monopoly.cards import CHANCE_CARDS, CHEST_CARDS


def test_forty_squares():
    assert len(NAMES) == 40
    assert (NAMES[0], NAMES[10], NAMES[20], NAMES[30], NAMES[39]) == (
        "Go",
        "Jail",
        "Free Parking",
        "Go to Jail",
        "Boardwalk",
    )
    assert NAMES.count("Chance") == NAMES.count("Community Chest") == 3


def test_twenty_eight_lots():
    assert [int((group == GROUP).sum()) for group in range(10)] == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]
    assert int(PRICE.sum()) == 5690
    assert [int(HOUSE_PRICE[group == GROUP][0]) for group in range(8)] == [50, 50, 100, 100, 150, 150, 200, 200]


def test_rents_rise_with_every_building():
    for lot in LOTS:
        if lot.group not in (RAILROADS, UTILITIES):
            assert list(lot.rents) == sorted(set(lot.rents))
            assert lot.rents[0] < lot.price // 7


def test_sixteen_cards_each_with_its_own_words():
    for deck in (CHANCE_CARDS, CHEST_CARDS):
        assert len({card.text for card in deck}) == 16
