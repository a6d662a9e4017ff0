"""Othello endgames played perfectly: the exact difference in discs.

solver          any position near the end; kernel, table: its search and what it remembers
boards, lines   flips, stable discs and parity, by tables of lines
"""

from __future__ import annotations

from zermelo.experts.othello.endgames.solver import OthelloSolver

__all__ = ["OthelloSolver"]
