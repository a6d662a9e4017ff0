"""Eyes and patterns of Go against the slow twin."""

from __future__ import annotations

import random

from experts.go.seen import is_eye, is_pattern
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.experts.go.shapes import HERE, shapes
from zermelo.games.go.boards import boards

SIZES = [(1, 1), (1, 5), (2, 2), (4, 3), (7, 1), (9, 9), (6, 10), (13, 19), (19, 19)]


@st.composite
def filled_boards(draw):
    """A board of any size, as a dictionary of X, O and dots; chains without liberties are no matter here."""
    rows, columns = draw(st.sampled_from(SIZES))
    density = draw(st.sampled_from([".XO", ".......XO", ".XXXXXXXXXO"]))
    noise = random.Random(draw(st.integers(0, 2**32)))
    board = {(row, column): noise.choice(density) for row in range(rows) for column in range(columns)}
    return rows, columns, board


@settings(max_examples=60, deadline=None)
@given(filled_boards())
def test_eyes_are_what_the_twin_sees_and_points_are_counted_in_order(drawn):
    rows, columns, board = drawn
    on = boards(rows, columns)
    see = shapes(rows, columns, on)

    def points(wanted):
        return on.as_points(row * on.stride + column for (row, column) in board if wanted((row, column)))

    mine, theirs, empty = (points(lambda cell, kind=kind: board[cell] == kind) for kind in "XO.")
    assert see.eyes(mine, theirs, empty) == points(lambda cell: is_eye(board, cell, "X"))
    assert see.eyes(theirs, mine, empty) == points(lambda cell: is_eye(board, cell, "O"))
    listed = [row * on.stride + column for (row, column) in board if board[row, column] == "X"]
    assert [on.nth(mine, n) for n in range(len(listed))] == listed


@settings(max_examples=60, deadline=None)
@given(filled_boards(), st.integers(0, 10**6))
def test_patterns_are_those_drawn(drawn, number):
    rows, columns, board = drawn
    on = boards(rows, columns)
    see = shapes(rows, columns, on)
    places = {cell: cell[0] * on.stride + cell[1] for cell in board}
    mine, theirs = (on.as_points(place for cell, place in places.items() if board[cell] == kind) for kind in "XO")
    middle = list(board)[number % len(board)]
    my_window, their_window = see.windows(mine, theirs, places[middle])
    steps = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]
    for i, (row, column) in enumerate([*steps, (0, 0)]):
        cell = middle[0] + row, middle[1] + column
        assert bool(see.fits(my_window, their_window, i)) == (cell in board and is_pattern(board, cell, "X"))
        assert bool(see.fits(their_window, my_window, i)) == (cell in board and is_pattern(board, cell, "O"))
        if cell in board and i != HERE:
            assert places[middle] + see.steps[i] == places[cell]
