"""Tic-tac-toe in which players do not see each other's marks.

rules   the game; draw: states that fit what a player knows
"""

from zermelo.games.blind_tic_tac_toe.rules import BlindState, BlindView, blind_tic_tac_toe

__all__ = ["BlindState", "BlindView", "blind_tic_tac_toe"]
