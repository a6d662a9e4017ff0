"""Chess.

rules       the game; moves: which are legal; tables: what every square sees
text, san   positions and moves as people and programs write them
"""

from zermelo.games.chess.rules import chess as chess
