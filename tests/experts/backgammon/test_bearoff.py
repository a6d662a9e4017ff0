"""The bear-off databases: against plain recursion, against published values."""

from __future__ import annotations

import csv
from functools import cache

import numpy as np
import pytest
from games.backgammon import twin

from zermelo.compile.cache.tables import interpreted
from zermelo.experts.backgammon import bearoff
from zermelo.experts.backgammon.bearoff import CENTRED, COLUMNS, CUBELESS, LAST, OWNED, ROLLS, SQUARE, THEIRS
from zermelo.games.backgammon.board import counts_of, side_of
from zermelo.games.backgammon.turns import MOST_TURNS

ALL_ROLLS = [(high, low, 1 / 36 if high == low else 1 / 18) for high in range(1, 7) for low in range(1, high + 1)]
NOBODY_HOME = [15, *[0] * 25]


def rank(home):
    return bearoff.rank(side_of([0, *home]))


def home_of(number):
    return tuple(counts_of(bearoff.ranked(number))[1:7])


@cache
def afters(home, high, low):
    """The home boards that a roll can lead to."""
    mine = [15 - sum(home), *home, *[0] * 19]
    return {after[1:7] for after, _ in twin.results(mine, NOBODY_HOME, high, low)}


@cache
def mean(home):
    if not any(home):
        return 0.0
    return 1 + sum(p * min(map(mean, afters(home, high, low))) for high, low, p in ALL_ROLLS)


@cache
def chance(mine, theirs):
    """To win, for the side on roll."""
    total = 0.0
    for high, low, p in ALL_ROLLS:
        total += p * max(1.0 if not any(after) else 1 - chance(theirs, after) for after in afters(mine, high, low))
    return total


@cache
def equity(mine, theirs, cube):
    """With a cube of 1 to the side on roll, which has decided not to double; cube: 1 mine, 0 anyone's, -1 theirs."""
    total = 0.0
    for high, low, p in ALL_ROLLS:
        found = []
        for after in afters(mine, high, low):
            if not any(after):
                found.append(1.0)
                continue
            reply = equity(theirs, after, -cube)
            if cube <= 0:
                reply = max(reply, min(1.0, 2 * equity(theirs, after, -1)))
            found.append(-reply)
        total += p * max(found)
    return total


def test_ranks_count_all_positions():
    assert bearoff.positions(15) == 54_264
    assert bearoff.positions(6) == 924
    for number in (0, 1, 2, 923, 924, 30_000, 54_263):
        assert bearoff.rank(bearoff.ranked(number)) == number
    assert max(sum(home_of(number)) for number in range(924)) == 6
    assert home_of(54_263) == (0, 0, 0, 0, 0, 15)


def test_every_turn_leads_to_a_lower_rank():
    for number in range(1, 210):
        for high, low, _ in ALL_ROLLS:
            assert all(rank(after) < number for after in afters(home_of(number), high, low))


def test_one_side_alone_is_as_plain_recursion_says():
    table = np.zeros((bearoff.positions(3), ROLLS))
    interpreted(bearoff.one_sided_filler)(table, [0] * MOST_TURNS)
    for number in range(len(table)):
        assert table[number, LAST] == pytest.approx(mean(home_of(number)))
        chances, rolls = table[number, :SQUARE], np.arange(SQUARE)
        assert sum(chances) == pytest.approx(1)
        assert chances @ rolls == pytest.approx(mean(home_of(number)))
        assert chances @ rolls**2 == pytest.approx(table[number, SQUARE])


def test_both_sides_are_as_plain_recursion_says():
    table = np.zeros((bearoff.positions(2), bearoff.positions(2), COLUMNS))
    interpreted(bearoff.two_sided_filler)(table, [0] * MOST_TURNS)
    for one in range(1, len(table)):
        for other in range(1, len(table)):
            mine, theirs = home_of(one), home_of(other)
            assert table[one, other, CUBELESS] == pytest.approx(chance(mine, theirs))
            for column, cube in ((OWNED, 1), (CENTRED, 0), (THEIRS, -1)):
                assert table[one, other, column] == pytest.approx(equity(mine, theirs, cube))


@pytest.mark.long
def test_the_whole_databases_agree_with_the_small_ones():
    one, two = bearoff.one_sided(), bearoff.two_sided()
    for number in range(bearoff.positions(3)):
        assert bearoff.mean_rolls(one, number) == pytest.approx(mean(home_of(number)), abs=1e-5)
    size = bearoff.positions(bearoff.FEW)
    for mine in range(1, bearoff.positions(2)):
        for theirs in range(1, bearoff.positions(2)):
            wanted = equity(home_of(mine), home_of(theirs), 0)
            assert two[(mine * size + theirs) * COLUMNS + CENTRED] == pytest.approx(wanted, abs=1e-5)


@pytest.mark.long
def test_means_and_distributions_are_the_published_ones(truth):
    one = bearoff.one_sided().array.reshape(-1, ROLLS)
    seen = 0
    for row in read(truth("backgammon/bearoff_onesided_mean_rolls.csv")):
        assert abs(one[rank(map(int, row[:6])), LAST] - float(row[6])) < 2e-6
        seen += 1
    assert seen == 54_264
    for row in read(truth("backgammon/bearoff_onesided_dist_le6.csv")):
        found = one[rank(map(int, row[:6])), :13]
        assert np.abs(found - np.array(row[6:], float)).max() < 1e-6


@pytest.mark.long
def test_chances_of_both_sides_are_the_published_ones(truth):
    size = bearoff.positions(bearoff.FEW)
    two = bearoff.two_sided().array.reshape(size, size, COLUMNS)
    for mine, theirs, wanted in read(truth("backgammon/bearoff_twosided_cubeless_le4.csv")):
        found = two[rank(map(int, mine)), rank(map(int, theirs)), CUBELESS]
        assert abs(found - float(wanted)) < 1e-6


def test_distributions_tell_who_finishes_first():
    """Where each plays for the least mean, which with so few checkers is best against the other too."""
    one = bearoff.one_sided()
    for mine, theirs in (((1, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0)), ((0, 0, 0, 0, 0, 2), (0, 0, 1, 1, 0, 0))):
        found = bearoff.chance_to_finish_first(one, rank(mine), rank(theirs))
        assert found == pytest.approx(chance(mine, theirs), abs=1e-5)


def read(path):
    """The rows of a file of numbers, without its headings."""
    with open(path, encoding="utf-8") as file:
        return [row for row in csv.reader(file) if row[0].isdigit()]
