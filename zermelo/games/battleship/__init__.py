"""Battleship: two hidden fleets, or one to be sunk in as few shots as possible.

rules              the game; layout: board and ships; text: how it is written and drawn
evidence, fleets   what a player knows, and fleets that fit it
"""

from zermelo.games.battleship.rules import BattleshipState, BattleshipView, battleship

__all__ = ["BattleshipState", "BattleshipView", "battleship"]
