"""What every square of the chessboard sees: squares are 0 (a1) to 63 (h8), boards are 64-bit words."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from zermelo.installed import NDArray, np

Words = NDArray[np.uint64]

STRAIGHT = ((1, 0), (0, 1))  # (file, rank) steps of the two lines that a rook sees, and of the two of a bishop
DIAGONAL = ((1, 1), (1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KING = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


class ChessTables(NamedTuple):
    """Words by square."""

    knight: Words  # [64] where a knight may go
    king: Words  # [64]
    pawn: Words  # [2, 64] what a pawn of each colour attacks
    lines: Words  # [4, 64] the file, the rank and both diagonals through a square, without it
    between: Words  # [64, 64] the squares between two that lie on a line
    through: Words  # [64, 64] the whole line through two squares, from edge to edge


@cache
def chess_tables() -> ChessTables:
    """Makes the tables, once a process."""
    squares = range(64)
    lines = [[_ray(s, step) | _ray(s, (-step[0], -step[1])) for s in squares] for step in STRAIGHT + DIAGONAL]
    between, through = np.zeros((64, 64), np.uint64), np.zeros((64, 64), np.uint64)
    for one in squares:
        for step in KING:
            seen = 0
            for other in _walk(one, step):
                between[one, other] = seen
                through[one, other] = _ray(one, step) | _ray(one, (-step[0], -step[1])) | 1 << one
                seen |= 1 << other
    return ChessTables(
        knight=_words([_leaps(s, KNIGHT) for s in squares]),
        king=_words([_leaps(s, KING) for s in squares]),
        pawn=_words([[_leaps(s, ((-1, up), (1, up))) for s in squares] for up in (1, -1)]),
        lines=_words(lines),
        between=between,
        through=through,
    )


def _words(rows: list[int] | list[list[int]]) -> Words:
    return np.array(rows, dtype=np.uint64)


def _step(square: int, step: tuple[int, int]) -> int | None:
    file, rank = square % 8 + step[0], square // 8 + step[1]
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else None


def _walk(square: int, step: tuple[int, int]) -> list[int]:
    """The squares in one direction, nearest first."""
    found: list[int] = []
    following = _step(square, step)
    while following is not None:
        found.append(following)
        following = _step(following, step)
    return found


def _ray(square: int, step: tuple[int, int]) -> int:
    return sum(1 << s for s in _walk(square, step))


def _leaps(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    return sum(1 << s for s in (_step(square, step) for step in steps) if s is not None)
