"""Pubeval, Gerald Tesauro's public benchmark player.

opinion    a position after a turn as a weighted sum
player     it as a player
"""

from zermelo.experts.backgammon.pubeval.opinion import INPUTS, best_turn, read_weights, score, tabulated

__all__ = ["INPUTS", "best_turn", "read_weights", "score", "tabulated"]
