"""What a state of bridge holds, and what a player sees of it.

Seats are N, E, S, W = 0, 1, 2, 3, and the sides N-S = 0, E-W = 1. A hand is a word with bit c for card c (cards.py).
"""

from __future__ import annotations

from typing import NamedTuple

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)
CALL_WORDS, CARD_WORDS = 7, 7
CARD_BITS, CARDS_PER_WORD = 6, 8  # in `played`
NOBODY = -1


class BridgeState(NamedTuple):
    hands: tuple[int, int, int, int]  # [seat] the cards that are still held
    dealt: int  # cards, in the order of their numbers
    dealer: int
    vulnerable: int  # a bit for each side
    calls: tuple[int, ...]  # [level - 1] the auction: see calls.py
    passes: int  # in a row, up to now
    bid: int  # the last one, 0 the lowest; -1: none
    bidder: int  # whose it is
    doubled: int  # 1: doubled, 2: redoubled
    named: int  # who of each side named each strain first: see calls.py
    declarer: int  # -1: the auction is not over
    leader: int  # of the current trick; in the auction, who calls next
    laid: int  # cards played
    won: int  # tricks of N-S
    played: tuple[int, ...]  # the cards in order, six bits for the number + 1 of each; 0: not known
    gone: int  # cards that were played before anything was recorded
    told: tuple[int, int, int, int]  # [seat] mini-bridge: the points that each had


class BridgeView(NamedTuple):
    hands: tuple[int, int, int, int]  # [seat] 0 where it is not seen
    is_dealt: int
    dealer: int
    vulnerable: int
    calls: tuple[int, ...]
    passes: int
    bid: int
    bidder: int
    doubled: int
    named: int
    declarer: int
    leader: int
    laid: int
    won: int
    played: tuple[int, ...]
    gone: int
    told: tuple[int, int, int, int]


def card_played(played, place):
    """The card that was played as this one, from 0 on; -1: it is not known."""
    return (played[place >> 3] >> CARD_BITS * (place & 7) & 63) - 1


def played_in(seen: BridgeState | BridgeView) -> list[tuple[int, int]]:
    """(seat, card) of the recorded cards, in order: those before the record began are left out."""
    cards = [card_played(seen.played, place) for place in range(seen.laid)]
    first = next((place for place, card in enumerate(cards) if card >= 0), seen.laid)
    found, leader, strain = list[tuple[int, int]](), seen.leader, strain_of_bid(seen.bid)
    for start in reversed(range(first, seen.laid, 4)):  # back from the trick of which the leader is known
        trick = cards[start : start + 4]
        if len(trick) == 4:
            leader = (leader - best_of(trick, strain)) % 4
        found = [((leader + place) % 4, card) for place, card in enumerate(trick)] + found
    return found


def strain_of_bid(bid):
    """The strain of a bid: S, H, D, C, NT = 0, 1, 2, 3, 4; NT if there is none."""
    order = bid % 5 if bid >= 0 else 4
    return 4 if order == 4 else 3 - order


def best_of(trick, strain):
    """The place of the card that wins a trick."""
    best = 0
    for place in range(1, len(trick)):
        card, held = trick[place], trick[best]
        if card // 13 == held // 13:
            if card > held:
                best = place
        elif card // 13 == strain:
            best = place
    return best
