"""Engines that play Pac-Man only."""

from zermelo.experts.pacman.ghosts import Ghosts

__all__ = ["Ghosts"]
