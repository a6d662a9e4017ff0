"""The steps of a tree search that a trace sees: what a kernel passes to `note`."""

from __future__ import annotations

ENTER, LEAF, CUT, UPDATE, PRUNE, BACK = range(6)
# ENTER: a state is opened        LEAF: a terminal state is met      CUT: the depth is used up, the evaluation speaks
# UPDATE: a child has reported    PRUNE: the rest is skipped         BACK: the value goes up to the parent
