"""The words of the solver's memory, which both of its kernels use.

Files of unfinished work hold this memory, so its layout stays as it is.
"""

from __future__ import annotations

import math

from zermelo.bits import as_word
from zermelo.compile.kernel.memory import COUNTERS, LIMIT, Words
from zermelo.compile.kernel.recursion import PLIES
from zermelo.search.depth_first.layout import SLOTS

WHY, MASK, DEEP, DEEPEST, ROOM, REACH = OWN = Words("WHY", "MASK", "DEEP", "DEEPEST", "ROOM", "REACH", after=COUNTERS)
# WHY: why the kernel gave up       MASK: of the table              DEEP: plies of the longest line searched
# DEEPEST: plies at most            ROOM: the last place in memory where a state's actions may begin
# REACH: the greatest utility, as a float
TOO_DEEP, REPEATS, NO_ACTIONS = 1, 2, 3

WATCHED = 4  # plies whose progress is noted: the share of the node that is done, and the share of the child at work
ROWS = Words(PROGRESS=2 * WATCHED, PATH=PLIES + 1, KILLERS=PLIES + 1, HISTORY=2 * SLOTS, after=OWN, at=16)
PROGRESS, PATH, KILLERS, HISTORY = ROWS
# PATH: [ply] keys of the positions on the path     KILLERS: [ply] the last action that was good enough there
# HISTORY: [player, slot]
STACK = ROWS.end  # the actions of the states on the path, each list followed by their urgencies


def give_up(why, memory):
    """Stops the kernel, and says why."""
    memory[WHY] = why
    memory[LIMIT] = 0


def compared_ply(key, ply, mark, memory):
    """The ply of the path to compare later positions with; -1 if this position is the one at `mark`.

    One earlier position at a time is enough to notice that a path comes back to where it was.
    """
    memory[PATH + ply] = key
    if ply >= 2 * mark:
        return ply
    return -1 if ply > mark and key == memory[PATH + mark] else mark


def note_progress(ply, done, size, memory):
    """Notes the share of a node that is done, and the share of the child at work."""
    if ply < WATCHED:
        memory[PROGRESS + 2 * ply] = as_word(done)
        memory[PROGRESS + 2 * ply + 1] = as_word(size)


def effort_of(nodes):
    """How much work so many nodes are: the logarithm, below 256."""
    return int(math.log2(nodes + 1))
