"""The solver's table: bounds of the scores of positions, one word each, without collisions.

A position's key is scattered over 63 bits by a multiplication that can be undone: the upper bits say where its entry
is, and the entry holds the lower ones. So two positions are never confused. An entry also holds both bounds of the
score and, as a logarithm, the work that it saves. A bucket has two entries: the first keeps what took the most work,
the second the newest.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import highest
from zermelo.compile.kernel.memory import new_words

NOTHING = 0  # what `probe` finds where there is no entry
MIDDLE = 31  # what is added to a bound, so that it takes 6 bits and no sign
EFFORT, KEY = 12, 17  # the bits of an entry from which on there is the logarithm of the work, and the rest of the key
MOST_EFFORT = 31
LEAST_BUCKETS = 17  # as a logarithm: the rest of the key must fit
INTERPRETED = 2  # megabytes at most: a list takes longer to make than an array


def new_table(compiled: bool, megabytes: float) -> tuple[Any, int]:
    """A table of at most this size, but at least 2 MB; and the bits of a scattered key below the bucket's number."""
    room, buckets = megabytes if compiled else min(megabytes, INTERPRETED), LEAST_BUCKETS
    while 16 << (buckets + 1) <= room * 2**20:
        buckets += 1
    return new_words(compiled, 2 << buckets, resident=True), 63 - buckets


def probe(table, scattered, shift):
    """What is known of a position: 31 + the lower bound of its score, and 64 times 31 + the upper one; or NOTHING."""
    place = (scattered >> shift) * 2
    rest = scattered & ((1 << shift) - 1)
    entry = table[place]
    if entry >> KEY == rest:
        return entry & 0xFFF
    entry = table[place + 1]
    if entry >> KEY == rest:
        return entry & 0xFFF
    return NOTHING


def store(table, scattered, shift, low, high, nodes):
    """Keeps the bounds of a position's score, which took so many nodes to find."""
    place = (scattered >> shift) * 2
    rest = scattered & ((1 << shift) - 1)
    effort = min(highest(nodes + 1), MOST_EFFORT)
    entry = rest << KEY | effort << EFFORT | (high + MIDDLE) << 6 | (low + MIDDLE)
    first = table[place]
    if first >> KEY == rest:
        table[place] = entry
    elif (first >> EFFORT) & MOST_EFFORT <= effort:
        table[place + 1] = first
        table[place] = entry
    else:
        table[place + 1] = entry
