"""Exact values of positions in open games: which method fits, and what it finds."""

from zermelo.search.exact.finding import Finding
from zermelo.search.exact.solve import MEGABYTES, METHODS, Solving, solve_position

__all__ = ["MEGABYTES", "METHODS", "Finding", "Solving", "solve_position"]
