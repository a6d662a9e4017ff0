"""Openings: random and even, or read from a file."""

from __future__ import annotations

import itertools
import math
import random

import pytest

import zermelo
from zermelo import ZermeloError
from zermelo.arena.openings import random_opening, read_moves, read_openings, unevenness

CHESS, NIM = zermelo.load("chess"), zermelo.load("nim:stones=9")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def test_a_random_opening_is_a_path_of_legal_moves():
    path = random_opening(NIM, [NIM.initial()], 3, random.Random(1))
    assert path[0] == NIM.initial()
    assert len(path) == 4
    for before, after in itertools.pairwise(path):
        assert after in [NIM.result(before, action) for action in NIM.legal(before)]
    assert random_opening(NIM, [NIM.initial()], 0, random.Random(1)) == [NIM.initial()]


def test_it_goes_on_from_a_path():
    before = read_moves(NIM, NIM.initial(), "1 2")
    path = random_opening(NIM, before, 1, random.Random(1))
    assert (path[:3], len(path)) == (before, 4)


@pytest.mark.long
def test_the_most_even_one_is_taken():
    """With 4 in a row to make on 5 × 4, some four random plies decide the game; fewer of those are played."""
    game = zermelo.load("connect-four:columns=5,rows=4")

    def drawn(balance):
        return [random_opening(game, [game.initial()], 5, random.Random(seed), balance)[-1] for seed in range(12)]

    as_they_come, even = drawn(1), drawn(6)
    assert sum(unevenness(game, state) for state in even) < sum(unevenness(game, state) for state in as_they_come)
    assert len(set(even)) > 3


@pytest.mark.long
def test_a_won_position_is_as_uneven_as_can_be():
    game = zermelo.load("connect-four:columns=4,rows=4")
    assert unevenness(game, game.read_state("112233")) == math.inf
    assert unevenness(game, game.initial()) < math.inf


# --- files ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def openings(tmp_path):
    def read(game, text, name="openings.txt"):
        file = tmp_path / name
        file.write_text(text)
        return read_openings(game, file)

    return read


def test_positions_and_moves(openings):
    read = openings(NIM, "# comment\n\n7,1\nmoves 1 2\n 8,0 moves 3\n")
    assert [[NIM.state_text(state) for state in path] for path in read] == [
        ["7,1"],
        ["9,0", "8,1", "6,0"],
        ["8,0", "5,1"],
    ]


def test_chess_in_all_its_writings(openings):
    read = openings(
        CHESS,
        "1. e4 e5 2.Nf3\n"
        f"{START} b KQkq - 3 9\n"
        f'{START} w KQkq - bm e4; id "first";\n'
        f"{START} w KQkq - 0 1 moves e2e4 e7e5\n"
        "e2e4, c7c5\n",
    )
    assert [len(path) for path in read] == [4, 1, 1, 3, 3]
    assert CHESS.state_text(read[1][0]) == f"{START} b KQkq - 3 9"
    assert CHESS.state_text(read[2][0]) == f"{START} w KQkq - 0 1"
    assert read[0][1] == read[3][1] == read[4][1]


def test_pgn(openings):
    text = '[Event "a"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "b"]\n\n1. d4 {good} d5 *\n'
    read = openings(CHESS, text, "openings.pgn")
    assert [len(path) for path in read] == [4, 3]
    assert read[0][0] == CHESS.initial()
    with pytest.raises(ZermeloError, match="PGN is for chess, not for nim"):
        openings(NIM, text, "openings.pgn")


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        (NIM, "# nothing\n", "has no openings"),
        (NIM, "7,1\nmoves 1 9\n", "line 2: move 2: '9' is not legal here"),
        (NIM, "hello\n", "line 1: 'hello' is not a position of nim"),
        (NIM, "hello\n", "nor are these moves from the start: move 1: 'hello' is not legal here"),
        (NIM, "0,1\n", "opening 1: the game is over at 0,1"),
        (CHESS, "e4 e4\n", "move 2: 'e4' is not legal here"),
    ],
)
def test_mistakes(openings, game, text, told):
    with pytest.raises(ZermeloError) as error:
        openings(game, text)
    assert told in str(error.value)


def test_a_file_that_is_no_text(tmp_path):
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ZermeloError, match="is not a text file"):
        read_openings(NIM, tmp_path / "x")


def test_turns_of_several_words_are_read_however_they_are_written():
    game = zermelo.load("backgammon")
    moves = "3-1 6/5 8/5 64, 24/18 13/9, 1-1 8/7 8/7 6/5 6/5 2-1"
    path = read_moves(game, game.initial(), moves)
    assert len(path) == 8
    usual = read_moves(game, game.initial(), "3-1 8/5 6/5 6-4 24/18 13/9 1-1 8/7(2) 6/5(2) 2-1")
    assert path == usual
    with pytest.raises(ZermeloError, match="move 2: '6/5' is not legal here"):
        read_moves(game, game.initial(), "3-1 6/5 8/4")
