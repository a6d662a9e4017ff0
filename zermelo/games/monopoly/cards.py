"""The sixteen Chance and sixteen Community Chest cards: what each says, and what it does as two numbers.

A deck is shuffled, drawn to its end without putting cards back, and shuffled again.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.games.monopoly.board import BOARDWALK, ILLINOIS, READING, ST_CHARLES
from zermelo.installed import np

# What a card does, with its amount
GAIN, ADVANCE, TO_RAILROAD, TO_UTILITY, BACK, ARREST, FREE, REPAIRS, PAY_EACH, FROM_EACH = range(10)


class Card(NamedTuple):
    text: str
    effect: int
    amount: int = 0  # dollars, negative to pay; a square; or steps back. Repairs: per house, and 1000 times per hotel


CHANCE_CARDS = (
    Card("advance to Boardwalk", ADVANCE, BOARDWALK),
    Card("advance to Go", ADVANCE, 0),
    Card("advance to Illinois Avenue", ADVANCE, ILLINOIS),
    Card("advance to St. Charles Place", ADVANCE, ST_CHARLES),
    Card("advance to the nearest railroad and pay double", TO_RAILROAD),
    Card("advance to the nearest railroad and pay twice", TO_RAILROAD),
    Card("advance to the nearest utility and pay ten times a throw", TO_UTILITY),
    Card("the bank pays you 50", GAIN, 50),
    Card("get out of jail free", FREE),
    Card("go back three squares", BACK, 3),
    Card("go to jail", ARREST),
    Card("general repairs: 25 per house, 100 per hotel", REPAIRS, 25 + 1000 * 100),
    Card("speeding fine of 15", GAIN, -15),
    Card("take a trip to Reading Railroad", ADVANCE, READING),
    Card("elected chairman: pay each player 50", PAY_EACH, 50),
    Card("your building loan matures: 150", GAIN, 150),
)
CHEST_CARDS = (
    Card("advance to Go", ADVANCE, 0),
    Card("bank error in your favour: 200", GAIN, 200),
    Card("doctor's fee of 50", GAIN, -50),
    Card("from the sale of stock: 50", GAIN, 50),
    Card("get out of jail free", FREE),
    Card("go to jail", ARREST),
    Card("holiday fund matures: 100", GAIN, 100),
    Card("income tax refund: 20", GAIN, 20),
    Card("birthday: 10 from every player", FROM_EACH, 10),
    Card("life insurance matures: 100", GAIN, 100),
    Card("hospital fees of 100", GAIN, -100),
    Card("school fees of 50", GAIN, -50),
    Card("consultancy fee: 25", GAIN, 25),
    Card("street repairs: 40 per house, 115 per hotel", REPAIRS, 40 + 1000 * 115),
    Card("second prize in a beauty contest: 10", GAIN, 10),
    Card("you inherit 100", GAIN, 100),
)
DECKS = (CHANCE_CARDS, CHEST_CARDS)
ALL_CARDS = (1 << 16) - 1  # a whole deck, a bit per card

EFFECT = np.array([[card.effect for card in deck] for deck in DECKS], np.int64)  # [deck, card]
AMOUNT = np.array([[card.amount for card in deck] for deck in DECKS], np.int64)
FREE_CARD = tuple([card.effect for card in deck].index(FREE) for deck in DECKS)  # by deck
