"""Line tables of Othello's evaluation: the shapes one by one, and their file."""

from __future__ import annotations

import random

import numpy as np
import pytest
from experts.othello.boards import squares

from zermelo.experts.othello import lines


@pytest.fixture(scope="module")
def some_table():
    leader, sign = lines.leaders()
    numbers = np.random.default_rng(3).integers(-lines.MOST, lines.MOST + 1, (lines.SIZE, lines.MOMENTS))
    return numbers[leader] * sign[:, None]


def test_shapes_of_a_kind_cover_the_board_alike():
    assert [len(lines.instances(name)) for name in lines.SHAPES] == [4, 4, 4, 2, 4, 4, 4]
    for name in lines.SHAPES:
        covered = {square for shape in lines.instances(name) for square in shape}
        assert covered == {63 - square for square in covered} == {square % 8 * 8 + square // 8 for square in covered}


def test_line_sums_are_those_of_the_shapes_one_by_one(some_table):
    groups = (
        ["edge"],
        ["corner"],
        ["second line", "third line"],
        [name for name in lines.SHAPES if "diagonal" in name],
    )
    sums, noise = lines.line_sums(some_table), random.Random(4)
    for _ in range(50):
        mine = np.uint64(noise.getrandbits(64))
        theirs = np.uint64(noise.getrandbits(64)) & ~mine
        moment, beyond = noise.randrange(3), noise.random()
        for found, names in zip(sums(mine, theirs, moment, beyond), groups, strict=True):
            total = 0.0
            for name in names:
                for shape in lines.instances(name):
                    digits = [1 if s in squares(mine) else 2 if s in squares(theirs) else 0 for s in shape]
                    here = some_table[lines.START[name] + sum(digit * 3**i for i, digit in enumerate(digits))]
                    total += (here[moment] * (1 - beyond) + here[moment + 1] * beyond) / lines.UNITS
            assert found == pytest.approx(total)


def test_tables_are_written_and_read(some_table):
    assert (lines.read_table(lines.write_table(some_table)) == some_table).all()
    text = "edge\nXX-O---- 3 -5 7 0\n"
    table = lines.read_table(text)
    assert np.count_nonzero(table.any(axis=1)) == 4  # as written, mirrored, and both with the sides exchanged
    edge = [1, 1, 0, 2, 0, 0, 0, 0]
    exchanged = [0, 0, 0, 0, 1, 0, 2, 2]
    assert list(table[sum(d * 3**i for i, d in enumerate(edge))]) == [3, -5, 7, 0]
    assert list(table[sum(d * 3**i for i, d in enumerate(exchanged))]) == [-3, 5, -7, 0]


def test_the_tables_that_come_along_are_all_there():
    table = lines.load_table()
    for name, start in lines.START.items():
        assert np.count_nonzero(table[start : start + 3 ** len(lines.SHAPES[name])]) > 50, name
    assert abs(table).max() <= lines.MOST
