"""Poker hands in order of strength: the best five of five, six or seven cards.

There are no tables: the four suits of a set (see `deck`) are words of 13 ranks, and a few operations on all of them at
once say which ranks are there at least once, twice, three and four times.
"""

from __future__ import annotations

from zermelo.bits import count, highest, without_lowest
from zermelo.games._cards.deck import NAMES

HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CATEGORIES = (
    "a high card", "a pair", "two pairs", "three of a kind", "a straight", "a flush", "a full house", "four of a kind",
    "a straight flush",
)  # fmt: skip

# A strength is category << 26 | first << 13 | second. The ranks of what makes the category, and those of the other
# cards that count, are sets of 13 bits: of two sets with as many bits the greater number has the higher cards.
SHIFT, RANK_BITS = 26, 13
_RANKS = (1 << RANK_BITS) - 1


def strength(held):
    """The strength of the best five cards of a set of five to seven: greater is better, equal shares the pot."""
    clubs, diamonds = held & _RANKS, held >> 16 & _RANKS
    hearts, spades = held >> 32 & _RANKS, held >> 48 & _RANKS
    extra = count(held) - 5

    # Step 1. Flushes. Seven cards with a flush hold neither four of a kind nor a full house
    suited = 0
    if count(clubs) >= 5:
        suited = clubs
    elif count(diamonds) >= 5:
        suited = diamonds
    elif count(hearts) >= 5:
        suited = hearts
    elif count(spades) >= 5:
        suited = spades
    if suited:
        run = _runs(suited)
        if run:
            return STRAIGHT_FLUSH << SHIFT | 1 << highest(run)
        return FLUSH << SHIFT | _less(suited, count(suited) - 5)

    # Step 2. Which ranks are there how often
    black, red = clubs | spades, diamonds | hearts
    both_black, both_red = clubs & spades, diamonds & hearts
    once = black | red
    twice = both_black | both_red | (black & red)
    run = _runs(once)
    if twice == 0:
        if run:
            return STRAIGHT << SHIFT | 1 << highest(run)
        return _less(once, extra)
    thrice = (both_black & red) | (both_red & black)

    # Step 3. One pair or more
    if thrice == 0:
        if run:
            return STRAIGHT << SHIFT | 1 << highest(run)
        if without_lowest(twice) == 0:
            return PAIR << SHIFT | twice << RANK_BITS | _less(once ^ twice, extra)
        if count(twice) == 3:
            twice = without_lowest(twice)
        return TWO_PAIRS << SHIFT | twice << RANK_BITS | 1 << highest(once ^ twice)

    # Step 4. Three or four of a kind
    four = both_black & both_red
    if four:
        return FOUR << SHIFT | four << RANK_BITS | 1 << highest(once ^ four)
    best = 1 << highest(thrice)
    if twice != best:
        return FULL_HOUSE << SHIFT | best << RANK_BITS | 1 << highest(twice ^ best)
    if run:
        return STRAIGHT << SHIFT | 1 << highest(run)
    return THREE << SHIFT | best << RANK_BITS | _less(once ^ best, extra)


def _runs(ranks):
    """Bit i: five ranks in a row end at rank i + 3; an ace is also below the deuce."""
    ranks = ranks << 1 | ranks >> 12
    two = ranks & ranks >> 1
    return two & two >> 2 & ranks >> 4


def _less(ranks, extra):
    """The ranks without the lowest so many."""
    while extra > 0:
        ranks = without_lowest(ranks)
        extra -= 1
    return ranks


def category(value: int) -> int:
    """What a hand of this strength is, HIGH_CARD to STRAIGHT_FLUSH."""
    return value >> SHIFT


def hand_name(value: int) -> str:
    """A strength in words: "a pair of kings", "a full house, nines over deuces"."""
    kind, first, second = value >> SHIFT, value >> RANK_BITS & _RANKS, value & _RANKS
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        return f"{CATEGORIES[kind]} to the {NAMES[highest(second) + 3]}"
    if kind == FLUSH:
        return f"a flush to the {NAMES[highest(second)]}"
    if kind == HIGH_CARD:
        name = NAMES[highest(second)]
        return f"{'an' if name[0] in 'ae' else 'a'} {name} at best"
    top = _plural(highest(first))
    if kind == TWO_PAIRS:
        return f"two pairs, {top} and {_plural(highest(first ^ 1 << highest(first)))}"
    if kind == FULL_HOUSE:
        return f"a full house, {top} over {_plural(highest(second))}"
    return {PAIR: "a pair of ", THREE: "three ", FOUR: "four "}[kind] + top


def _plural(rank: int) -> str:
    return NAMES[rank] + ("es" if NAMES[rank] == "six" else "s")
