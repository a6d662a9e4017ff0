"""The words of a kernel's memory that searches by simulations have in common, beside NODES and LIMIT.

NODES counts simulations here, and LIMIT bounds them.
"""

from __future__ import annotations

NOISE, DEEP = 6, 7  # the state of the random generator; the depth of the deepest simulation in the tree
OWN = 8  # where the words of one search begin
