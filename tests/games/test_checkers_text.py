"""English draughts as people write it and touch it: positions in text, and the squares of a move."""

from __future__ import annotations

import itertools
import random

import pytest

import zermelo

GAME = zermelo.load("checkers")
DARK = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]  # square 1 first


def test_positions_are_read_in_any_order_and_written_in_one():
    assert GAME.state_text(GAME.read_state("w:bk3,1 : w30,K25.")) == "W:WK25,30:B1,K3"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "give the side to move"),
        ("B:W21", "give the side to move"),
        ("B:W21:B1:X3", "give the side to move"),
        ("R:W21:B1", "the side to move is B or W, not 'R'"),
        ("B:W21:B33", "'33' is not a square from 1 to 32"),
        ("B:W21:B0", "'0' is not a square from 1 to 32"),
        ("B:W21,:B1", "'' is not a square from 1 to 32"),
        ("B:W21:B1,1", "square 1 is given twice"),
        ("B:W21:B1,K1", "square 1 is given twice"),
        ("B:W21:B21", "square 21 is given to both sides"),
        ("B:W21:B30", "a black man on square 30 would be a king"),
        ("B:W2:B5", "a white man on square 2 would be a king"),
        ("B:W:B5", "white has just moved, but has no piece"),
        ("B:W21:B5:H81", "H counts the quiet plies"),
        ("B:W32:B1,2,3,4,5,6,7,8,9,10,11,12,13", "black has 13 pieces"),
    ],
)
def test_a_bad_position_is_told_in_one_line(text, complaint):
    with pytest.raises(zermelo.ZermeloError) as error:
        GAME.read_state(text)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


def test_a_move_is_touched_at_the_squares_that_its_text_names():
    noise = random.Random(8)
    jumps = 0
    for _ in range(30):
        state = GAME.initial()
        while not GAME.is_terminal(state):
            legal = GAME.legal(state)
            for action in legal:
                jumped = "x" in GAME.action_text(state, action)
                squares = GAME.action_text(state, action).replace("x", "-").split("-")
                cells = GAME.touches(state, action)
                assert (cells[0], cells[-1]) == (DARK[int(squares[0]) - 1], DARK[int(squares[-1]) - 1])
                assert all(abs(a[0] - b[0]) == (2 if jumped else 1) for a, b in itertools.pairwise(cells))
                jumps += jumped
            state = GAME.result(state, noise.choice(legal))
    assert jumps > 100


def test_a_king_that_comes_back_is_touched_twice_where_it_stands():
    state = GAME.read_state("B:W6,7,14,15:BK2")
    (cells,) = [GAME.touches(state, action) for action in GAME.legal(state)]
    assert cells in (round_trip := tuple(DARK[square - 1] for square in (2, 9, 18, 11, 2)), round_trip[::-1])
