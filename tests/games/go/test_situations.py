"""Situations that Go's rules are known for, drawn and played: ko, snapback, seki, suicide."""

from __future__ import annotations

import pytest
from games.go.boards import board_of, both, drawn, lead, names, play

import zermelo


@pytest.fixture(scope="module", params=["simple", "positional", "situational"])
def five(request):
    return zermelo.load("go", size=5, ko=request.param, komi=0, margin=True)


KO = """
    .XO..
    XO.O.
    .XO..
    .....
    .....
    """


def test_ko(five):
    state = play(five, drawn(five, KO, "X"), "C4")
    assert board_of(five, state) == [".XO..", "X.XO.", ".XO..", ".....", "....."]
    assert "B4" not in names(five, state)
    state = play(five, state, "E1 A1")
    assert "B4" in names(five, state)
    state = play(five, state, "B4")
    assert board_of(five, state) == [".XO..", "XO.O.", ".XO..", ".....", "X...O"]
    assert "C4" not in names(five, state)


def test_only_superko_still_forbids_the_ko_after_two_passes(five):
    """Simple ko forgets it with the first pass; the board would be the one before the ko, and Black to move again."""
    state = play(five, drawn(five, KO, "X"), "C4 pass")
    state = state._replace(passes=0)
    state = play(five, state, "pass")
    assert ("B4" in names(five, state)) == (five.parameters["ko"] == "simple")


def test_snapback(five):
    before = """
        ..OX.
        OOX..
        XX...
        .....
        .....
        """
    state = play(five, drawn(five, before, "X"), "A5 B5")
    assert board_of(five, state) == [".OOX.", "OOX..", "XX...", ".....", "....."]
    assert "A5" in names(five, state)
    state = play(five, state, "A5")
    assert board_of(five, state) == ["X..X.", "..X..", "XX...", ".....", "....."]


def test_sending_two_returning_one(five):
    before = """
        .O.O.
        XXO..
        .....
        .....
        .....
        """
    state = play(five, drawn(five, before, "O"), "A5 C5")
    assert board_of(five, state) == ["..XO.", "XXO..", ".....", ".....", "....."]
    if five.parameters["ko"] == "positional":
        assert "B5" not in names(five, state)
        return
    state = play(five, state, "B5")
    assert board_of(five, state) == [".O.O.", "XXO..", ".....", ".....", "....."]
    state = play(five, state, "pass")
    assert ("A5" in names(five, state)) == (five.parameters["ko"] == "simple")


def test_seki_leaves_both_alive_and_the_shared_points_to_nobody():
    board = """
        XXXX
        .OO.
        """
    for scoring, points in (("area", 2), ("territory", 0)):
        game, _ = both(2, 4, "simple", False, scoring)
        state = drawn(game, board, "X")
        assert names(game, state) == {"A1", "D1", "pass"}
        assert lead(game, play(game, state, "pass pass")) == points
        assert board_of(game, play(game, state, "A1 D1")) == ["....", ".OOO"]  # who moves first is taken


def test_bent_four_in_the_corner_is_a_ko(five):
    board = """
        ...OX
        .OOOX
        OOXXX
        XXX..
        .....
        """
    state = drawn(five, board, "X")
    assert lead(five, state) == 15 - 10
    state = play(five, state, "B5 A5")
    assert "C5" not in names(five, state)  # two stones without a liberty
    state = play(five, state, "A4")
    assert board_of(five, state)[:2] == [".X.OX", "XOOOX"]
    assert "A5" not in names(five, state)
    state = play(five, state, "pass C5")
    assert board_of(five, state) == [".XX.X", "X...X", "..XXX", "XXX..", "....."]


def test_dame():
    board = """
        .X.O.
        .X.O.
        .X.O.
        .X.OO
        .XXO.
        """
    for scoring, points in (("area", 1), ("territory", 1)):
        game, _ = both(5, 5, "simple", False, scoring)
        assert lead(game, drawn(game, board, "X")) == points


def test_territory_counts_prisoners():
    board = """
        .XO
        XXO
        .OO
        """
    game, _ = both(3, 3, "simple", False, "territory")
    state = drawn(game, board, "O", "prisoners=-1")
    assert lead(game, state) == 0  # the corner for Black, a prisoner for White, and a1 for nobody
    area, _ = both(3, 3, "simple", False, "area")
    assert lead(area, drawn(area, board, "O")) == 0


@pytest.mark.parametrize("suicide", [False, True])
def test_suicide(suicide):
    game = zermelo.load("go", size=4, suicide=suicide)
    board = """
        X.O.
        OO..
        ...O
        ..O.
        """
    state = drawn(game, board, "X")
    assert ("B4" in names(game, state)) == suicide
    assert "D1" not in names(game, state)  # a stone alone would be gone at once
    if suicide:
        assert board_of(game, play(game, state, "B4")) == ["..O.", "OO..", "...O", "..O."]
