"""What a sparse network sees of games that nobody told it about."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.drawn import kept_places
from zermelo.game import ZermeloError
from zermelo.picture import Board

BREAKTHROUGH = zermelo.load("breakthrough:rows=5,columns=4")
CONNECT = zermelo.load("connect-four:columns=4,rows=4,connect=3")


def drawn(game, state):
    """The pieces of a position as its picture has them: {(row, column): text}."""
    cells = game.describe(state).cells
    return {(r, c): text for r, row in enumerate(cells) for c, text in enumerate(row) if text}


def mirrored(game, places, state, seat):
    """The pieces as a seat sees them: {(cell, is it the seat's own)}, read off the numbers of the inputs."""
    cells = len(game.describe(state).cells) * len(game.describe(state).cells[0])
    return {(number % cells, number < cells) for number in places.seen(state, seat)}


@pytest.mark.parametrize("game", [BREAKTHROUGH, CONNECT], ids=str)
def test_each_piece_is_one_input_told_by_owner_and_cell(game):
    places = places_of(game)
    texts = set()
    for state in sample_of(game).states[:200:7]:
        pieces, (_, columns) = drawn(game, state), np.shape(game.describe(state).cells)
        seen = mirrored(game, places, state, 0)
        assert {cell for cell, _ in seen} == {r * columns + c for r, c in pieces}
        texts |= {(pieces[divmod(cell, columns)], own) for cell, own in seen}
        assert len(places.seen(state, 1)) == len(seen) == len(pieces) <= places.most
        assert 0 <= places.bucket(state) < places.buckets
    assert len(texts) == 2  # the same text is always the first player's, and another one always the second's


def test_the_second_player_of_breakthrough_sees_the_board_turned():
    """The image of a position in which the other is to move looks the same from the other seat."""
    places = places_of(BREAKTHROUGH)
    start = BREAKTHROUGH.initial()
    assert sorted(places.seen(start, 0)) == sorted(places.seen(start, 1))
    assert places.inputs == 2 * 20
    turn = places.arrays["turn"].tolist()
    assert turn in ([16, 17, 18, 19, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3], list(range(19, -1, -1)))


class Race(NamedTuple):
    """Two runners on a board of 4 × 3: the first goes down the left column, the second to the right along the top."""

    first: int
    second: int
    player: int


def race() -> zermelo.Game:
    """Nothing turns one player's game into the other's: the second player has less far to go, and may wait."""

    def actions(state):
        return (1, 2) if state.player == 0 else (0, 1)

    def result(state, action):
        if state.player == 0:
            return Race(min(3, state.first + action), state.second, 1)
        return Race(state.first, min(2, state.second + action), 0)

    def utility(state, player):
        value = 1.0 if state.first == 3 else -1.0
        return value if player == 0 else -value

    def picture(state):
        cells = [["", "", ""] for _ in range(4)]
        cells[0][state.second] = "O"
        cells[state.first][0] = cells[state.first][0] + "X"
        return Board(tuple(map(tuple, cells)))

    return zermelo.Game(
        name="race",
        initial=lambda: Race(1, 0, 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.first == 3 or state.second == 2,
        utility=utility,
        picture=picture,
        max_actions=2,
    )


def test_players_who_are_not_alike_have_inputs_of_their_own():
    places = places_of(race())
    assert not len(places.arrays["turn"])
    states = [Race(1, 0, 0), Race(2, 1, 1)]
    for state in states:
        assert not set(places.seen(state, 0)) & set(places.seen(state, 1))


@pytest.mark.parametrize("game", [BREAKTHROUGH, CONNECT], ids=str)
def test_both_seats_at_once_are_the_seats_one_by_one(game):
    places = places_of(game)
    for state in sample_of(game).states[:100:9]:
        first, second = [0] * places.most, [0] * places.most
        count = places.both(state, first, second)
        assert first[:count] == places.seen(state, 0)
        assert second[:count] == places.seen(state, 1)


def test_a_file_keeps_how_a_game_is_seen():
    places = places_of(CONNECT)
    same = kept_places(CONNECT, Expert(), {}, places.arrays)
    state = sample_of(CONNECT).states[20]
    assert same.seen(state, 0) == places.seen(state, 0)
    assert (same.inputs, same.buckets) == (places.inputs, places.buckets)


@pytest.mark.parametrize("name", ["first", "atom", "table", "plane", "swap", "turn", "buckets", "sizes"])
def test_damaged_tables_are_refused(name):
    """Compiled code reads by them without looking."""
    arrays = dict(places_of(CONNECT).arrays)
    for damage in (lambda array: array[:-1], lambda array: array + (1 << 40), lambda array: array - (1 << 40)):
        with pytest.raises((ValueError, ZermeloError)):
            kept_places(CONNECT, Expert(), {}, {**arrays, name: damage(arrays[name])})


def test_pieces_have_names_for_people():
    places = places_of(CONNECT)
    state = CONNECT.initial()
    for action in CONNECT.legal(state)[2:4]:
        state = CONNECT.result(state, action)
    found = places.pieces(state)
    assert {(piece.row, piece.column) for piece in found} == set(drawn(CONNECT, state))
    assert len({piece.name for piece in found}) == len(found)


def test_what_is_refused():
    with pytest.raises(ZermeloError, match="for games of two players"):
        places_of(zermelo.load("castles"))
    with pytest.raises(ZermeloError, match="has no option kings"):
        places_of(CONNECT, kings=4)
