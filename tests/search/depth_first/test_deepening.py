"""Iterative deepening: each depth knows the last, and the first is repeated where that is asked for."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from zermelo.search.depth_first.deepening import deepen


class Result(NamedTuple):
    depth: int
    complete: bool


def searched(interrupted, depths=range(1, 6), is_repeated=lambda found: False):
    """The depths that were searched, each with the depth of what it was told, and what was found."""
    asked = []

    def search(depth, last):
        asked.append((depth, last and last.depth))
        return Result(depth, len(asked) not in interrupted)

    return asked, [*deepen(depths, search, is_repeated)]


def test_every_depth_is_told_what_the_last_one_found():
    asked, found = searched(set())
    assert asked == [(1, None), (2, 1), (3, 2), (4, 3), (5, 4)]
    assert found == [Result(depth, True) for depth in range(1, 6)]
    assert searched(set(), depths=(7,))[1] == [Result(7, True)]


def test_it_ends_with_a_depth_that_was_interrupted():
    assert searched({3})[1] == [Result(1, True), Result(2, True), Result(3, False)]


@pytest.mark.parametrize("interrupted", [{1}, {1, 2}, {3}])
def test_only_the_first_depth_is_searched_again(interrupted):
    asked, found = searched(interrupted, is_repeated=lambda found: not found.complete)
    if interrupted == {3}:
        assert (asked, found[-1]) == ([(1, None), (2, 1), (3, 2)], Result(3, False))
    elif interrupted == {1}:
        assert asked[:3] == [(1, None), (1, None), (2, 1)]
        assert found == [Result(depth, True) for depth in range(1, 6)]
    else:
        assert (asked, found) == ([(1, None), (1, None)], [Result(1, False)])


def test_nothing_is_searched_before_it_is_asked_for():
    """So that whoever takes the results can stop."""
    asked = []

    def search(depth, last):
        asked.append(depth)
        return Result(depth, True)

    depths = deepen(range(1, 9), search)
    assert (next(depths).depth, next(depths).depth, asked) == (1, 2, [1, 2])
