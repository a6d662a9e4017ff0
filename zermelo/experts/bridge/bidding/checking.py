"""Finds what is wrong with a bidding system: calls that no hand fits, and hands that no call fits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from zermelo.experts.bridge.bidding.auction import Auction
from zermelo.experts.bridge.bidding.meaning import Hand, Promise, Told, hand_of
from zermelo.experts.bridge.bidding.table import CHOICES, SUITS, Event, Section, System
from zermelo.games.bridge.calls import PASS, read_call
from zermelo.games.bridge.cards import hand_text
from zermelo.games.bridge.dealing import everything
from zermelo.games.bridge.splits import share_out

HANDS, TRIES = 60, 300  # hands that are tried in each situation; drawn until one fits


def faults(system: System, seed: int = 1, hands: int = HANDS) -> list[str]:
    """What is wrong, a line each; none: every call has a hand, and every hand that can come up has a call."""
    found = []
    for section in (*system.sections, system.otherwise):
        auctions = list(auctions_of(system, section))
        if not auctions:
            found.append(f"line {section.line}: no auction leads to {section.title!r}, or an earlier section takes it")
            continue
        noise = random.Random(seed)
        found += _without_hand(section, auctions, noise)
        if section is not system.otherwise and not section.goes_on:
            lacking = (_without_call(section, auction, noise, hands) for auction in auctions)
            found += list(filter(None, lacking))[:1]
    return found


def auctions_of(system: System, section: Section) -> Iterator[Auction]:
    """An auction that leads to a section for each choice of suits for its letters."""
    if section is system.otherwise:
        yield Auction(system, 0)
        return
    for bound in _bindings(section.events):
        auction = _with_events(system, section.events, bound)
        if auction is not None and auction.section()[0] is section:
            yield auction


def _bindings(events: tuple[Event, ...]) -> Iterator[dict[str, int]]:
    letters = list(dict.fromkeys(event.call[1:] for event in events if event.call[1:] in CHOICES))

    def bind(rest: list[str], bound: dict[str, int]) -> Iterator[dict[str, int]]:
        if not rest:
            yield bound
            return
        for suit in CHOICES[rest[0]]:
            if suit not in bound.values():
                yield from bind(rest[1:], {**bound, rest[0]: suit})

    return bind(letters, {})


def _with_events(system: System, events: tuple[Event, ...], bound: dict[str, int]) -> Auction | None:
    """The shortest auction with these calls, passes between them, whoever has to deal for it."""
    calls = [event for event in events if event.call != "..."]
    if len(calls) < len(events) and calls and calls[0].who == "I":
        calls = [Event("partner", "1S"), *calls]  # any call that may come before
    elif len(calls) < len(events):
        calls = [Event("I", "1S"), *calls]
    seats = {"I": 0, "partner": 2, "they": None}
    found = list[Auction]()
    for dealer in range(4):
        auction = Auction(system, dealer)
        if all(_to(auction, event, seats[event.who], bound) for event in calls) and _pass_to(auction, (0,)):
            found.append(auction)
    return min(found, key=lambda auction: len(auction.calls), default=None)


def _to(auction: Auction, event: Event, seat: int | None, bound: dict[str, int]) -> bool:
    """Passes until it is this seat's turn, and makes the call. Is that possible?"""
    letter = event.call[1:]
    name = event.call[0] + SUITS[bound[letter]] if letter in CHOICES else event.call
    call = read_call(name)
    if not _pass_to(auction, (1, 3) if seat is None else (seat,)) or not auction.is_legal(call):
        return False
    auction.add(call)
    return True


def _pass_to(auction: Auction, seats: tuple[int, ...]) -> bool:
    while auction.seat not in seats:
        auction.add(PASS)
        if auction.is_over:
            return False
    return True


def _without_hand(section: Section, auctions: list[Auction], noise: random.Random) -> Iterator[str]:
    """Lines of which no call has a hand that fits, given what the caller has promised before."""
    if section.title == "otherwise":
        return
    possible = set[int]()
    for auction in auctions:
        told = auction.told[auction.seat]
        for name, promise, rule in auction.listed(only=section):
            if rule.line in possible or not auction.is_legal(read_call(name)):
                continue
            if any(told.fits(hand) for hand in _hands_for(_both(promise, told), noise, TRIES)):
                possible.add(rule.line)
    for rule in section.rules:
        if rule.line not in possible:
            yield f"line {rule.line}: no hand fits {rule.call} {section.title}"


def _both(promise: Promise, told: Told) -> Promise:
    """A promise within what was told before, as far as ranges go."""
    ranges = [
        (max(one[0], two[0]), min(one[1], two[1])) for one, two in zip(promise.lengths, told.lengths, strict=True)
    ]
    points = max(promise.points[0], told.points[0]), min(promise.points[1], told.points[1])
    return replace(promise, points=points, lengths=(ranges[0], ranges[1], ranges[2], ranges[3]))


def _without_call(section: Section, auction: Auction, noise: random.Random, hands: int) -> str:
    """A hand that fits what was promised before and for which the section has no call; "": none was found."""
    lines = [(name, one) for name, one, _ in auction.listed(only=section) if auction.is_legal(read_call(name))]
    told, tried = auction.told[auction.seat], 0
    promise = Promise(points=told.points, lengths=told.lengths)
    for hand, held in _drawn(promise, noise, 20 * hands):
        if not told.fits(hand):
            continue
        tried += 1
        if not any(one.fits(hand) for _, one in lines):
            return f"line {section.line}: no call {section.title} for {hand_text(held)} ({hand.points} points)"
        if tried == hands:
            break
    return ""


def _hands_for(promise: Promise, noise: random.Random, tries: int) -> Iterator[Hand]:
    return (hand for hand, _ in _drawn(promise, noise, tries) if promise.fits(hand))


def _drawn(promise: Promise, noise: random.Random, tries: int) -> Iterator[tuple[Hand, int]]:
    """Random hands with the lengths and, where they are many or few, the points of a promise."""
    deck, limits = everything(13), (promise.lengths, ((0, 13),) * 4)
    low, high = promise.points
    if not promise.is_possible():
        return
    honours = [1 << 13 * suit + rank for suit in range(4) for rank in (12, 11, 10, 9)]
    for _ in range(tries):
        shared = share_out(deck, (13, 39), noise, limits)
        if shared is None:
            return
        held = shared[0]
        if not low <= hand_of(held).points <= high:
            held = _with_points(held, low, high, honours, noise)
        yield hand_of(held), held


def _with_points(held: int, low: int, high: int, honours: list[int], noise: random.Random) -> int:
    """The hand with small cards changed for honours of their suits, or back, until the points are in the range."""
    wanted = noise.randint(low, min(high, low + 6))
    for _ in range(40):
        now = hand_of(held).points
        if low <= now <= high:
            break
        honour = noise.choice(honours)
        suit = (honour.bit_length() - 1) // 13
        small = [1 << 13 * suit + rank for rank in range(9)]
        if now < wanted and not held & honour:
            spare = [card for card in small if held & card]
            if spare:
                held ^= honour | noise.choice(spare)
        elif now > wanted and held & honour:
            free = [card for card in small if not held & card]
            held ^= honour | noise.choice(free)
    return held
