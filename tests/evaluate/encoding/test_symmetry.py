"""Symmetries are found by trying, and only those that the rules have."""

from __future__ import annotations

import numpy as np
import pytest

import zermelo
from zermelo.evaluate.encoding.encoding import Encoder, encoding_of
from zermelo.evaluate.encoding.symmetry import find_symmetries


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("tic-tac-toe", 8),
        ("tic-tac-toe:rows=3,columns=4,k=3", 4),
        ("connect-four:columns=5,rows=4", 2),
        ("nim:stones=9", 1),
        ("breakthrough:rows=4,columns=3,ranks=1", 2),
    ],
)
def test_the_symmetries_of_a_game(spec, count):
    game = zermelo.load(spec)
    assert len(find_symmetries(game, encoding_of(game), compiled=False)) == count


def test_a_turned_position_has_the_turned_actions():
    game = zermelo.load("connect-four:columns=5,rows=4")
    encoding = encoding_of(game)
    found = find_symmetries(game, encoding, compiled=False)
    assert found.actions[1].tolist() == [4, 3, 2, 1, 0, 5]
    encoder = Encoder(game, encoding, compiled=False)
    one, other = (encoder.encode(game.read_state(moves))[0] for moves in ("1123", "5543"))
    assert np.array_equal(one.reshape(20, -1)[found.cells[1]], other.reshape(20, -1))
