"""Chess: bitboards, moves, notation."""

from zermelo.games.chess.rules import chess as chess
