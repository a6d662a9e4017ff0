"""Random positions of few pieces, to ask tables about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest


def random_boards(names: Sequence[str], seed: int, count: int) -> Iterator[Any]:
    """Random legal positions of tables with these names, as python-chess boards."""
    chess = pytest.importorskip("chess")
    noise = random.Random(seed)
    while count:
        white, black = noise.choice(names).split("v")
        if noise.random() < 0.5:
            white, black = black, white
        board, squares = chess.Board(None), noise.sample(range(64), len(white + black))
        for letter, square in zip(white + black.lower(), squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = noise.random() < 0.5
        if board.is_valid():
            count -= 1
            yield board
