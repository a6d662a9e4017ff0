"""Yahtzee for one or two.

rules   the game; dice: up to five dice as a number; card: what the boxes score
"""

from zermelo.games.yahtzee.rules import yahtzee as yahtzee
