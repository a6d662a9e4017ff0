"""The words of a kernel's memory that depth-first searches share; each of them adds its own.

The counters come first (`compile/kernel/memory.py`), then the words below and those of the search, all before the
lines; then the rows of the ordering, and at last the rows of the search.
"""

from __future__ import annotations

from zermelo.compile.kernel.memory import COUNTERS, LINES, Words

PLIES = 120  # the longest line, including extensions and quiescence
ROW = PLIES + 2  # words of a line: its length, then its moves
SLOTS = 4096  # of the history and counter-move tables, per player
LINES_AT = LINES  # row `ply`: a line

SHARED = Words("AGE", "MASK", after=COUNTERS)  # of the table: which search this is, and what makes a bucket of a key
AGE, MASK = SHARED


def ordering_rows(own: Words, most: int) -> Words:
    """What the ordering keeps, after the lines, if states have at most so many actions. own: the search's own words.

    moves      by ply: the actions as `fill` writes them
    scores     by ply: their urgencies, each packed with the action's index
    killers    two per ply: quiet actions that caused a cutoff
    played     by ply: the index of the action played there
    history    by player and slot: the history score of an action
    counters   by player and slot of the opponent's action: the action that refuted it; and one place for no action
    """
    return Words(
        lines=ROW * ROW,
        moves=ROW * most,
        scores=ROW * most,
        killers=2 * ROW,
        played=ROW,
        history=2 * SLOTS,
        counters=2 * SLOTS + 1,
        after=own,
        at=LINES_AT,
    )
