"""Games to learn from, in files of all kinds."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.arena.recorded.played import first_moves, played_games
from zermelo.game import ZermeloError

PGN = """[Event "?"]
[Result "1-0"]

1. e4 (1. d4 d5) e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "?"]
[Result "0-1"]

1. f3 e5 2. g4 0-1

[Event "?"]
[Result "1/2-1/2"]

1. d4 1/2-1/2

[Event "?"]
[Result "*"]

1. c4 *

[Event "?"]
[Result "1-0"]

1-0
"""
SGF = (
    "(;GM[1]SZ[5]RE[W+R];B[cc];W[bb])(;GM[1]SZ[5]RE[B+3.5];B[aa])(;GM[1]SZ[9]RE[B+R];B[cc])(;GM[1]SZ[5]RE[Void];B[cc])"
)


def test_chess(tmp_path):
    (tmp_path / "games.pgn").write_text(PGN)
    found, left = played_games([tmp_path / "games.pgn"], zermelo.load("chess"))
    assert [len(game.actions) for game in found] == [7, 3, 1]
    assert [list(game.utilities) for game in found] == [[1, -1], [-1, 1], [0, 0]]
    assert left == {"without a result": 1, "without moves": 1}


def test_go_on_boards_of_the_same_size(tmp_path):
    (tmp_path / "games.sgf").write_text(SGF)
    game = zermelo.load("go:size=5")
    found, left = played_games([tmp_path / "games.sgf"], game)
    assert [list(game.utilities) for game in found] == [[-1, 1], [1, -1]]
    assert [game.action_text(game.initial(), one.actions[0]) for one in found] == ["C3", "A5"]
    assert sorted(left.values()) == [1, 1]
    assert left["without a result"] == 1


@pytest.mark.parametrize("name", ["games.sqlite", "games.jsonl"])
def test_matches_of_ones_own(name, tmp_path):
    game = zermelo.load("nim:stones=7")
    file = tmp_path / name
    zermelo.match(game, ["minimax", "random"], games=6, seed=3, save=str(file))
    found, left = played_games([file], game)
    assert len(found) == 6
    assert left == {}
    for one in found:
        state = one.start
        for action in one.actions:
            state = game.result(state, action)
        assert [game.utility(state, player) for player in (0, 1)] == list(one.utilities)
    assert len(played_games([file, file], game)[0]) == 12


@pytest.mark.parametrize("name", ["games.sqlite", "games.jsonl"])
def test_a_game_that_was_broken_off_is_left_out(name, tmp_path):
    """Its result does not say what its positions are worth."""
    game, file = zermelo.load("nim:stones=7"), tmp_path / name
    whole = zermelo.match(game, ["random", "random"], games=8, seed=3, longest=4, save=str(file)).records
    over = sum(record.ending == "over" for record in whole)
    assert 0 < over < 8
    found, left = played_games([file], game)
    assert len(found) == over
    assert left == {"ended by too long": 8 - over}


def test_other_games_are_told(tmp_path):
    file = tmp_path / "games.sqlite"
    zermelo.match(zermelo.load("nim:stones=7"), ["minimax", "random"], games=4, seed=3, save=str(file))
    with pytest.raises(ZermeloError, match=r"no games of nim to learn from in .*games\.sqlite; 4 of nim:stones=7$"):
        played_games([file], zermelo.load("nim"))


def test_a_file_that_is_none_of_these_is_told(tmp_path):
    with pytest.raises(ZermeloError, match="no_such cannot be read"):
        played_games([tmp_path / "no_such"], zermelo.load("nim"))
    (tmp_path / "notes").write_text("a shopping list")
    with pytest.raises(ZermeloError, match="this is neither a position"):
        played_games([tmp_path / "notes"], zermelo.load("nim"))


def test_boards_are_told_apart_and_ways_of_counting_are_not():
    assert first_moves(zermelo.load("go:size=5")) == first_moves(zermelo.load("go:size=5,komi=0.5"))
    assert first_moves(zermelo.load("go:size=5")) != first_moves(zermelo.load("go:size=7"))
