"""What a call promises about a hand: points, lengths and aces; and what a player's calls have told so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.games.bridge.cards import ACES, SUIT_NAMES, lengths, points

Range = tuple[int, int]
MOST_POINTS, MOST_CARDS, MOST_ACES = 40, 13, 4
ANY_POINTS, ANY_LENGTH, ANY_ACES = (0, MOST_POINTS), (0, MOST_CARDS), frozenset(range(MOST_ACES + 1))
Lengths = tuple[Range, Range, Range, Range]


@dataclass(frozen=True)
class Promise:
    """What a hand has to be like. A hand fits if all of it holds."""

    points: Range = ANY_POINTS
    lengths: Lengths = (ANY_LENGTH,) * 4  # [suit]
    balanced: bool = False  # no suit of fewer than two cards, and at most one of two
    aces: frozenset[int] = ANY_ACES  # how many it may have
    longer: tuple[tuple[int, int, bool], ...] = ()  # (suit, other, by a card at least): it is no shorter

    def fits(self, hand: Hand) -> bool:
        """Is the hand like this?"""
        if not self.points[0] <= hand.points <= self.points[1] or hand.aces not in self.aces:
            return False
        if not all(low <= own <= high for (low, high), own in zip(self.lengths, hand.lengths, strict=True)):
            return False
        if self.balanced and not hand.is_balanced:
            return False
        return all(hand.lengths[one] >= hand.lengths[other] + strict for one, other, strict in self.longer)

    def includes(self, other: Promise) -> bool:
        """Does every hand that fits the other's ranges fit these?"""
        ranges = zip((self.points, *self.lengths), (other.points, *other.lengths), strict=True)
        within = all(own[0] <= low and high <= own[1] for own, (low, high) in ranges)
        return within and not self.longer and (other.balanced or not self.balanced) and self.aces >= other.aces

    def is_possible(self) -> bool:
        """Do its ranges leave anything?"""
        ranges = (self.points, *self.lengths)
        least, most = sum(low for low, _ in self.lengths), sum(high for _, high in self.lengths)
        return all(low <= high for low, high in ranges) and least <= MOST_CARDS <= most and bool(self.aces)


@dataclass(frozen=True)
class Hand:
    """A hand as bidding sees it."""

    points: int
    lengths: tuple[int, ...]
    aces: int

    @property
    def is_balanced(self) -> bool:
        """Has it no short suit, and at most one of two cards?"""
        return min(self.lengths) >= 2 and self.lengths.count(2) <= 1


def hand_of(held: int) -> Hand:
    """A hand, given as a word of cards (see games/bridge/cards.py)."""
    return Hand(points(held), lengths(held), (held & ACES).bit_count())


@dataclass(frozen=True)
class Told:
    """What all calls of one player have promised: for each, one of several promises."""

    calls: tuple[tuple[Promise, ...], ...] = ()

    def and_also(self, promises: Sequence[Promise]) -> Told:
        """With one call more; one without a promise tells nothing."""
        return Told((*self.calls, tuple(promises))) if promises else self

    def fits(self, hand: Hand) -> bool:
        """Could all calls have been made with this hand?"""
        return all(any(promise.fits(hand) for promise in call) for call in self.calls)

    def broken(self, hand: Hand) -> int:
        """How many of the calls do not fit the hand."""
        return sum(not any(promise.fits(hand) for promise in call) for call in self.calls)

    @property
    def points(self) -> Range:
        """The fewest and the most high-card points."""
        return _narrowest([_widest([one.points for one in call]) for call in self.calls], ANY_POINTS)

    @property
    def lengths(self) -> Lengths:
        """[suit] the fewest and the most cards."""
        found = [
            _narrowest([_widest([one.lengths[suit] for one in call]) for call in self.calls], ANY_LENGTH)
            for suit in range(4)
        ]
        return found[0], found[1], found[2], found[3]

    @property
    def aces(self) -> int:
        """The fewest aces that it has shown."""
        return max((min(min(one.aces) for one in call) for call in self.calls), default=0)


def _widest(ranges: Sequence[Range]) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _narrowest(ranges: Sequence[Range], widest: Range) -> Range:
    """What lies in all ranges; where nothing does, the last word counts."""
    low, high = widest
    for other_low, other_high in ranges:
        low, high = max(low, other_low), min(high, other_high)
        if low > high:
            low, high = other_low, other_high
    return low, high


def promise_words(promise: Promise) -> str:
    """A promise as text: "15-17 points, 5+ spades, balanced"."""
    words = [] if promise.points == ANY_POINTS else [f"{_range_words(promise.points, MOST_POINTS)} points"]
    words += [
        f"{_range_words(own, MOST_CARDS)} {name}"
        for own, name in zip(promise.lengths, SUIT_NAMES, strict=True)
        if own != ANY_LENGTH
    ]
    words += ["balanced"] if promise.balanced else []
    if promise.aces != ANY_ACES:
        words.append(f"{' or '.join(map(str, sorted(promise.aces)))} aces")
    return ", ".join(words)


def _range_words(own: Range, most: int) -> str:
    low, high = own
    if low == high:
        return str(low)
    return f"{low}+" if high >= most else f"at most {high}" if low == 0 else f"{low}-{high}"
