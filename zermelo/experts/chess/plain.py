"""Chess by material alone, at the values that beginners are told: what learning begins with."""

from __future__ import annotations

from zermelo.bits import count
from zermelo.evaluate.linear import Opinion
from zermelo.experts.chess.tactics import chess_tactics


def plain() -> Opinion:
    """A pawn 1, knights and bishops 3, rooks 5, queens 9; nothing here is fitted to anything."""
    return Opinion(material, win=1000.0, unit=1.5, units="pawns", tactics=chess_tactics())


def material(state, player):
    """The balance in pawns. A queen is a rook and a bishop on one square, and worth 1 more."""
    balance = 0.0
    for side in range(2):
        own = state.white if side == 0 else state.black
        queens = own & state.diagonal & state.straight
        worth = count(own & state.pawns) + 3 * count(own & state.knights) + count(queens)
        worth += 3 * count(own & state.diagonal) + 5 * count(own & state.straight)
        balance += worth if side == player else -worth
    return balance
