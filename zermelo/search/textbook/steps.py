"""The steps of a tree search that a trace records: what a kernel passes to `note`."""

from __future__ import annotations

ENTER, LEAF, CUT, UPDATE, PRUNE, BACK = range(6)
# ENTER: a state is entered            LEAF: a terminal state is reached    CUT: depth 0, so the state is evaluated
# UPDATE: a child's value is known     PRUNE: the other children are cut    BACK: the value is returned to the parent
