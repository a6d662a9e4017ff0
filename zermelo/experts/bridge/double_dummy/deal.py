"""Positions of play as the solver is asked about them, and as its kernel has them.

Outside the kernel a hand is a word with bit 13 × suit + rank for each card, the suits in the order S, H, D, C and the
two as rank 0; strain 4 is no trumps; seats are N, E, S, W = 0, 1, 2, 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from zermelo.bits import indices
from zermelo.experts.bridge.double_dummy.words import LANE, RANKS, SEATS, SUIT, SUITS
from zermelo.game import ZermeloError

NO_TRUMPS = 4
STRAINS = 5
POINTS = (4, 3, 2, 1)  # of an ace, a king, a queen, a jack


@dataclass(frozen=True)
class Play:
    """A position of play: the cards that are held, the strain, and the trick that has begun.

    Raises ZermeloError if a card is in two places, or the hands do not hold as many cards as the trick implies.
    """

    hands: tuple[int, int, int, int]  # [seat] the cards still held
    strain: int
    leader: int  # of the current trick
    trick: tuple[int, ...] = ()  # the cards played to it so far

    def __post_init__(self) -> None:
        if len(self.hands) != SEATS or not 0 <= self.leader < SEATS or not 0 <= self.strain < STRAINS:
            raise ZermeloError("a position of play has four hands, a strain from 0 to 4 and a leader from 0 to 3")
        if any(not 0 <= hand < 1 << RANKS * SUITS for hand in self.hands) or len(self.trick) >= SEATS:
            raise ZermeloError("hands are words of 52 bits, and at most three cards lie on the table")
        cards = 0
        for part in (*self.hands, *(1 << card for card in self.trick if 0 <= card < RANKS * SUITS)):
            if cards & part:
                raise ZermeloError("a card is in two places")
            cards |= part
        if len({hand.bit_count() for hand in self.at_start}) != 1 or not self.at_start[0]:
            raise ZermeloError("before the trick all four must have held equally many cards, and at least one")

    @cached_property
    def at_start(self) -> tuple[int, int, int, int]:
        """The hands when the trick began."""
        held = list(self.hands)
        for place, card in enumerate(self.trick):
            held[(self.leader + place) % SEATS] |= 1 << card
        return held[0], held[1], held[2], held[3]

    @cached_property
    def lanes(self) -> tuple[int, int, int, int]:
        """Those hands as the kernel has them."""
        north, east, south, west = (in_lanes(hand, self.strain) for hand in self.at_start)
        return north, east, south, west

    @cached_property
    def tricks(self) -> int:
        """How many are left, with this one."""
        return self.at_start[0].bit_count()

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % SEATS

    @property
    def legal(self) -> list[int]:
        """The cards that may be played, the highest of each suit first."""
        held = self.hands[self.mover]
        if self.trick:
            led = held & SUIT << RANKS * (self.trick[0] // RANKS)
            held = led or held
        return sorted(indices(held), key=lambda card: (card // RANKS, -card))

    def after(self, card: int) -> tuple[Play | None, int]:
        """The position after a card, None when all are played; and 1 if the card gave the mover's side a trick.

        -1 if it gave one to the other side, 0 if the trick goes on.
        """
        hands = list(self.hands)
        hands[self.mover] &= ~(1 << card)
        held, trick = (hands[0], hands[1], hands[2], hands[3]), (*self.trick, card)
        if len(trick) < SEATS:
            return Play(held, self.strain, self.leader, trick), 0
        winner = (self.leader + best_of(trick, self.strain)) % SEATS
        won = 1 if (winner ^ self.mover) & 1 == 0 else -1
        return (Play(held, self.strain, winner) if any(held) else None), won

    def equal_cards(self) -> list[list[int]]:
        """The legal cards in groups of equal ones: nobody else has a card between them."""
        left = 0
        for hand in self.at_start:
            left |= hand
        others, groups = left & ~self.hands[self.mover], list[list[int]]()
        for card in self.legal:
            last = groups[-1][-1] if groups else -1
            between = others & ((1 << last) - (2 << card)) if last // RANKS == card // RANKS and last > card else -1
            if between == 0:
                groups[-1].append(card)
            else:
                groups.append([card])
        return groups


def best_of(trick: Sequence[int], strain: int) -> int:
    """The place of the card that wins so far."""
    best = 0
    for place in range(1, len(trick)):
        suit, best_suit = trick[place] // RANKS, trick[best] // RANKS
        if trick[place] > trick[best] if suit == best_suit else suit == strain:
            best = place
    return best


def in_lanes(hand: int, strain: int) -> int:
    """A hand as the kernel has it, trumps in the first lane."""
    return sum(
        (hand >> RANKS * suit & SUIT) << LANE * place
        for suit, place in ((suit, lane_of(suit, strain)) for suit in range(SUITS))
    )


def lane_of(suit: int, strain: int) -> int:
    """Where a suit is in the kernel: trumps change places with spades."""
    if strain == NO_TRUMPS:
        return suit
    return 0 if suit == strain else strain if suit == 0 else suit


def card_in_lanes(card: int, strain: int) -> int:
    """A card as the kernel has it."""
    return LANE * lane_of(card // RANKS, strain) + card % RANKS


def points_of(hand: int) -> int:
    """High-card points."""
    return sum(
        points * (hand >> RANKS * suit + RANKS - 1 - place & 1)
        for suit in range(SUITS)
        for place, points in enumerate(POINTS)
    )
