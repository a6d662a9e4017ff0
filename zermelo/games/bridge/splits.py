"""The ways to share out cards that are not seen, and drawing one of them uniformly.

How many cards of a suit a seat may get is bounded: nobody who failed to follow suit has one, and an auction tells more.
Suit by suit, the table below counts the ways to share out the rest for each number of cards that seats still need; so
each way is drawn with the same probability, and none in vain.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from zermelo.bits import indices

Limits = tuple[tuple[tuple[int, int], ...], ...]  # [seat][suit] the fewest and the most cards
FREE: Limits = (((0, 13),) * 4,) * 4


class Split(NamedTuple):
    """Cards of one suit for each seat, and how many ways they stand for."""

    shares: tuple[int, ...]
    ways: int


@cache
def _multinomial(shares: tuple[int, ...]) -> int:
    left, ways = sum(shares), 1
    for share in shares:
        ways *= comb(left, share)
        left -= share
    return ways


@lru_cache(maxsize=20_000)
def _shares(total: int, bounds: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    """The numbers within bounds, the fewest and the most of each, that add up to a total."""
    if not bounds:
        return () if total else ((),)
    low, high = bounds[0]
    return tuple(
        (share, *others) for share in range(low, min(high, total) + 1) for others in _shares(total - share, bounds[1:])
    )


@lru_cache(maxsize=20_000)
def _splits(unseen: tuple[int, ...], room: tuple[int, ...], limits: Limits) -> tuple[Split, ...]:
    """The splits of the first suit, with the ways to share out all suits then. unseen: [suit] cards."""
    if not unseen:
        return (Split((), 1),) if not any(room) else ()
    found, rest = [], tuple(limit[1:] for limit in limits)
    bounds = tuple((limit[0][0], min(limit[0][1], space)) for limit, space in zip(limits, room, strict=True))
    for shares in _shares(unseen[0], bounds):
        left = tuple(space - share for space, share in zip(room, shares, strict=True))
        below = sum(split.ways for split in _splits(unseen[1:], left, rest))
        if below:
            found.append(Split(shares, below * _multinomial(shares)))
    return tuple(found)


def ways(unseen: int, room: Sequence[int], limits: Limits = FREE) -> int:
    """How many ways there are to share out cards, a word, among seats that need so many each."""
    counts = tuple((unseen >> 13 * suit & 8191).bit_count() for suit in range(4))
    return sum(split.ways for split in _splits(counts, tuple(room), limits))


def share_out(unseen: int, room: Sequence[int], noise: random.Random, limits: Limits = FREE) -> list[int] | None:
    """A way to share out cards, a word for each seat; None if there is none within the limits."""
    if all(bound == FREE[0] for bound in limits):
        deck = list(indices(unseen))
        noise.shuffle(deck)
        return [sum(1 << card for card in deck[sum(room[:seat]) : sum(room[: seat + 1])]) for seat in range(len(room))]
    suits: list[list[int]] = [[], [], [], []]
    for card in indices(unseen):
        suits[card // 13].append(card)
    counts, left, hands = tuple(map(len, suits)), tuple(room), [0] * len(room)
    bounds = limits
    for suit, cards in enumerate(suits):
        splits = _splits(counts[suit:], left, bounds)
        if not splits:
            return None
        (chosen,) = noise.choices(splits, [split.ways for split in splits])
        noise.shuffle(cards)
        start = 0
        for seat, share in enumerate(chosen.shares):
            for card in cards[start : start + share]:
                hands[seat] |= 1 << card
            start += share
        left = tuple(space - share for space, share in zip(left, chosen.shares, strict=True))
        bounds = tuple(limit[1:] for limit in bounds)
    return hands
