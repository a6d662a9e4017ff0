"""Proof-number search: who wins, proved by the rules alone."""

from zermelo.solve.proof.layout import FOREVER
from zermelo.solve.proof.search import Numbers, ProofSearch, can_prove

__all__ = ["FOREVER", "Numbers", "ProofSearch", "can_prove"]
