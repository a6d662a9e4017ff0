"""Othello endgames played perfectly: the exact difference in discs."""

from __future__ import annotations

from zermelo.experts.othello.endgames.solver import OthelloSolver

__all__ = ["OthelloSolver"]
