"""The words of the solver's memory, which both of its kernels use."""

from __future__ import annotations

import math

from zermelo.compile.kernel.recursion import PLIES

SLOTS = 4096  # of the history, per player

# words after those of zermelo.compile.kernel.memory
WHY, MASK, DEEP, DEEPEST, ROOM, REACH = range(6, 12)
# WHY: why the kernel gave up       MASK: of the table              DEEP: plies of the longest line searched
# DEEPEST: plies at most            ROOM: the last place in memory where a state's actions may begin
# REACH: the greatest utility, as a float
TOO_DEEP, REPEATS, NO_ACTIONS = 1, 2, 3

WATCHED = 4  # plies whose progress is noted: the share of the node that is done, and the share of the child at work
PROGRESS = 16
PATH = PROGRESS + 2 * WATCHED  # [ply] keys of the positions on the path
KILLERS = PATH + PLIES + 1  # [ply] the last action that was good enough there
HISTORY = KILLERS + PLIES + 1  # [player, slot]
STACK = HISTORY + 2 * SLOTS  # the actions of the states on the path, each list followed by their urgencies


def effort_of(nodes):
    """How much work so many nodes are: the logarithm, below 256."""
    return int(math.log2(nodes + 1))
