"""The numbers of leading pieces: each once, and as many as there are."""

from __future__ import annotations

import random

from zermelo.experts.chess.syzygy.numbering import (
    KINGS,
    THREE,
    above,
    king_pairs,
    lead_first,
    lead_of_pawns,
    lead_of_three,
    lead_pawns,
    pawn_order,
    set_number,
    triangle,
)


def test_kings():
    assert sorted(king_pairs().values()) == list(range(KINGS))


def test_three_pieces():
    found = set()
    for one in triangle():
        for two in range(64):
            for three in range(64):
                first = next((above(square) for square in (one, two, three) if above(square)), 0)
                if len({one, two, three}) == 3 and first <= 0:
                    found.add(lead_of_three(one, two, three))
    assert found == set(range(THREE))


def test_two_leading_pawns():
    _, sizes = lead_pawns(2)
    found = [set() for _ in range(4)]
    for one in pawn_order():
        for two in pawn_order():
            squares = lead_first([one, two])
            if one != two:
                if squares[0] % 8 > 3:
                    squares = [square ^ 7 for square in squares]
                found[squares[0] % 8].add(lead_of_pawns(squares, 2))
    assert [sorted(numbers) for numbers in found] == [list(range(size)) for size in sizes]


def test_sets_of_like_pieces():
    noise = random.Random(1)
    before = noise.sample(range(64), 3)
    free = [square for square in range(64) if square not in before]
    found = {set_number([one, two], before, 0) for one in free for two in free if one < two}
    assert found == set(range(61 * 60 // 2))
