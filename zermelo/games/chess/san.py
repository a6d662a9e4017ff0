"""Chess moves as people and programs write them: standard algebraic notation with the habits of its writers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from zermelo.games.chess.text import FILES, piece_at, uci

CASTLING = re.compile(r"[O0o]-[O0o](-[O0o])?[+#!?]*")
MOVE = re.compile(
    r"(?P<piece>[KQRBNP])?(?P<file>[a-h])?(?P<rank>[1-8])?[x:-]?(?P<target>[a-h][1-8])"
    r"(?:[=/]?(?P<become>[QRBNqrbn]))?"
    r"[+#]*(?:e\.?p\.?)?[+#!?]*"
)


def moves_named(state: Any, text: str, legal: Iterable[int]) -> list[int]:
    """The legal moves that a text can mean: one if it is clear, none if it is wrong, several if it says too little.

    Reads Nf3, Ngf3, Ng1f3, Ng1-f3, exd6, e:d6, exd6e.p., e8=Q, e8Q, O-O, 0-0, with or without +, #, ! and ?, and
    e2e4 and e7e8q as engines write.
    """
    castling, named = CASTLING.fullmatch(text), MOVE.fullmatch(text)
    if castling:
        return [move for move in legal if _castles(state, move) and uci(move)[2] == ("c" if castling[1] else "g")]
    if not named:
        return []
    origin = (named["file"] or "") + (named["rank"] or "")
    piece = named["piece"] or ("" if len(origin) == 2 else "P")  # e2e4 and e1g1 tell no piece
    become = (named["become"] or "").lower()
    return [
        move
        for move in legal
        if (name := uci(move))[2:] == named["target"] + become
        and name[0] == (named["file"] or name[0])
        and name[1] == (named["rank"] or name[1])
        and piece in ("", _mover(state, name))
        and (len(origin) == 2 or not _castles(state, move))
    ]


def _mover(state: Any, name: str) -> str:
    """The piece that makes the move e2e4, in upper case."""
    return piece_at(state, FILES.index(name[0]) + 8 * int(name[1]) - 8).upper()


def _castles(state: Any, move: int) -> bool:
    name = uci(move)
    return abs(FILES.index(name[0]) - FILES.index(name[2])) == 2 and _mover(state, name) == "K"
