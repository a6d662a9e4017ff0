"""Nim with one pile is solved by arithmetic: whoever leaves a multiple of one more than may be taken wins."""

from __future__ import annotations

from zermelo.evaluate.expert import Expert


def expert(stones: int, most: int, misere: bool) -> Expert:
    """Who wins with perfect play."""
    is_lost = (stones - (1 if misere else 0)) % (most + 1) == 0
    return Expert(solved="the second player wins" if is_lost else "the first player wins")
