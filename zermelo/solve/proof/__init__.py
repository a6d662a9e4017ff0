"""Proof-number search: who wins, proved by the rules alone."""

from zermelo.solve.proof.search import FOREVER, Numbers, ProofSearch, can_prove

__all__ = ["FOREVER", "Numbers", "ProofSearch", "can_prove"]
