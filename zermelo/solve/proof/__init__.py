"""Proof-number search: who wins, proved by the rules alone.

search   asks whether a player wins; kernel, table, layout: the search, what it remembers, and its memory
"""

from zermelo.solve.proof.layout import FOREVER
from zermelo.solve.proof.search import Numbers, ProofSearch, can_prove

__all__ = ["FOREVER", "Numbers", "ProofSearch", "can_prove"]
