"""The words of the solver's memory, which both of its kernels use.

Files of unfinished work hold this memory, so its layout stays as it is.
"""

from __future__ import annotations

import math

from zermelo.compile.kernel.memory import COUNTERS, Words
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


def effort_of(nodes):
    """How much work so many nodes are: the logarithm, below 256."""
    return int(math.log2(nodes + 1))
