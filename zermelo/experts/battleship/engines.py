"""Engines that play Battleship only."""

from zermelo.experts.battleship.hunter import Hunter

__all__ = ["Hunter"]
