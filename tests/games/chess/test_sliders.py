"""What bishops and rooks see: plain Python, compiled code and a walk from square to square agree."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

from zermelo.compile.kernel.compiled import register
from zermelo.games.chess.moves import chess_moves

WAYS = {
    "bishop_sees": ((1, 1), (1, -1), (-1, 1), (-1, -1)),
    "rook_sees": ((1, 0), (-1, 0), (0, 1), (0, -1)),
}


def walk(square, occupied, ways):
    """The squares in each way up to the first that is occupied, that one included."""
    seen = 0
    for right, up in ways:
        file, rank = square % 8 + right, square // 8 + up
        while 0 <= file < 8 and 0 <= rank < 8:
            seen |= 1 << file + 8 * rank
            if occupied >> file + 8 * rank & 1:
                break
            file, rank = file + right, rank + up
    return seen


@pytest.mark.parametrize("compiled", [False, True], ids=["plain", "compiled"])
@pytest.mark.parametrize("name", WAYS)
def test_sliders_see_what_a_walk_finds(name, compiled):
    sees = getattr(chess_moves(), name)
    if compiled:
        plain = register(sees)
        sees = numba.njit(lambda square, occupied: plain(square, occupied))
    draw = random.Random(12)
    for density in (0.0, 0.05, 0.2, 0.5, 0.9, 1.0):
        for square in range(64):
            occupied = sum(1 << other for other in range(64) if draw.random() < density)
            assert int(sees(square, np.uint64(occupied))) == walk(square, occupied, WAYS[name]), (square, occupied)
