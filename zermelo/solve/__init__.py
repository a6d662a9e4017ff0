"""Exact play: solvers of single games and of positions."""
