"""Pure and mixed equilibria."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product

import pytest
from hidden.matrix.games import PAIRS, ZERO_SUM, few
from hypothesis import given

import zermelo
from zermelo.hidden.matrix.equilibria import equilibria, is_equilibrium, pure_equilibria, zero_sum_value
from zermelo.hidden.matrix.programme import maximin
from zermelo.hidden.matrix.table import expected, from_game, matrix_game, read_table

THIRD = Fraction(1, 3)


def listed(game):
    return [([*map(str, one.first)], [*map(str, one.second)]) for one in equilibria(game).listed]


@pytest.mark.parametrize(
    ("name", "wanted", "utilities"),
    [
        ("prisoners-dilemma", [(["0", "1"], ["0", "1"])], [(1, 1)]),
        ("matching-pennies", [(["1/2", "1/2"], ["1/2", "1/2"])], [(0, 0)]),
        ("rock-paper-scissors", [(["1/3"] * 3, ["1/3"] * 3)], [(0, 0)]),
        (
            "chicken",
            [(["1", "0"], ["0", "1"]), (["0", "1"], ["1", "0"]), (["1/3", "2/3"], ["1/3", "2/3"])],
            [(7, 2), (2, 7), (Fraction(14, 3), Fraction(14, 3))],
        ),
        (
            "stag-hunt",
            [(["1", "0"], ["1", "0"]), (["0", "1"], ["0", "1"]), (["3/4", "1/4"], ["3/4", "1/4"])],
            [(4, 4), (3, 3), (3, 3)],
        ),
    ],
)
def test_the_named_games(name, wanted, utilities):
    game = from_game(zermelo.load(name))
    found = equilibria(game)
    assert listed(game) == wanted
    assert [one.utilities for one in found.listed] == utilities
    assert found.regions == ()
    assert found.largest is None


def test_published_ones(truth):
    known = json.loads(truth("poker/openspiel_asserted_values.json").read_text())["asserted"]
    biased = matrix_game([[Fraction(str(cell)) for cell in row] for row in known["biased_rps_matrix_row"]])
    (only,) = equilibria(biased).listed
    assert [float(p) for p in only.first] == [float(p) for p in only.second] == known["biased_rps_equilibrium"]
    saddle = known["matrix_asym_value"]
    game = matrix_game(saddle["A"])
    (only,) = equilibria(game).listed
    assert ([*only.first], [*only.second], zero_sum_value(game)) == (saddle["p0"], saddle["p1"], saddle["value"])


def test_a_degenerate_game_lists_the_corners_and_tells_of_the_rest():
    """The second player does not mind against the upper row: any of its mixtures with at least half of the left."""
    game = read_table("[[1,1],[1,1]],[[0,0],[2,0]]")
    found = equilibria(game)
    corners = [(["1", "0"], ["1", "0"]), (["0", "1"], ["0", "1"]), (["1", "0"], ["1/2", "1/2"])]
    assert listed(game)[:3] == corners
    sides = [({*region.firsts}, {*region.seconds}) for region in found.regions]
    half = Fraction(1, 2)
    assert ({(1, 0)}, {(1, 0), (half, half)}) in sides
    for region in found.regions:
        for x, y in product(region.firsts, region.seconds):
            assert is_equilibrium(game, x, y)


def test_a_game_in_which_nothing_matters():
    found = equilibria(read_table("[[0,0],[0,0]]"))
    assert len(found.listed) == 4
    (region,) = found.regions
    assert (len(region.firsts), len(region.seconds)) == (2, 2)


def test_supports_of_different_sizes():
    """The first player has one best row; the second mixes two of three columns as it likes."""
    game = read_table("[[1,2],[1,2],[0,0]]")
    for one in equilibria(game).listed:
        assert is_equilibrium(game, one.first, one.second)


def test_large_games_say_how_far_they_went():
    size = 9
    game = matrix_game([[(row * column % 7, (row + 2 * column) % 5) for column in range(size)] for row in range(size)])
    found = equilibria(game, most=200)
    assert found.largest == 1
    assert {(x.first.index(1), x.second.index(1)) for x in found.listed if x.is_pure} == set(pure_equilibria(game))
    cycle = matrix_game([[(column - row) % size - 4 for column in range(size)] for row in range(size)])
    found = equilibria(cycle, most=200)
    assert found.largest == 1
    (only,) = found.listed  # by a linear programme
    assert is_equilibrium(cycle, only.first, only.second)


@few
@given(ZERO_SUM)
def test_support_enumeration_and_the_linear_programme_agree(game):
    value = zero_sum_value(game)
    found = equilibria(game).listed
    assert found
    assert {one.utilities for one in found} == {(value, -value)}
    mixture, sure = maximin(game.first)
    assert sure == value
    assert is_equilibrium(game, mixture, maximin(game.second)[0])


@few
@given(PAIRS)
def test_every_equilibrium_listed_is_one(game):
    found = equilibria(game)
    assert found.listed  # there is always one (Nash)
    assert len({(one.first, one.second) for one in found.listed}) == len(found.listed)
    for one in found.listed:
        assert sum(one.first) == sum(one.second) == 1
        assert min(*one.first, *one.second) >= 0
        assert max(expected(game.first, one.second)) == one.utilities[0]
        assert max(expected(game.second, one.first)) == one.utilities[1]
    for region in found.regions:
        x, y = (
            tuple(sum(parts) / len(side) for parts in zip(*side, strict=True))
            for side in (region.firsts, region.seconds)
        )
        assert is_equilibrium(game, x, y)


@few
@given(PAIRS)
def test_no_pure_equilibrium_is_missed(game):
    slow = [
        (row, column)
        for row, column in game.cells()
        if all(game.cell(other, column)[0] <= game.cell(row, column)[0] for other in range(game.shape[0]))
        and all(game.cell(row, other)[1] <= game.cell(row, column)[1] for other in range(game.shape[1]))
    ]
    assert pure_equilibria(game) == slow
    assert {(x.first.index(1), x.second.index(1)) for x in equilibria(game).listed if x.is_pure} == set(slow)


def test_no_constant_sum_has_no_value():
    assert zero_sum_value(read_table("[[3,3],[0,5]],[[5,0],[1,1]]")) is None
    assert zero_sum_value(read_table("[[3,2],[0,5]],[[5,0],[1,4]]")) == 1


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_game_without_ties_has_an_odd_number_of_equilibria(size):
    """Wilson's theorem: one that is missed, or listed twice, would be seen."""
    noise, counts = random.Random(size), set()
    for _ in range(8):
        cells = [[(noise.randrange(10**6), noise.randrange(10**6)) for _ in range(size)] for _ in range(size)]
        counts.add(len(equilibria(matrix_game(cells)).listed))
    assert {count % 2 for count in counts} == {1}
    assert max(counts) > 1
