"""Deals that fit what a player of bridge knows: the auction as its system reads it, and the cards played.

Lengths that calls have promised bound the drawing itself (games/bridge/splits.py); points and shapes are checked
afterwards. Where too few deals fit, those that break the fewest promises are taken too, with a small weight.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from zermelo.experts.bridge.bidding.auction import Auction
from zermelo.experts.bridge.bidding.meaning import Told, hand_of
from zermelo.experts.bridge.bidding.table import System
from zermelo.game import ZermeloError
from zermelo.games.bridge.calls import auction_of
from zermelo.games.bridge.cards import lengths, points
from zermelo.games.bridge.dealing import Unseen, limits_of, state_with, unseen_by
from zermelo.games.bridge.splits import Limits, share_out
from zermelo.games.bridge.state import BridgeState, BridgeView

TRIES = 40  # deals that are drawn for each one wanted
BREACH = 0.05  # the weight of a deal for each call that it does not fit


@dataclass(frozen=True)
class Drawn:
    """A deal and its weight."""

    state: BridgeState
    weight: float


def told_by(seen: BridgeView, system: System) -> list[Told]:
    """[seat] what everybody's calls have promised; nothing where the contract was given."""
    calls = auction_of(seen)
    return Auction(system, seen.dealer, calls).told if calls else [Told()] * 4


def draw(seen: BridgeView, cards: int, system: System, count: int, noise: random.Random) -> list[Drawn]:
    """So many deals that fit, or about as well as any; weights are 1 for those that break no promise.

    Raises ZermeloError if no deal fits the cards that were played.
    """
    unseen, told = unseen_by(seen, cards), told_by(seen, system)
    if not unseen.seats:
        return [Drawn(state_with(seen, unseen, [], cards), 1.0)]
    hard = limits_of(unseen)
    limits, found = _within(hard, unseen, told, full=cards == 13), dict[tuple[int, ...], int]()
    right = 0
    for _ in range(TRIES * count):
        hands = share_out(unseen.cards, unseen.room, noise, limits)
        if hands is None:
            if limits == hard:
                break
            limits = hard
            continue
        key = tuple(hands)
        if key in found:
            continue
        broken = _broken(hands, unseen, told, seen)
        found[key] = broken
        right += broken == 0
        if right == count:
            break
    if not found:
        raise ZermeloError("no deal fits the cards that were played")
    best = sorted(found.items(), key=lambda one: one[1])[:count]
    return [Drawn(state_with(seen, unseen, list(hands), cards), BREACH**broken) for hands, broken in best]


def _within(hard: Limits, unseen: Unseen, told: list[Told], full: bool) -> Limits:
    """The limits with the lengths that were promised, less the cards shown. full: each had thirteen cards."""
    if not full:
        return hard
    found = []
    for seat, bounds in zip(unseen.seats, hard, strict=True):
        shown = lengths(unseen.shown[seat])
        promised = [
            (max(0, low - gone), max(0, high - gone))
            for (low, high), gone in zip(told[seat].lengths, shown, strict=True)
        ]
        found.append(
            tuple(
                (min(low, bound[1]), min(high, bound[1])) for (low, high), bound in zip(promised, bounds, strict=True)
            )
        )
    return tuple(found)


def _broken(hands: list[int], unseen: Unseen, told: list[Told], seen: BridgeView) -> int:
    """How many calls do not fit the hands that their players had at first."""
    broken = 0
    for seat, held in zip(unseen.seats, hands, strict=True):
        first = held | unseen.shown[seat]
        if told[seat].calls and not seen.gone:
            broken += told[seat].broken(hand_of(first))
        if any(seen.told) and not seen.gone and points(first) != seen.told[seat]:
            broken += 1
    return broken
