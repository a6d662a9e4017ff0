"""What a learned file says of the first moves, where it did not note it."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.evaluate.learned.firsts import first_values
from zermelo.evaluate.learned.shipped import shipped_network
from zermelo.game import ZermeloError


def test_the_shipped_network_knows_that_the_middle_wins():
    game = zermelo.load("connect-four")
    found = first_values(shipped_network(game), game)
    (games, *values) = found["points"][0]
    best = max(zip(values, found["actions"], strict=True))
    assert games > 1_000_000
    assert best[1] == "4"
    assert best[0] > 0.5 > -0.5 > min(values)
    assert all(-1 <= value <= 1 for value in values)


def test_another_game_is_refused():
    with pytest.raises(ZermeloError, match="for connect-four"):
        first_values(shipped_network(zermelo.load("connect-four")), zermelo.load("nim"))
