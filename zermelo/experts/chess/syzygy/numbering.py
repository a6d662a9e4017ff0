"""The number of a position in a Syzygy table: squares of the leading pieces up to symmetry, then sets of like pieces.

Squares are 0 (a1) to 63 (h8). Leading pieces are the pawns of one colour (`pawns`), or three pieces of which each is
alone of its kind (`three`), or else the two kings (`kings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

THREE, KINGS = 31_332, 462  # placements of three different leading pieces, and of the kings


def above(square: int) -> int:
    """How far a square lies above the long diagonal a1-h8; negative: below it."""
    return square // 8 - square % 8


def crossed(square: int) -> int:
    """The square mirrored along that diagonal."""
    return square % 8 * 8 + square // 8


@cache
def triangle() -> dict[int, int]:
    """The ten squares of the triangle a1-d1-d4: those below the diagonal first."""
    squares = [square for square in range(32) if square % 8 < 4 and above(square) <= 0]
    return {square: i for i, square in enumerate(sorted(squares, key=lambda square: (above(square) == 0, square)))}


@cache
def below() -> dict[int, int]:
    """The 28 squares below the long diagonal."""
    return {square: i for i, square in enumerate(square for square in range(64) if above(square) < 0)}


@cache
def king_pairs() -> dict[tuple[int, int], int]:
    """Both kings, the first in the triangle: those of which both are on the diagonal come last."""
    found: list[tuple[int, int]] = []
    last: list[tuple[int, int]] = []
    for one in triangle():
        for other in range(64):
            if max(abs(one % 8 - other % 8), abs(one // 8 - other // 8)) < 2 or (above(one) == 0 and above(other) > 0):
                continue
            (last if above(one) == above(other) == 0 else found).append((one, other))
    return {pair: i for i, pair in enumerate(found + last)}


@cache
def pawn_order() -> dict[int, int]:
    """The 48 squares of pawns: those at the edge and far back are greatest."""
    order, left = {}, 47
    for file in range(4):
        for rank in range(1, 7):
            order[rank * 8 + file] = left
            order[rank * 8 + 7 - file] = left - 1
            left -= 2
    return order


@cache
def lead_pawns(count: int) -> tuple[dict[int, int], list[int]]:
    """Where the numbers of so many leading pawns begin, by the first one's square; how many there are, by its file."""
    first, sizes = {}, []
    for file in range(4):
        number = 0
        for rank in range(1, 7):
            square = rank * 8 + file
            first[square] = number
            number += comb(pawn_order()[square], count - 1)
        sizes.append(number)
    return first, sizes


def lead_first(squares: Sequence[int]) -> list[int]:
    """The leading pawns with the one in front that decides about the file."""
    order = sorted(squares, key=lambda square: pawn_order()[square])
    return [order[-1], *order[:-1]]


def lead_of_pawns(squares: list[int], count: int) -> int:
    """The number of the leading pawns; squares: all, already mirrored so that the first is on the files a to d."""
    order = pawn_order()
    squares[1:count] = sorted(squares[1:count], key=lambda square: order[square])
    number = lead_pawns(count)[0][squares[0]]
    return number + sum(comb(order[squares[i]], i) for i in range(1, count))


def lead_of_three(one: int, two: int, three: int) -> int:
    """The number of three leading pieces, the first of which not on the diagonal is below it."""
    second = two - (two > one)
    third = three - (three > one) - (three > two)
    if above(one):
        return (triangle()[one] * 63 + second) * 62 + third
    number = 6 * 63 * 62
    if above(two):
        return number + (one // 8 * 28 + below()[two]) * 62 + third
    number += 4 * 28 * 62
    row, next_row = one // 8, two // 8 - (two > one)
    if above(three):
        return number + (row * 7 + next_row) * 28 + below()[three]
    number += 4 * 7 * 28
    return number + (row * 7 + next_row) * 6 + three // 8 - (three > one) - (three > two)


def set_number(squares: list[int], before: Sequence[int], first: int) -> int:
    """The number of a set of like pieces among the squares that others leave free. first: the least square."""
    squares.sort()
    return sum(
        comb(square - sum(other < square for other in before) - first, i + 1) for i, square in enumerate(squares)
    )
