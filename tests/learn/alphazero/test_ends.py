"""How games end, as it is handed out with each position: whose each cell is then, and what the end is worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from learn.alphazero.test_kernel import played

import zermelo
from zermelo.evaluate.encoding.encoding import Encoding, encoding_of
from zermelo.learn.alphazero.games import MINE, NOBODYS, NOT_KNOWN, THEIRS, UNKNOWN
from zermelo.learn.course import Played
from zermelo.learn.imitation.examples import samples_of

LINES = np.array([(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])


def together(samples):
    return [np.concatenate([getattr(one, name) for one in samples]) for name in ("planes", "values", "owners", "ends")]


def check(planes, owners, ends):
    """Tic-tac-toe: stones stay whose they are, and the winner has three in a row, the loser has not."""
    stones = planes.reshape(-1, 9, 3)
    assert np.all(owners[stones[:, :, 0] == 1] == MINE)
    assert np.all(owners[stones[:, :, 1] == 1] == THEIRS)
    rows = [(owners[:, LINES] == side).all(axis=2).any(axis=1) for side in (MINE, THEIRS)]
    assert np.array_equal(rows[0], ends == 1.0)
    assert np.array_equal(rows[1], ends == -1.0)
    assert np.array_equal((owners == NOBODYS).any(axis=1) & (ends == 0.0), np.zeros(len(ends), bool))


def test_self_play_tells_whose_each_cell_is_at_the_end():
    game = zermelo.load("tic-tac-toe")
    planes, _, owners, ends = together(played(game, False, 1, on=1.0)[1])
    assert owners.shape == (len(planes), 9)
    check(planes, owners, ends)
    assert {-1.0, 0.0, 1.0} == {float(end) for end in ends}


def test_of_games_that_are_proved_and_not_played_to_their_end_nothing_is_told():
    game = zermelo.load("tic-tac-toe")
    planes, values, owners, ends = together(played(game, False, 1, on=0.0)[1])
    broken_off = ends == UNKNOWN
    assert broken_off.mean() > 0.5
    assert np.all(owners[broken_off] == NOT_KNOWN)
    assert {-1.0, 1.0} <= {float(value) for value in values[broken_off]}
    check(planes[~broken_off], owners[~broken_off], ends[~broken_off])


def test_of_games_of_others_the_same_is_told():
    game = zermelo.load("tic-tac-toe")
    encoding, played_games = encoding_of(game), []
    for cells in ((0, 3, 1, 4, 2), (0, 1, 2, 3, 4, 6, 5, 8, 7), (0, 3, 1, 4, 8, 5), (4, 0)):
        state = game.initial()
        for cell in cells:
            state = game.result(state, cell)
        utilities = [game.utility(state, player) if game.is_terminal(state) else 0.0 for player in (0, 1)]
        played_games.append(Played(game.initial(), cells, utilities))
    samples = samples_of(game, encoding, played_games)
    assert list(samples.ends[-2:]) == [UNKNOWN] * 2
    assert np.all(samples.owners[-2:] == NOT_KNOWN)
    check(samples.planes[:-2], samples.owners[:-2], samples.ends[:-2])


def test_an_encoding_of_before_knows_of_no_owners():
    """Files of then have one number less."""
    game = zermelo.load("tic-tac-toe")
    encoding = encoding_of(game)
    assert encoding.pairs == 1
    arrays = encoding.to_arrays()
    before = Encoding.from_arrays({**arrays, "sizes": arrays["sizes"][:-1]}, game)
    assert before.pairs == 0
    assert before.planes == encoding.planes
    _, samples = played(replace(game, name="tic-tac-toe before"), False, 1, rounds=40, encoding=before)
    assert all(one.owners.shape == (len(one), 0) for one in samples)
    with pytest.raises(ValueError, match="fewer planes than pieces"):
        Encoding.from_arrays({**arrays, "sizes": np.append(arrays["sizes"][:-1], 2)}, game)
