"""The cards of bridge as numbers and as text.

A card is the number 13 × suit + rank, suits S, H, D, C = 0, 1, 2, 3; rank 0 is the two, 12 the ace. A hand is a word
with a bit for each card, written as in PBN: the suits from spades to clubs with a point between them, "AK5.T2..Q9".
"""

from __future__ import annotations

from zermelo.bits import count, indices

RANKS, SUITS, SEATS = "23456789TJQKA", "SHDC", "NESW"
SYMBOLS = "♠♥♦♣"
SEAT_NAMES = ("North", "East", "South", "West")
SIDES = ("N-S", "E-W")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
NT = 4
SUIT_WORD = (1 << 13) - 1
HONOURS = (9, 10, 11, 12)  # the ranks that count 1, 2, 3 and 4 points
ACES = 1 << 12 | 1 << 25 | 1 << 38 | 1 << 51


def suit_of(held, suit):
    """The ranks of one suit in a hand, a bit each."""
    return held >> 13 * suit & SUIT_WORD


def points(held):
    """High-card points: 4, 3, 2 and 1 for aces, kings, queens and jacks."""
    aces = ACES
    return 4 * count(held & aces) + 3 * count(held & aces >> 1) + 2 * count(held & aces >> 2) + count(held & aces >> 3)


def lengths(held: int) -> tuple[int, ...]:
    """[suit] how many cards a hand has."""
    return tuple(suit_of(held, suit).bit_count() for suit in range(4))


def card_text(card: int) -> str:
    """A card in two letters, "SA"; "?" where it is not known."""
    return "?" if card < 0 else SUITS[card // 13] + RANKS[card % 13]


def face(card: int) -> str:
    """A card as it is drawn, "♠A"; "" (face down) where it is not known."""
    return "" if card < 0 else SYMBOLS[card // 13] + RANKS[card % 13].replace("T", "10")


def cards_in(held: int) -> list[int]:
    """The cards of a hand, spades first and high cards before low ones."""
    return sorted(indices(held), key=lambda card: (card // 13, -card))


def hand_text(held: int) -> str:
    """A hand as in PBN."""
    suits = (suit_of(held, suit) for suit in range(4))
    return ".".join("".join(RANKS[rank] for rank in sorted(indices(word), reverse=True)) for word in suits)


def read_card(text: str) -> int:
    """The card of two letters, the suit first or last. Raises ValueError."""
    word = text.strip().upper().replace("10", "T")
    for symbol, suit in zip(SYMBOLS, SUITS, strict=True):
        word = word.replace(symbol, suit)
    for suit, rank in (word[:1], word[1:]), (word[1:], word[:1]):
        if len(word) == 2 and suit in SUITS and rank in RANKS:
            return 13 * SUITS.index(suit) + RANKS.index(rank)
    raise ValueError(f"a card is a suit of {SUITS} and a rank of {RANKS}, such as SA or HT, not {text.strip()[:20]!r}")


def read_hand(text: str) -> int:
    """The hand of four suits with points between them. Raises ValueError."""
    suits, held = text.upper().replace("10", "T").split("."), 0
    if len(suits) != 4:
        raise ValueError(f"a hand has four suits with points between them, such as AK5.T2..Q9, not {text[:30]!r}")
    for suit, ranks in enumerate(suits):
        for rank in ranks:
            if rank not in RANKS:
                raise ValueError(f"ranks are {RANKS}, not {rank!r} as in {text[:30]!r}")
            card = 1 << 13 * suit + RANKS.index(rank)
            if held & card:
                raise ValueError(f"{SUITS[suit]}{rank} is there twice in {text[:30]!r}")
            held |= card
    return held
