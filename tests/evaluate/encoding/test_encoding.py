"""A game as a network sees it: planes from the picture, places from the list of actions, for any game alike."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate.encoding.encoding import Encoder, Encoding, encoding_of
from zermelo.evaluate.encoding.tables import Tables
from zermelo.game import Game, ZermeloError


def drawn(planes):
    """Planes as lines of text."""
    return ["/".join("".join(map(str, row)) for row in planes[:, :, plane]) for plane in range(planes.shape[2])]


def test_the_mover_s_pieces_come_first_and_the_last_plane_tells_who_moves():
    game = zermelo.load("tic-tac-toe")
    encoder = Encoder(game, encoding_of(game), compiled=False)
    planes, places = encoder.encode(game.read_state("xo./.x./..."))
    assert drawn(planes) == ["010/000/000", "100/010/000", "111/111/111"]  # O is to move
    assert places.tolist() == [2, 3, 5, 6, 7, 8]
    assert drawn(encoder.encode(game.read_state("xo./..x/..o"))[0])[:2] == ["100/001/000", "010/000/001"]


def test_the_planes_of_a_game_on_bits_are_what_its_picture_shows():
    game = zermelo.load("connect-four:columns=5,rows=4")
    encoding = encoding_of(game)
    assert (encoding.rows, encoding.columns, encoding.planes, encoding.policy) == (4, 5, 3, 6)
    encoder = Encoder(game, encoding, compiled=False)
    for seed in range(20):
        state = random_position(game, seed, most=16)
        mine = "RY"[game.to_move(state)]
        cells = [text for row in game.describe(state).cells for text in row]
        planes, places = encoder.encode(state)
        assert planes[:, :, 0].reshape(-1).tolist() == [int(text == mine) for text in cells]
        assert planes[:, :, 1].reshape(-1).tolist() == [int(text not in ("", mine)) for text in cells]
        assert places.tolist() == game.legal(state)


class GapState(NamedTuple):
    cells: tuple[int, ...]
    player: int


def gap(**parts) -> Game:
    """A row of five cells: whoever fills the last one wins; actions are (cell, mark) with a mark of no meaning."""

    def actions(state):
        for cell in range(4):
            if state.cells[cell] == 0:
                yield cell, 0
                yield cell, 1

    def result(state, action):
        cells = tuple(state.player + 1 if i == action[0] else mark for i, mark in enumerate(state.cells))
        return GapState(cells, 1 - state.player)

    return Game(
        lambda: GapState((0, 0, 0, 0), 0),
        lambda state: state.player,
        actions,
        result,
        lambda state: 0 not in state.cells,
        lambda state, player: 1.0 if player == 1 else -1.0,
        name="gap",
        max_actions=8,
        max_plies=4,
        **parts,
    )


def test_a_user_s_game_on_a_tuple_is_encoded_without_further_code():
    encoding = encoding_of(gap())
    assert (encoding.rows, encoding.columns, encoding.planes) == (2, 2, 3)  # four cells are drawn as a square
    planes, places = Encoder(gap(), encoding, compiled=False).encode(GapState((1, 0, 0, 2), 0))
    assert drawn(planes) == ["10/00", "00/01", "00/00"]
    assert places.tolist() == [2, 3, 4, 5]


def test_a_game_may_encode_itself():
    def encode(state, planes):
        for cell in range(4):
            planes[cell] = state.cells[cell]

    game = gap(encode=encode, planes=(1, 4, 1), action_index=lambda state, action: action[0], policy=4)
    planes, places = Encoder(game, encoding_of(game), compiled=False).encode(GapState((1, 0, 0, 2), 0))
    assert planes.shape == (1, 4, 1)
    assert planes.reshape(-1).tolist() == [1, 0, 0, 2]
    assert places.tolist() == [1, 1, 2, 2]


def test_planes_without_their_size_are_refused():
    with pytest.raises(ZermeloError, match="say how large the planes are"):
        encoding_of(gap(encode=lambda state, planes: None))
    with pytest.raises(ZermeloError, match="how many places the policy has"):
        encoding_of(gap(action_index=lambda state, action: 0))


def test_a_game_without_a_board_has_one_cell_for_its_bits():
    game = zermelo.load("nim:stones=9")
    encoding = encoding_of(game)
    assert encoding.cells == 1
    encoder = Encoder(game, encoding, compiled=False)
    seen = {encoder.encode(game.read_state(f"{stones},0"))[0].tobytes() for stones in range(1, 10)}
    assert len(seen) == 9


def test_states_without_numbers_are_refused():
    game = zermelo.load("tic-tac-toe")
    words = Game(
        lambda: "start",
        lambda state: 0,
        lambda state: iter(("end",)),
        lambda state, action: action,
        lambda state: state == "end",
        lambda state, player: 0.0,
        name="words",
    )
    with pytest.raises(ZermeloError, match="not made of numbers"):
        encoding_of(words)
    assert encoding_of(game) is encoding_of(game)


def test_an_encoding_survives_a_file():
    game = zermelo.load("tic-tac-toe")
    encoding = encoding_of(game)
    again = Encoding.from_arrays(encoding.to_arrays(), game)
    assert (again.rows, again.columns, again.planes, again.policy) == (3, 3, 3, 10)
    assert all(np.array_equal(one, other) for one, other in zip(encoding.tables, again.tables, strict=True))


@pytest.mark.parametrize("name", ["shape", *Tables._fields])
def test_tables_that_compiled_code_would_leave_are_refused(name):
    """Whoever makes such a file, no number in it may become an index beyond its table."""
    game = zermelo.load("tic-tac-toe")
    encoding, refused = encoding_of(game), 0
    for wrong in (-7, 10_000, 1 << 40, -(1 << 62)):
        for place in range(len(encoding.to_arrays()[name])):
            arrays = {key: array.copy() for key, array in encoding.to_arrays().items()}
            arrays[name][place] = wrong
            try:
                found = Encoding.from_arrays(arrays, game)
            except ValueError:
                refused += 1
                continue
            planes, places = Encoder(game, found, compiled=False).encode(game.initial())  # which checks its indices
            assert planes.shape == (3, 3, found.planes)
            assert ((places >= 0) & (places < found.policy)).all()
    assert refused


def test_compiled_it_is_the_same():
    game = zermelo.load("tic-tac-toe")
    compiled, plain = (Encoder(game, encoding_of(game), compiled=way) for way in (True, False))
    for seed in range(30):
        state = random_position(game, seed, most=8)
        for one, other in zip(compiled.encode(state), plain.encode(state), strict=True):
            assert np.array_equal(one, other)


@pytest.mark.long
@pytest.mark.parametrize("spec", ["breakthrough:rows=5,columns=4", "othello:size=4", "gomoku:size=7"])
def test_other_games_are_encoded_alike_compiled_and_interpreted(spec):
    game = zermelo.load(spec)
    encoding = encoding_of(game)
    compiled, plain = (Encoder(game, encoding, compiled=way) for way in (True, False))
    for seed in range(30):
        state = random_position(game, seed)
        planes, places = compiled.encode(state)
        cells = [text for row in game.describe(state).cells for text in row]
        assert planes[:, :, :2].sum() == sum(text != "" for text in cells)
        assert len(set(places.tolist())) == len(game.legal(state))
        assert np.array_equal(planes, plain.encode(state)[0])
        assert np.array_equal(places, plain.encode(state)[1])
