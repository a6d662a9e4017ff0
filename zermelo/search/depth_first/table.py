"""The transposition table: what is known about positions that were searched before, in one flat array.

An entry is four words: a check, the value, the static evaluation, and the rest packed. The check is the position's mark
(its key XORed with its second hash, if it has one) XORed with the other three, so that an entry that two threads wrote
at once is rejected. A bucket has two entries: the first keeps
the deepest result, the second the newest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.bits import as_float, as_word
from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain.fetching import prefetch

ENTRY = 4  # words
BUCKET = 2 * ENTRY
UPPER, LOWER, EXACT = 1, 2, 3  # what the value is: at most, at least, exactly
NO_MOVE = 0xFFFF
AGES = 64

SHIFT_DEPTH, SHIFT_BOUND, SHIFT_OPINION, SHIFT_AGE = 16, 24, 26, 27


class Found(NamedTuple):
    """What the table holds for a position; bound is 0 if it holds nothing."""

    bound: int
    depth: int
    move: int  # index of the best action, or NO_MOVE
    value: float
    static: float  # the evaluation of the position itself; NaN if unknown
    opinion: bool  # does the value depend on an evaluation?


def new_table(compiled: bool, megabytes: float) -> tuple[Any, int]:
    """The table and the mask that turns a key into the number of a bucket."""
    return new_buckets(compiled, megabytes, BUCKET)


def new_buckets(compiled: bool, megabytes: float, bucket: int) -> tuple[Any, int]:
    """As many buckets of so many words as there is room for, a power of two; and the mask that numbers them."""
    buckets = 1
    while buckets * 2 * bucket * 8 <= megabytes * 1_000_000:
        buckets *= 2
    return new_words(compiled, buckets * bucket), buckets - 1


def marker(rules: Rules) -> Callable[..., Any]:
    """mark(state, key of its entry) -> what the entry is known by."""
    check = rules.check

    def mark(state, key):
        return key ^ check(state)

    def mark_of_symmetric(state, key):
        return key  # to find the symmetric state that was marked would take longer than the check is worth

    return rules.register(mark if rules.symmetric_key is None else mark_of_symmetric)


def table_functions(rules: Rules) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """probe(table, mask, key, mark) -> Found; store(table, mask, key, mark, age, depth, bound, move, value, …).

    And expect(table, mask, key): the key's bucket is probed soon. It takes longer to reach than most nodes take.
    """

    def probe(table, mask, key, mark):
        at = (key & mask) * BUCKET
        for entry in range(2):
            place = at + entry * ENTRY
            value, static, rest = table[place + 1], table[place + 2], table[place + 3]
            if rest != 0 and table[place] ^ value ^ static ^ rest == mark:
                return Found(
                    (rest >> SHIFT_BOUND) & 3,
                    (rest >> SHIFT_DEPTH) & 0xFF,
                    rest & 0xFFFF,
                    as_float(value),
                    as_float(static),
                    (rest >> SHIFT_OPINION) & 1 == 1,
                )
        return Found(0, 0, NO_MOVE, 0.0, math.nan, False)

    def store(table, mask, key, mark, age, depth, bound, move, value, static, opinion):
        place = (key & mask) * BUCKET
        old = table[place + 3]
        same = old != 0 and table[place] ^ table[place + 1] ^ table[place + 2] ^ old == mark
        if same:
            if bound != EXACT and (old >> SHIFT_DEPTH) & 0xFF > depth + 3 and (old >> SHIFT_AGE) & (AGES - 1) == age:
                return
            if move == NO_MOVE:
                move = old & 0xFFFF
        elif old != 0 and (old >> SHIFT_AGE) & (AGES - 1) == age and (old >> SHIFT_DEPTH) & 0xFF > depth:
            place += ENTRY  # the entry there is deeper and current: keep it, and use the second one
        word, opinion_word = as_word(value), as_word(static)
        rest = move | depth << SHIFT_DEPTH | bound << SHIFT_BOUND | opinion << SHIFT_OPINION | age << SHIFT_AGE
        table[place] = mark ^ word ^ opinion_word ^ rest
        table[place + 1] = word
        table[place + 2] = opinion_word
        table[place + 3] = rest

    def expect(table, mask, key):
        prefetch(table, (key & mask) * BUCKET)

    return rules.register(probe), rules.register(store), rules.register(expect)


def fullness(table: Any, mask: int, age: int) -> float:
    """The share of entries that this search wrote, estimated from the first entries."""
    sample = min(500, 2 * (mask + 1))
    words = table if isinstance(table, list) else table.array[: sample * ENTRY].tolist()
    rests = words[ENTRY - 1 : sample * ENTRY : ENTRY]
    return sum(1 for rest in rests if rest and (rest >> SHIFT_AGE) & (AGES - 1) == age) / sample
