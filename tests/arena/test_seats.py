"""Who sits where in a match."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from zermelo.arena.seats import seating, together


def test_two_engines_swap_and_the_first_takes_every_seat():
    assert [seating(2, 2, number) for number in range(3)] == [(0, 1), (1, 0), (0, 1)]
    assert [seating(2, 3, number) for number in range(3)] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert {seating(2, 3, number, swap=False) for number in range(5)} == {(0, 1, 1)}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_engine_in_each_seat_takes_every_seat_with_every_neighbour(players):
    orders = list(permutations(range(players)))
    games = [seating(players, players, number) for number in range(len(orders))]
    assert sorted(games) == orders
    for first in range(0, len(orders), players):
        for engine in range(players):
            assert Counter(game.index(engine) for game in games[first : first + players]) == Counter(range(players))
    assert [game.index(0) for game in games[:players]] == list(range(players))
    assert {seating(players, players, number, swap=False) for number in range(9)} == {tuple(range(players))}


def test_in_a_game_for_one_they_take_turns():
    assert [seating(3, 1, number) for number in range(4)] == [(0,), (1,), (2,), (0,)]


def test_partners_sit_together():
    """Two engines take a side each; with one engine for each seat, they move on by a seat."""
    sides = (0, 1, 0, 1)
    assert [seating(2, 4, number, sides=sides) for number in range(3)] == [(0, 1, 0, 1), (1, 0, 1, 0), (0, 1, 0, 1)]
    assert seating(2, 4, 1, swap=False, sides=sides) == (0, 1, 0, 1)
    assert seating(4, 4, 1, sides=sides) == (3, 0, 1, 2)
    assert (together(2, 4, sides=sides), together(4, 4, sides=sides), together(2, 4)) == (2, 4, 4)
