"""What points leave of a checker's moves, beside an obvious twin."""

from __future__ import annotations

import random

import pytest

from zermelo.bits import Wide
from zermelo.experts.backgammon.blockade import ESCAPES, STEPS, closed_by, packed, window
from zermelo.games.backgammon.board import START


def reached(closed: set[int], rest: tuple[int, ...], at: int = 0) -> int:
    """How far a checker gets with dice, in any order; closed: places before it, by their distance."""
    found = at
    for i, die in enumerate(rest):
        if at + die not in closed:
            found = max(found, reached(closed, rest[:i] + rest[i + 1 :], at + die))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_escapes_and_steps(seed):
    draw = random.Random(seed)
    for _ in range(30):
        closed = {distance for distance in range(1, 13) if draw.random() < 0.4}
        near = max((distance for distance in closed if distance <= 6), default=0)
        found = []
        for one in range(1, 7):
            for other in range(1, 7):
                found.append(reached(closed, (one,) * 4 if one == other else (one, other)))
        place = sum(1 << 12 - distance for distance in closed)
        assert STEPS[place] == pytest.approx(sum(found) / 36)
        assert ESCAPES[place] == pytest.approx(sum(steps > near for steps in found) / 36)


def test_a_full_prime_holds_and_open_board_does_not():
    assert ESCAPES[0b111111000000] == STEPS[0b111111000000] == 0
    assert ESCAPES[0] == 1
    assert STEPS[0] == pytest.approx(49 / 6)  # of two dice, doubles counted four times


def test_points_are_packed():
    draw = random.Random(1)
    for _ in range(50):
        points = draw.sample(range(1, 25), draw.randint(0, 24))
        assert packed(Wide(sum(1 << 4 * point for point in points))) == sum(1 << point - 1 for point in points)


def test_the_window_of_a_checker_at_the_start():
    """The other side has made its 6, 8, 13 and 24, which are my 19, 17, 12 and 1."""
    closed = closed_by(START)
    assert closed == sum(1 << point - 1 for point in (1, 12, 17, 19))
    for place in range(1, 26):
        seen = [place - distance in (1, 12, 17, 19) for distance in range(1, 13)]
        assert window(closed, place) == sum(1 << 12 - distance for distance in range(1, 13) if seen[distance - 1])
