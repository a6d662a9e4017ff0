"""Pac-Man: layouts, rules, positions as text."""

from zermelo.games.pacman.rules import PacmanState, pacman

__all__ = ["PacmanState", "pacman"]
