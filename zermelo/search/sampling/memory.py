"""The words of a kernel's memory that searches by simulations have in common, beside NODES and LIMIT.

NODES counts simulations here, and LIMIT bounds them.
"""

from __future__ import annotations

from zermelo.compile.kernel.memory import COUNTERS, Words

# the state of the random generator; the depth of the deepest simulation in the tree
NOISE, DEEP = SAMPLING = Words("NOISE", "DEEP", after=COUNTERS)
