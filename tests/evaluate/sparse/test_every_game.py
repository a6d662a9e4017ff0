"""`alphabeta:evaluate=FILE` on each board game for two: the file plays, and says what its network says."""

from __future__ import annotations

import pytest
from sparse_networks import MEASURE, random_weights, write_sparse

import zermelo
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.evaluator import MOST, WIN
from zermelo.evaluate.sparse.network import output_of
from zermelo.picture import Board

WIDTH = 8


def is_for_two(game):
    """Two players, nothing hidden, no chance, and a board."""
    if not game.is_duel or game.has_chance or game.has_hidden:
        return False
    return isinstance(game.describe(game.initial()), Board)


NAMES = [name for name in zermelo.game_names() if is_for_two(zermelo.load(name))]

CHEAP = {"breakthrough", "chess", "connect-four", "othello", "tic-tac-toe"}


def test_there_are_such_games():
    assert {"amazons", "breakthrough", "checkers", "chess", "connect-four", "hex", "othello"} <= set(NAMES)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long if name in CHEAP else pytest.mark.slow) for name in NAMES],
)
def test_a_file_plays(name, tmp_path):
    game = zermelo.load(name)
    places = places_of(game)
    weights = random_weights(places, WIDTH)
    path = write_sparse(tmp_path / "one.learned", game, places, weights)
    start = game.initial()
    found = zermelo.engine(f"minimax:depth=1,compiled=false,evaluate={path}").analyse(game, start)
    after = game.result(start, found.action)
    if not game.is_terminal(after):
        mover = game.to_move(after)
        seats = places.seen(after, mover), places.seen(after, 1 - mover)
        value = MEASURE.scale * output_of(weights, *seats, places.bucket(after))
        value = max(-MOST * WIN, min(MOST * WIN, value))
        assert found.value == pytest.approx(value if mover == game.to_move(start) else -value)
    assert zermelo.engine(f"alphabeta:depth=1,compiled=false,evaluate={path}").analyse(game).action in game.legal(start)
