"""Monopoly for two to six players, without trades.

rules              the game; layout: a position as one row of numbers; checking: whether a typed one is possible
moving, property   dice, squares and payments; building, selling and mortgages
board, cards       what the squares and the cards say
text               how it is written and drawn
"""

from zermelo.games.monopoly.rules import monopoly as monopoly
