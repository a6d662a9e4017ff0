"""Dark chess on small boards: players see their own pieces and the squares that these can move to.

rules   the game; text: how it is written and drawn
"""

from zermelo.games.dark_chess.rules import DarkChessState, DarkChessView, dark_chess

__all__ = ["DarkChessState", "DarkChessView", "dark_chess"]
