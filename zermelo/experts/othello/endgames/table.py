"""The endgame solver's table: bounds of the values of positions, shared by threads.

An entry is two words: the position's key combined with the data (by exclusive or, so that an entry which two threads
wrote at once is rejected), and the data: both bounds, the best move, and the logarithm of the work that was done. A
bucket has two entries: the first keeps what took the most work, the second the newest.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import highest
from zermelo.compile.kernel.memory import new_words

NOTHING = 0  # what `probe` finds where there is no entry
MIDDLE = 64  # is added to bounds, so that they have no sign
BOUND, MOVE, EFFORT, USED = 8, 16, 24, 1 << 32  # where the upper bound, the move and the work begin
MOST_EFFORT = 63
INTERPRETED = 1  # megabytes at most: a list takes longer to make than an array


def new_table(compiled: bool, megabytes: float) -> tuple[Any, int]:
    """A table of at most this size, and the mask that turns a key into the number of a bucket."""
    room, buckets = megabytes if compiled else min(megabytes, INTERPRETED), 1 << 10
    while buckets * 64 <= room * 2**20:
        buckets *= 2
    return new_words(compiled, buckets * 4, resident=True), buckets - 1


def probe(table, key, mask):
    """What is known of a position: 64 + the lower bound, 64 + the upper one and the move, packed; or NOTHING."""
    place = (key & mask) * 4
    data = table[place + 1]
    if table[place] ^ data == key and data != 0:
        return data
    data = table[place + 3]
    if table[place + 2] ^ data == key and data != 0:
        return data
    return NOTHING


def store(table, key, mask, low, high, move, nodes):
    """Keeps the bounds of a position's value and its best move, which took so many nodes to find."""
    place = (key & mask) * 4
    effort = highest(nodes + 1)
    data = USED | effort << EFFORT | move << MOVE | (high + MIDDLE) << BOUND | (low + MIDDLE)
    first = table[place + 1]
    if table[place] ^ first != key and (first >> EFFORT) & MOST_EFFORT > effort:
        place += 2
    table[place] = key ^ data
    table[place + 1] = data
