"""Reads auctions by a system: what each call has promised, and the calls that fit a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from zermelo.experts.bridge.bidding.meaning import Hand, Promise, Told, promise_words
from zermelo.experts.bridge.bidding.table import CHOICES, SUITS, Event, Partnership, Rule, Section, System, expanded
from zermelo.games.bridge.calls import BIDS, DOUBLE, PASS, REDOUBLE, call_text, read_call
from zermelo.games.bridge.state import strain_of_bid

GAME_LEVEL = (4, 4, 5, 5, 3)  # [strain] of a contract that scores a game


@dataclass(frozen=True)
class Meaning:
    """One call, and what it means by the system."""

    seat: int
    call: int
    promises: tuple[Promise, ...]  # it promises one of them; (): the system does not say
    words: str = ""  # what it is called
    is_option: bool = False

    def told(self) -> str:
        """In words: "15-17 points, balanced (to play)"."""
        wide = [
            one for one in self.promises if not any(one != other and other.includes(one) for other in self.promises)
        ]
        said = " or ".join(dict.fromkeys(filter(None, map(promise_words, wide))))
        return f"{said} ({self.words})" if said and self.words else said or self.words


class Auction:
    """An auction up to some call, and what all have told by it."""

    def __init__(self, system: System, dealer: int, calls: Sequence[int] = ()) -> None:
        self.system, self.dealer = system, dealer
        self.calls: list[int] = []
        self.told = [Told()] * 4
        self.meanings: list[Meaning] = []
        for call in calls:
            self.add(call)

    def copy(self) -> Auction:
        """Another auction that has come as far."""
        other = Auction(self.system, self.dealer)
        other.calls, other.told, other.meanings = list(self.calls), list(self.told), list(self.meanings)
        return other

    @property
    def seat(self) -> int:
        """Who calls next."""
        return (self.dealer + len(self.calls)) % 4

    @property
    def last_bid(self) -> tuple[int, int]:
        """The last bid and whose it is; -1: there is none."""
        for place in range(len(self.calls) - 1, -1, -1):
            if self.calls[place] >= BIDS:
                return self.calls[place] - BIDS, (self.dealer + place) % 4
        return -1, -1

    @property
    def is_over(self) -> bool:
        """Have three passes followed a bid, or has nobody bid?"""
        return len(self.calls) >= 4 and self.calls[-3:] == [PASS] * 3

    def add(self, call: int) -> None:
        """The next call is made."""
        seat = self.seat
        promises, words = self.promised(call)
        self.meanings.append(Meaning(seat, call, promises, words))
        self.told[seat] = self.told[seat].and_also(promises)
        self.calls.append(call)

    def promised(self, call: int) -> tuple[tuple[Promise, ...], str]:
        """What a call would promise now, and what it is called."""
        name, found, words = call_text(call), list[Promise](), ""
        for one, promise, rule in self.listed():
            if one == name:
                found.append(promise)
                words = words or rule.words
        return tuple(found), words

    def fitting(self, hand: Hand) -> list[int]:
        """The calls for a hand: first the one that the system makes, then those that it leaves open."""
        options, seen = list[int](), set[str]()
        for name, promise, rule in self.listed():
            if name in seen or not promise.fits(hand):
                continue
            call = read_call(name)
            if not self.is_legal(call):
                continue
            if not rule.is_option:
                return [call, *(one for one in options if one != call)]
            seen.add(name)
            options.append(call)
        return [PASS, *options]

    def is_legal(self, call: int) -> bool:
        """May this call be made now?"""
        bid, bidder = self.last_bid
        if call >= BIDS:
            return call - BIDS > bid
        if call == PASS:
            return True
        since = self.calls[::-1][: self.calls[::-1].index(BIDS + bid)] if bid >= 0 else []
        is_ours = bid >= 0 and (bidder ^ self.seat) & 1 == 0
        if call == DOUBLE:
            return bid >= 0 and not is_ours and DOUBLE not in since
        return bid >= 0 and is_ours and DOUBLE in since and REDOUBLE not in since

    def listed(self, only: Section | None = None) -> Iterator[tuple[str, Promise, Rule]]:
        """The lines of the table for this situation, in order: call, promise and line.

        only: those of this section, without what serves where no other does.
        """
        section, bound = self.section()
        partner = self._partner()
        own = _lines(section, tuple(bound.items()), partner)
        yield from own
        if only is None and section is not self.system.otherwise:
            named = {name for name, _, _ in own}
            yield from (one for one in _lines(self.system.otherwise, (), partner) if one[0] not in named)

    def section(self) -> tuple[Section, Mapping[str, int]]:
        """The section of the table that fits the calls so far, and what its letters stand for."""
        events = [(self._who(place), call_text(call)) for place, call in enumerate(self.calls) if call != PASS]
        for section in self.system.sections:
            bound = _matched(section.events, events)
            if bound is not None:
                return section, bound
        return self.system.otherwise, {}

    def _who(self, place: int) -> str:
        """Whose call this was, as the next to call sees it."""
        away = ((self.dealer + place) - self.seat) % 4
        return ("I", "they", "partner", "they")[away]

    def _partner(self) -> Partnership:
        told = self.told[(self.seat + 2) % 4]
        lengths = told.lengths
        bid, bidder = self.last_bid
        strain = strain_of_bid(bid)
        has_game = False
        if bid >= 0:
            has_game = (bidder ^ self.seat) & 1 == 0 and bid // 5 + 1 >= GAME_LEVEL[strain]
        return Partnership(
            told.points[0],
            (lengths[0][0], lengths[1][0], lengths[2][0], lengths[3][0]),
            told.aces,
            has_game,
            bid >= 0 and (bidder ^ self.seat) & 1 == 1,
        )


@lru_cache(maxsize=20_000)
def _lines(
    section: Section, bound: tuple[tuple[str, int], ...], partner: Partnership
) -> tuple[tuple[str, Promise, Rule], ...]:
    """The lines of a section with its letters bound; sampled deals ask for the same again and again."""
    return tuple(
        (name, promise, rule) for rule in section.rules for name, promise in expanded(rule, dict(bound), partner)
    )


def _matched(wanted: Sequence[Event], events: Sequence[tuple[str, str]]) -> dict[str, int] | None:
    """What the letters of a section stand for if it fits the calls so far; None: it does not."""
    if wanted and wanted[0].call == "...":
        wanted = wanted[1:]
        events = events[len(events) - len(wanted) :]
    if len(wanted) != len(events):
        return None
    bound = dict[str, int]()
    for event, (who, call) in zip(wanted, events, strict=True):
        if event.who != who or not _is_call(event.call, call, bound):
            return None
    return bound


def _is_call(wanted: str, call: str, bound: dict[str, int]) -> bool:
    """Is a call one that the table means? Letters are bound to suits on the way."""
    letter = wanted[1:] if wanted[0].isdigit() else ""
    if letter not in CHOICES:
        return wanted == call
    if call[0] != wanted[0] or call[1:] not in tuple(SUITS):
        return False
    suit = SUITS.index(call[1])
    if letter in bound:
        return bound[letter] == suit
    if suit not in CHOICES[letter] or suit in bound.values():
        return False
    bound[letter] = suit
    return True
