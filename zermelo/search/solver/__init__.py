"""Solving positions: depth-first search to the end of the game, with a table."""
