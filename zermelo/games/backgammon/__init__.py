"""Backgammon: turns, the cube, matches, notation."""

from zermelo.games.backgammon.rules import backgammon as backgammon
