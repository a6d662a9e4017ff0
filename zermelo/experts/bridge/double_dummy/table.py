"""The solver's table: what is known of positions at the start of a trick, by the lengths of suits and the top ranks.

A position is known by who leads, by the length of each suit in each hand, and by who holds the highest cards of each
suit that are left, so many of them as mattered to its value. All that is known for the same lengths and leader lies in
a chain of chunks:

    a head      the number of the newest chunk of the chain, found by the spread key
    a chunk     its key, the next chunk, how many entries it has; then entries of four words
    an entry    owners of the top cards of the first two suits, and bounds of the leader's side's tricks
                owners in the other two suits, and the best lead
                the masks of both, and how many top cards of each suit they show

The owners of a suit's cards are two bits each, the highest card's in the highest bits.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import count, highest, lowest, spread
from zermelo.compile.kernel.memory import new_words, pointed
from zermelo.experts.bridge.double_dummy.words import (
    DEVICES,
    EVICTED,
    LANE,
    RANKS,
    RELATIVE,
    ROOM,
    SHIFT,
    SUIT,
    SUITS,
    USED,
)
from zermelo.installed import np

OWNER_BITS = 2 * RANKS
OWNERS = (1 << OWNER_BITS) - 1
BOTH = (1 << 2 * OWNER_BITS) - 1  # owners of two suits
LOW, HIGH = 2 * OWNER_BITS, 2 * OWNER_BITS + 4  # where more bits of an entry's words begin
CHUNK, ENTRY, PER_CHUNK = 32, 4, 7
MOST_CHUNKS = 24  # of one chain: then the oldest entries make room
NOTHING, NO_LEAD = -1, 63
INTERPRETED = 2


def new_table(compiled: bool, megabytes: float) -> tuple[Any, int, int]:
    """A table of at most this size, the number of chunks in it, and the shift for its heads."""
    room = megabytes if compiled else min(megabytes, INTERPRETED)
    heads = 10
    while 8 * ((2 << heads) + (1 << heads) * CHUNK) <= room * 2**20:
        heads += 1
    chunks = 1 << (heads - 1)
    return new_words(compiled, (1 << heads) + chunks * CHUNK), chunks - 1, 63 - heads


def new_owners(compiled: bool) -> Any:
    """For each suit and set of its cards that are left, who holds them; filled by `fill_owners`."""
    size = SUITS << RANKS
    return pointed(True, np.zeros(size, np.int32)) if compiled else [0] * size


def fill_owners(owners, first, second, third, fourth):
    """Notes who holds the cards: hands by seat."""
    for suit in range(SUITS):
        lane = LANE * suit
        base = suit << RANKS
        owners[base] = 0
        for cards in range(1, 1 << RANKS):
            top = highest(cards)
            card = 1 << (lane + top)
            seat = 1 if second & card else 2 if third & card else 3 if fourth & card else 0
            owners[base + cards] = seat << (OWNER_BITS - 2) | owners[base + (cards ^ (1 << top))] >> 2


def forget(table, memory):
    """Empties the table."""
    for place in range(1 << (63 - memory[SHIFT])):
        table[place] = 0
    memory[USED] = 0


def owners_of(owners, left, suit):
    """The owners of the cards that are left in two suits, this one and the next."""
    one = owners[(suit << RANKS) + (left >> LANE * suit & SUIT)]
    other = owners[(suit + 1 << RANKS) + (left >> LANE * (suit + 1) & SUIT)]
    return np.int64(one) << OWNER_BITS | np.int64(other)


def lowest_of_top(left, number):
    """The card that is the last of so many top cards of a suit."""
    for _ in range(number - 1):
        left ^= 1 << highest(left)
    return 1 << highest(left)


def probe(table, memory, key, left, owners, need):
    """What is known of a position: the relevant cards and, in the lowest bit, whether the leader's side makes `need`.

    Else NOTHING, or -2 less the lead that was best in such a position.
    """
    shift = memory[SHIFT]
    heads = 1 << (63 - shift)
    place = spread(key) >> shift
    chunk = table[place]
    while chunk:
        at = heads + CHUNK * chunk
        if table[at] == key:
            break
        place = (place + 1) & (heads - 1)
        chunk = table[place]
    if chunk == 0:
        return NOTHING
    one, other = owners_of(owners, left, 0), owners_of(owners, left, 2)
    lead = NO_LEAD
    while chunk:
        at = heads + CHUNK * chunk
        entry = at + ENTRY * table[at + 2]
        while entry > at:
            first, second, first_mask, second_mask = table[entry], table[entry + 1], table[entry + 2], table[entry + 3]
            if ((one ^ first) & first_mask | (other ^ second) & second_mask) & BOTH == 0:
                low, high = first >> LOW & 15, first >> HIGH & 15
                if low >= need or high < need:
                    relevant = 0
                    number = first_mask >> LOW & 15
                    if number:
                        relevant |= lowest_of_top(left & SUIT, number)
                    number = first_mask >> HIGH & 15
                    if number:
                        relevant |= lowest_of_top(left >> LANE & SUIT, number) << LANE
                    number = second_mask >> LOW & 15
                    if number:
                        relevant |= lowest_of_top(left >> 2 * LANE & SUIT, number) << 2 * LANE
                    number = second_mask >> HIGH & 15
                    if number:
                        relevant |= lowest_of_top(left >> 3 * LANE & SUIT, number) << 3 * LANE
                    return relevant << 1 | (low >= need)
                if lead == NO_LEAD:
                    lead = second >> LOW & 63
            entry -= ENTRY
        chunk = table[at + 1]
    return -2 - lead if lead != NO_LEAD else NOTHING


def top_mask(left, relevant, suit):
    """How many top cards of a suit are relevant: all from the lowest one on."""
    cards = relevant >> LANE * suit & SUIT
    return count(left >> LANE * suit & SUIT & -(1 << lowest(cards))) if cards else 0


def store(table, memory, key, left, owners, need, tricks, relevant, made, lead):
    """Keeps whether the leader's side makes `need` of so many tricks, by its best lead, and which cards mattered."""
    shift = memory[SHIFT]
    heads = 1 << (63 - shift)
    if memory[USED] >= memory[ROOM]:
        forget(table, memory)
        memory[EVICTED] += 1
    if memory[DEVICES] & RELATIVE == 0:
        relevant = left
    place = spread(key) >> shift
    chunk = table[place]
    while chunk and table[heads + CHUNK * chunk] != key:
        place = (place + 1) & (heads - 1)
        chunk = table[place]

    number_1, number_2 = top_mask(left, relevant, 0), top_mask(left, relevant, 1)
    number_3, number_4 = top_mask(left, relevant, 2), top_mask(left, relevant, 3)
    first_mask = (OWNERS & ~(OWNERS >> 2 * number_1)) << OWNER_BITS | (OWNERS & ~(OWNERS >> 2 * number_2))
    second_mask = (OWNERS & ~(OWNERS >> 2 * number_3)) << OWNER_BITS | (OWNERS & ~(OWNERS >> 2 * number_4))
    first, second = owners_of(owners, left, 0) & first_mask, owners_of(owners, left, 2) & second_mask
    first_mask |= number_1 << LOW | number_2 << HIGH
    second_mask |= number_3 << LOW | number_4 << HIGH
    low, high = (need, tricks) if made else (0, need - 1)

    length, last, oldest, before_oldest = 0, chunk, 0, 0
    while last:
        before_oldest, oldest = oldest, last
        at = heads + CHUNK * last
        entry = at + ENTRY * table[at + 2]
        while entry > at:
            if (
                table[entry + 2] == first_mask
                and table[entry + 3] == second_mask
                and (table[entry] ^ first) & BOTH == 0
                and (table[entry + 1] ^ second) & BOTH == 0
            ):
                low, high = max(low, table[entry] >> LOW & 15), min(high, table[entry] >> HIGH & 15)
                table[entry] = first | low << LOW | high << HIGH
                if lead != NO_LEAD:
                    table[entry + 1] = second | lead << LOW
                return
            entry -= ENTRY
        length += 1
        last = table[at + 1]

    at = heads + CHUNK * chunk
    if chunk == 0 or table[at + 2] == PER_CHUNK:
        if length >= MOST_CHUNKS:
            table[heads + CHUNK * before_oldest + 1] = 0  # the oldest becomes the newest, and is empty
            table[heads + CHUNK * oldest + 1] = chunk
            chunk = oldest
            at = heads + CHUNK * chunk
        else:
            memory[USED] += 1
            older, chunk = chunk, memory[USED]
            at = heads + CHUNK * chunk
            table[at], table[at + 1] = key, older
        table[place] = chunk
        table[at + 2] = 0
    table[at + 2] += 1
    entry = at + ENTRY * table[at + 2]
    table[entry], table[entry + 1] = first | low << LOW | high << HIGH, second | lead << LOW
    table[entry + 2], table[entry + 3] = first_mask, second_mask
