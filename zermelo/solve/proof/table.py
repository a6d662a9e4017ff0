"""The proof search's table: what is known about the win of one player from a state on, in one flat array.

An entry is the state's mark (its key XORed with the word that checks it), its proof and disproof number, and a note:
the plies within which it is won (0: not proved), the plies within which it is not (0: nothing is disproved), the plies
left when the numbers were found, and the work that the entry saves, as a logarithm. A bucket has four entries, of which
the one that saves the least makes room.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import highest
from zermelo.compile.kernel.memory import Words, new_words

MARK, NUMBERS, NOTE = WORDS = Words("MARK", "NUMBERS", "NOTE")
ENTRY, WAYS = WORDS.end, 4
BUCKET = ENTRY * WAYS
INTERPRETED = 4  # megabytes at most: a list takes longer to make than an array

SHIFT_LOST, SHIFT_LEFT, SHIFT_EFFORT = 16, 32, 48  # of a note, whose lowest bits are the plies within which it is won
PLIES = 0xFFFF
BY_PATH, USED = 1 << 60, 1 << 61  # of a note: disproofs that rest on a path have entries of their own; it is an entry


def new_table(compiled: bool, megabytes: float) -> tuple[Any, int]:
    """A table of at most this size, and the mask that turns a key into the number of a bucket."""
    room, buckets = megabytes if compiled else min(megabytes, INTERPRETED), 1
    while buckets * 2 * BUCKET * 8 <= room * 1_000_000:
        buckets *= 2
    return new_words(compiled, buckets * BUCKET), buckets - 1


def find(table: Any, mask: int, key: int, check: int) -> int:
    """Where the entry of a state is; -1: there is none."""
    place, mark = (key & mask) * BUCKET, key ^ check
    for _ in range(WAYS):
        if table[place] == mark and table[place + NOTE] != 0:
            return place
        place += ENTRY
    return -1


def claim(table, mask, key, check):
    """Where to write the entry of a state: its own place, or that of the entry in its bucket that saves the least."""
    place, mark = (key & mask) * BUCKET, key ^ check
    least, found = 1 << 62, place
    for _ in range(WAYS):
        note = table[place + NOTE]
        if note == 0 or table[place] == mark:
            found = place
            break
        if (note >> SHIFT_EFFORT) & 0xFF < least:
            least, found = (note >> SHIFT_EFFORT) & 0xFF, place
        place += ENTRY
    if table[found] != mark:
        table[found] = mark
        table[found + NOTE] = 0
    return found


def keep(table, mask, key, check, left, proof, disproof, won, lost, flags, nodes):
    """Keeps the numbers of a state with so many plies left; won, lost: plies within which it is won, or is not, or 0.

    What was proved before for other numbers of plies stays.
    """
    place = claim(table, mask, key, check)
    note = table[place + NOTE]
    before, beyond = note & PLIES, (note >> SHIFT_LOST) & PLIES
    if before != 0 and (won == 0 or before < won):
        won = before
    if beyond > lost:
        lost = beyond
    effort = max(min(highest(nodes + 1), 62), (note >> SHIFT_EFFORT) & 0xFF)
    table[place + NUMBERS] = proof << 32 | disproof
    table[place + NOTE] = (
        won | lost << SHIFT_LOST | left << SHIFT_LEFT | effort << SHIFT_EFFORT | (note & BY_PATH) | flags | USED
    )
