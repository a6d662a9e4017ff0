"""Backgammon: for money or as a match, with or without the cube.

rules                  the game; state, board: what a position is; turns: what a roll allows
notation, identifiers  turns and positions as players write them
drawing, steps         the board as it is drawn, and turns made checker by checker
"""

from zermelo.games.backgammon.rules import backgammon as backgammon
