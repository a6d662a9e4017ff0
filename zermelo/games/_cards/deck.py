"""The 52 cards as numbers, as text ("As", "Td") and as they are drawn ("♠A", "♦10").

A card is the number 4 × rank + suit: the deuce of clubs is 0, the ace of spades 51; -1 is a card that is not known or
not there. A set of cards is a word with 16 bits for each suit, of which the lower 13 are its ranks (`bit_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from zermelo.bits import indices
from zermelo.picture import Hand

RANKS, SUITS = "23456789TJQKA", "cdhs"
SYMBOLS = "♣♦♥♠"
DECK = 52
UNKNOWN = -1
NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def rank_of(card):
    """0 for a deuce, 12 for an ace."""
    return card >> 2


def suit_of(card):
    """0 to 3: clubs, diamonds, hearts, spades."""
    return card & 3


def bit_of(card):
    """The set that holds this card alone."""
    return 1 << ((card & 3) * 16 + (card >> 2))


def card_at(index):
    """The card of a bit, by its index in a set."""
    return (index & 15) * 4 + (index >> 4)


def cards_in(held: int) -> list[int]:
    """The cards of a set, the highest first."""
    return sorted(map(card_at, indices(held)), reverse=True)


def card_text(card: int) -> str:
    """The card in two letters; "?" where it is not known."""
    return "?" if card < 0 else RANKS[rank_of(card)] + SUITS[suit_of(card)]


def cards_text(held: int) -> str:
    """The cards of a set, the highest first: "AsKd"."""
    return "".join(map(card_text, cards_in(held)))


def read_card(text: str) -> int:
    """The card of two letters. Raises ValueError."""
    word = text.strip()
    rank, suit = RANKS.find(word[:1].upper()), SUITS.find(word[1:].lower())
    if len(word) != 2 or rank < 0 or suit < 0:
        raise ValueError(
            f"a card is a rank of {RANKS} and a suit of {SUITS}, such as As or Td, not {text.strip()[:20]!r}"
        )
    return 4 * rank + suit


def face(text: str) -> str:
    """A card as it is drawn, from its text: its symbol and rank; face down where it is not known."""
    if text == "?":
        return ""
    return SYMBOLS[SUITS.index(text[1])] + text[0].replace("T", "10")


def held_by(label: str, cards: Iterable[str], **about: Any) -> Hand:
    """The hand of a player, of cards as text; about: the other fields of `Hand`."""
    return Hand(label, tuple(map(face, cards)), **about)


def on_table(cards: Iterable[str], places: int) -> Hand:
    """The cards in the middle of the table; places: of cards that will lie there in the end."""
    return held_by("table", cards, middle=True, places=places)


def told_rounds(rounds: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The betting in words, a line per round: "flop: bet 2, call"."""
    return "\n".join(f"{name}: {', '.join(turns)}" if name else ", ".join(turns) for name, turns in rounds if turns)
