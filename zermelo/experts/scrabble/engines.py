"""Engines that play Scrabble only."""

from zermelo.experts.scrabble.wordsmith import Wordsmith

__all__ = ["Wordsmith"]
