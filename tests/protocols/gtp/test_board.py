"""The board over GTP: sizes, stones in any order, handicaps and files."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some
from protocols.gtp.desk import Desk

from zermelo.protocols.gtp.board import free_handicap, read_board
from zermelo.records.sgf import read_sgf

COLUMNS = "ABCDEFGHJKLMNOPQRST"


@pytest.mark.parametrize("size", [1, 2, 9, 19])
def test_every_size(size):
    desk = Desk()
    desk.ask(f"boardsize {size}", "clear_board")
    assert len(desk.board()) == size
    assert desk.ask("showboard").splitlines()[0].split() == [*COLUMNS[:size]]
    assert desk.ask("genmove black") in {f"{c}{r}" for c in COLUMNS[:size] for r in range(1, size + 1)} | {"pass"}


def test_a_new_komi_counts_in_the_game_at_hand():
    desk = Desk("go:size=3,komi=7.5")
    desk.ask("play b B2", "komi 9.5", "play w pass", "play b pass")
    board = desk.engine._board
    assert board.game.utility(board.state, 0) == -1.0
    desk.ask("komi 6.5", "undo", "play b pass")
    assert board.game.utility(board.state, 0) == 1.0


def test_showboard():
    desk = Desk("go:size=3")
    desk.ask("play b A1", "play w A2", "play b C3", "play w B1")
    assert desk.raw("showboard")[0] == (
        "=\n   A B C\n 3 . . X 3\n 2 O . . 2\n 1 . O . 1\n   A B C\n"
        "Black (X) has captured 0, White (O) 1; Black to move\n"
    )


def test_colours_may_come_in_any_order():
    desk = Desk()
    desk.ask("play w C3", "play W D3", "play black A1", "play BLACK pass", "play b B1")
    assert sum(row.count("O") for row in desk.board()) == 2
    assert sum(row.count("X") for row in desk.board()) == 2
    for _ in range(5):
        desk.ask("undo")
    assert not any(set(row) - {"."} for row in desk.board())
    desk.refused("undo")


def test_a_game_may_go_on_after_two_passes():
    desk = Desk()
    desk.ask("play b pass", "play w pass", "play b pass", "play w C3")
    assert sum(row.count("O") for row in desk.board()) == 1
    assert desk.ask("genmove b")


def test_a_game_may_be_longer_than_ours():
    desk, noise = Desk("go:size=2"), random.Random(1)
    for ply in range(300):
        colour = "bw"[ply % 2]
        for vertex in noise.sample(["A1", "A2", "B1", "B2"], 4):
            if desk.raw(f"play {colour} {vertex}")[0].startswith("="):
                break
        else:
            desk.ask(f"play {colour} pass")


KO = ("B2", "C2", "A1", "D1", "C1", "B1")  # Black takes back at C1 under no rule


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_ko(ko):
    desk = Desk(f"go:size=4,ko={ko}")
    for ply, vertex in enumerate(KO):
        desk.ask(f"play {'bw'[ply % 2]} {vertex}")
    assert desk.refused("play b C1") == "illegal move"
    desk.ask("play b A4", "play w D4", "play b C1")


@pytest.mark.parametrize("suicide", ["true", "false"])
def test_suicide(suicide):
    desk = Desk(f"go:size=4,suicide={suicide}")
    desk.ask("play b A1", "play w A2", "play w B2", "play w C1")
    assert desk.raw("play b B1")[0].startswith("=" if suicide == "true" else "? illegal move")


def test_handicap():
    desk = Desk()
    desk.ask("boardsize 9")
    assert desk.ask("fixed_handicap 5") == "C3 G7 C7 G3 E5"
    assert desk.refused("fixed_handicap 5") == "board not empty"
    assert desk.refused("undo") == "cannot undo"
    desk.ask("clear_board", "set_free_handicap A1 J9 E5")
    assert sum(row.count("X") for row in desk.board()) == 3
    desk.ask("clear_board")
    assert len(desk.ask("place_free_handicap 6").split()) == 6
    for number in ("0", "1", "10"):
        desk.ask("clear_board")
        assert desk.refused(f"fixed_handicap {number}") == "invalid number of stones"


@given(some.integers(2, 19), some.integers(2, 30))
def test_free_handicap_is_as_many_points_as_asked_for(size, stones):
    cells = free_handicap(size, min(stones, size**2 - 1))
    assert len(set(cells)) == len(cells) == min(stones, size**2 - 1)
    assert all(0 <= row < size and 0 <= column < size for row, column in cells)


def test_loadsgf(tmp_path):
    desk, path = Desk("go:ko=positional"), tmp_path / "a game.sgf"
    path.write_text("(;GM[1]SZ[5]KM[6.5]AB[aa][bb]AW[cc]PL[W];W[dd];B[ee]C[hm];W[tt];B[];W[ab];W[ba])")
    desk.ask(f"loadsgf {path}")
    assert ["".join(row) for row in desk.board()] == [".O...", "OX...", "..O..", "...O.", "....X"]
    desk.ask(f"loadsgf {path} 2")
    assert ["".join(row) for row in desk.board()] == ["X....", ".X...", "..O..", "...O.", "....."]
    assert "White" not in desk.ask("showboard").splitlines()[-1].split(";")[1]
    path.write_text("(;SZ[9]HA[2];W[ee])")
    desk.ask(f"loadsgf {path}")
    assert sum(row.count("X") for row in desk.board()) == 2


@pytest.mark.parametrize(
    ("sgf", "told"),
    [
        ("hello", "not SGF"),
        ("(;SZ[5];B[aa];W[aa])", "move 2, White A5, is not legal"),
        ("(;SZ[5:7])", "square"),
        ("(;SZ[5];B[aa:bb])", "a move is one point"),
        ("(;SZ[5]HA[2])", "handicap must be 0"),
        ("(;SZ[9]HA[two])", "HA"),
        ("(;SZ[2]AB[aa:bb])", "no liberty"),
    ],
)
def test_a_bad_file_leaves_the_board_as_it_was(tmp_path, sgf, told):
    desk, path = Desk(), tmp_path / "bad.sgf"
    desk.ask("play b C3")
    path.write_text(sgf)
    answer = desk.refused(f"loadsgf {path}")
    assert answer.startswith("cannot load file: ")
    assert told in answer
    assert sum(row.count("X") for row in desk.board()) == 1


def test_stones_that_are_set_up_in_the_middle_of_a_file():
    root = read_sgf("(;SZ[5]KM[0];B[aa];AE[aa]AW[cc];B[bb])")[0]
    parameters = {"ko": "simple", "suicide": False, "scoring": "area"}
    assert read_board(root, parameters).board == [".....", ".X...", "..O..", ".....", "....."]
