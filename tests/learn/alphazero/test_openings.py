"""The values of the first moves are noted as a run goes on."""

from __future__ import annotations

import numpy as np

import zermelo
from zermelo.evaluate.encoding.encoding import encoding_of
from zermelo.learn.alphazero.openings import Openings


def by_planes(game):
    """A network whose value is a fraction that depends on the planes alone."""
    size = encoding_of(game).cells * encoding_of(game).planes

    def answer(planes, places, out):
        rows = planes.reshape(-1, size)
        out.reshape(len(rows), -1)[:, -2] = (rows * np.arange(size)).sum(axis=1) / 1000

    return answer


def test_values_are_for_the_player_who_moves_first():
    game = zermelo.load("tic-tac-toe")
    watched = Openings(game, encoding_of(game))
    values = watched.values(by_planes(game))
    assert len(values) == 9
    assert max(values) < 0.0  # the network says that whoever is to move next stands well
    assert len(set(values)) == 9


def test_a_move_that_ends_the_game_has_its_true_value():
    game = zermelo.load("nim", stones=2, most=2)
    values = dict(
        zip(game.legal(game.initial()), Openings(game, encoding_of(game)).values(by_planes(game)), strict=True)
    )
    assert values[2] == 1.0
    assert -1.0 < values[1] <= 0.0


def test_points_come_at_growing_distances():
    game = zermelo.load("nim", stones=2, most=2)
    watched, entry = Openings(game, encoding_of(game)), None
    for games in range(0, 2000, 10):
        entry = watched.noted(entry, games, by_planes(game))
    assert entry["actions"] == ["1", "2"] or sorted(entry["actions"]) == ["1", "2"]
    counts = [point[0] for point in entry["points"]]
    assert counts[0] == 0
    assert 20 < len(counts) < 50
    assert watched.noted(entry, counts[-1], by_planes(game)) == entry


def test_a_game_with_many_first_moves_is_not_watched():
    game = zermelo.load("gomoku")
    assert Openings(game, encoding=None).noted(None, 100, None) == {"actions": [], "points": []}
