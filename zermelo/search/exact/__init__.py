"""Exact values of positions in open games: which method fits, and what it finds."""

from zermelo.search.exact.finding import Finding
from zermelo.search.exact.solve import METHODS, Solving, solve

__all__ = ["METHODS", "Finding", "Solving", "solve"]
