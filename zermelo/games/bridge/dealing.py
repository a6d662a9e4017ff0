"""What a player of bridge knows about the hands that it does not see, and deals that fit it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.games.bridge.cards import points
from zermelo.games.bridge.splits import Limits, share_out
from zermelo.games.bridge.state import BridgeState, BridgeView, played_in

MOST_TRIES = 20_000  # deals that are drawn until the points fit, in mini-bridge


class Unseen(NamedTuple):
    """What is open about the hands."""

    seats: tuple[int, ...]  # whose hands are not seen
    cards: int  # those that they hold, a word
    room: tuple[int, ...]  # [of seats] how many each holds
    lacks: tuple[int, ...]  # [of seats] suits in which it failed to follow, a bit each
    shown: tuple[int, int, int, int]  # [seat] the cards that it has played


def everything(cards: int) -> int:
    """All cards of a game with so many for each player, a word."""
    return sum(((1 << cards) - 1) << 13 - cards << 13 * suit for suit in range(4))


def unseen_by(seen: BridgeView, cards: int) -> Unseen:
    """What a player who sees this does not know. The cards have been dealt, and the game is not over."""
    shown, lacks, held = [0, 0, 0, 0], [0, 0, 0, 0], [cards - seen.laid // 4] * 4
    for place in range(seen.laid & 3):
        held[(seen.leader + place) % 4] -= 1
    record = played_in(seen)
    for place, (seat, card) in enumerate(record):
        shown[seat] |= 1 << card
        led = record[place & ~3][1]
        if card // 13 != led // 13:
            lacks[seat] |= 1 << led // 13
    seats = tuple(seat for seat in range(4) if held[seat] and not seen.hands[seat])
    rest = everything(cards) & ~seen.gone
    for seat in range(4):
        rest &= ~(shown[seat] | seen.hands[seat])
    return Unseen(
        seats, rest, tuple(held[seat] for seat in seats), tuple(lacks[seat] for seat in seats),
        (shown[0], shown[1], shown[2], shown[3]),
    )  # fmt: skip


def limits_of(unseen: Unseen) -> Limits:
    """The most cards of each suit that each of the seats may hold: none of a suit that it did not follow."""
    return tuple(tuple((0, 0 if lack >> suit & 1 else 13) for suit in range(4)) for lack in unseen.lacks)


def state_with(seen: BridgeView, unseen: Unseen, hands: list[int], cards: int) -> BridgeState:
    """The state that a player sees like this, if the seats hold these hands."""
    held = list(seen.hands)
    for seat, hand in zip(unseen.seats, hands, strict=True):
        held[seat] = hand
    return BridgeState(
        (held[0], held[1], held[2], held[3]), 4 * cards, seen.dealer, seen.vulnerable, seen.calls, seen.passes,
        seen.bid, seen.bidder, seen.doubled, seen.named, seen.declarer, seen.leader, seen.laid, seen.won,
        seen.played, seen.gone, seen.told,
    )  # fmt: skip


def dealer_of(cards: int, initial: Callable[[], BridgeState]) -> Callable[[Any, float], BridgeState]:
    """deal(knowledge, fraction): the cards that are not seen are shared out uniformly, as far as it is known."""

    def deal(knowledge: Any, fraction: float) -> BridgeState:
        seen = knowledge.view
        if not seen.is_dealt:
            return initial()
        unseen, noise = unseen_by(seen, cards), random.Random(fraction)
        limits = limits_of(unseen)
        if not unseen.seats:
            return state_with(seen, unseen, [], cards)
        for _ in range(MOST_TRIES):
            hands = share_out(unseen.cards, unseen.room, noise, limits)
            if hands is None:
                break
            if not any(seen.told) or all(
                points(hand | unseen.shown[seat]) == seen.told[seat] or seen.gone
                for seat, hand in zip(unseen.seats, hands, strict=True)
            ):
                return state_with(seen, unseen, hands, cards)
        raise ValueError("no deal fits what the player knows")

    return deal
