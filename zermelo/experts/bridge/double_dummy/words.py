"""How the solver's kernel holds a position: lanes of cards, words of memory, the switches of its devices.

Inside the kernel a hand has a lane of 16 bits for each suit, the lowest bit for the two; the trump suit, if there is
one, is in the first lane, and seats count from 0. A card is the number of its bit.
"""

from __future__ import annotations

from typing import Any

from zermelo.compile.kernel.memory import CACHE_LINE, COUNTERS, Words, new_words

SEATS, SUITS, RANKS, LANE = 4, 4, 13, 16
SUIT = (1 << RANKS) - 1  # the cards of a suit, in the first lane
EVERY_LANE = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE

EQUALS, LOWS, QUICK, LATER, TABLE, RELATIVE, KILLERS = (1 << number for number in range(7))  # switches of devices
ALL_DEVICES = (1 << 7) - 1

DEVICES, HAS_TRUMPS, ROOT, ROOM, USED, SHIFT, EVICTED, TRICKS = OWN = Words(
    "DEVICES",  # which are on
    "HAS_TRUMPS",  # 1 if the suit of the first lane is trumps
    "ROOT",  # tricks left where cards may be forced; 0: none are
    "ROOM",  # chunks that the table may have
    "USED",  # chunks that it has
    "SHIFT",  # bits of a spread key below the number of its head
    "EVICTED",  # how often the table was full and was emptied
    "TRICKS",  # positions at the start of a trick that were searched
    after=COUNTERS,
)
FORCED, LENGTH_STEP, KILLER = LISTS = Words(
    after=OWN,
    at=2 * CACHE_LINE,
    FORCED=SEATS,  # the cards that the root's trick begins with, then -1
    LENGTH_STEP=SEATS * SUITS,  # what a card of a seat and suit adds to the word of lengths
    KILLER=(RANKS + 1) * SEATS,  # the lead that was best last, by tricks left and leader
)
# a row for each number of tricks left: the hands, then for each of the four cards of a trick those that may be played
HANDS, MOVES, STRIDE = 0, 8, 64
(ROWS,) = Words(after=LISTS, at=12 * CACHE_LINE, ROWS=STRIDE * (RANKS + 1))


def new_memory(compiled: bool) -> Any:
    """What the kernel works on."""
    memory = new_words(compiled, ROWS + STRIDE * (RANKS + 1))
    for seat in range(SEATS):
        for suit in range(SUITS - 1):  # the lengths of the fourth suit follow from the others
            memory[LENGTH_STEP + SUITS * seat + suit] = 1 << 4 * (SEATS * suit + seat)
    return memory
