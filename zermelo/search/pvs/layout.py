"""The words of the memory that principal-variation search adds to those of every depth-first search."""

from __future__ import annotations

from functools import cache

from zermelo.compile.kernel.memory import Words
from zermelo.search.depth_first.layout import ROW, SHARED, ordering_rows

PAST = 256  # positions before the root that count for repetition
NO_SKIP = -1

OWN = Words("SELECTIVE", "ROOT_DEPTH", "BEFORE", "DATABASES", after=SHARED)  # BEFORE: positions before the root
SELECTIVE, ROOT_DEPTH, BEFORE, DATABASES = OWN


@cache
def layout_for(most: int) -> Words:
    """The whole memory, if states have at most so many actions.

    statics       by ply: the evaluation there
    path          keys of the last PAST positions before the root, then of those on the current path
    root          by index: is this action left out at the root? One more word: is any?
    root_values   by index: the action's last value and the depth of that value
    """
    return Words(statics=ROW, path=PAST + ROW, root=most + 1, root_values=2 * most, after=ordering_rows(OWN, most))
