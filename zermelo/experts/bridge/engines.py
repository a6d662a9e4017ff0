"""Engines that play bridge only."""

from zermelo.experts.bridge.gib import GIB
from zermelo.experts.bridge.rivals import Cheat, Novice, OpenCards

__all__ = ["GIB", "Cheat", "Novice", "OpenCards"]
