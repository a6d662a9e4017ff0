"""The solver's table: what is known about positions that were searched to the end, in one flat array.

An entry is the position's mark (its key XORed with the word that checks it), a packed word (the best action's index and
how much work the entry saved), and the values. What it says holds whatever the path to the position was, so entries
stay true from one search to the next. A bucket has two entries: the first keeps what cost the most, the second the
newest. It is not the table of `depth_first/`: an entry holds both bounds of a value, or a value for each player, and
has no depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.memory import Words
from zermelo.compile.kernel.rules import Rules
from zermelo.search.depth_first.table import new_buckets

MARK, PACKED = ENTRY = Words("MARK", "PACKED")
VALUES = ENTRY.end  # one or more of them follow
SHIFT_EFFORT, USED = 16, 1 << 32
INTERPRETED = 4  # megabytes, at most: a list of numbers takes longer to make than an array


def new_table(compiled: bool, megabytes: float, values: int) -> tuple[Any, int]:
    """A table whose entries hold so many values, and the mask that turns a key into the number of a bucket."""
    room = megabytes if compiled else min(megabytes, INTERPRETED)
    return new_buckets(compiled, room, 2 * (VALUES + values))


def table_functions(rules: Rules, values: int) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """find(table, mask, key, check) -> place, -1: none; claim(table, mask, key, check, move, effort) -> place.

    `claim` writes the first two words of an entry; the caller writes the values.
    """
    entry = VALUES + values
    find, claim = finder(entry), claimer(entry)
    return rules.register(find), rules.register(claim)


def finder(entry: int) -> Callable[[Any, int, int, int], int]:
    """find(table, mask, key, check) for entries of so many words."""

    def find(table, mask, key, check):
        place, mark = (key & mask) * 2 * entry, key ^ check
        if table[place] == mark and table[place + 1] != 0:
            return place
        place += entry
        if table[place] == mark and table[place + 1] != 0:
            return place
        return -1

    return find


def claimer(entry: int) -> Callable[..., int]:
    """claim(table, mask, key, check, move, effort) for entries of so many words."""

    def claim(table, mask, key, check, move, effort):
        place, mark = (key & mask) * 2 * entry, key ^ check
        if table[place] != mark:
            old = table[place + 1]
            if old != 0 and (old >> SHIFT_EFFORT) & 0xFF > effort:
                place += entry
            elif table[place + entry] == mark:
                table[place + entry + 1] = 0  # the same position must not have two entries
        table[place] = mark
        table[place + 1] = move | effort << SHIFT_EFFORT | USED
        return place

    return claim
