"""Pac-Man.

rules             the game; ghosts: a ghost as a number; scoring: what counts
layout, layouts   mazes as text, and those that come with the package
text              how positions are written and drawn
"""

from zermelo.games.pacman.rules import PacmanState, pacman

__all__ = ["PacmanState", "pacman"]
