"""Battleship: two hidden fleets, or one to be sunk in as few shots as possible."""

from zermelo.games.battleship.rules import BattleshipState, BattleshipView, battleship

__all__ = ["BattleshipState", "BattleshipView", "battleship"]
