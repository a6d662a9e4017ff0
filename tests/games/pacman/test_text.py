"""Positions of Pac-Man as text."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.show import text

ROWS = "%%%%%%%/%P.o_G%/%%%%%%%"
POSITION = "%%%%%%%/%_.___%/%%%%%%% P2,3 G2,5u12 score=-2 moves=2 turn=1"  # the capsule was eaten


@pytest.fixture
def game():
    return zermelo.load("pacman", layout=ROWS)


def test_a_position_is_read_and_written(game):
    state = game.read_state(POSITION)
    assert game.state_text(state) == POSITION
    assert (state.score, state.moves, state.mover, state.left) == (-2, 2, 1, 1)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("", "give the maze, Pac-Man, 1 ghosts and the rest"),
        (POSITION.replace(" G2,5u12", ""), "give the maze, Pac-Man, 1 ghosts and the rest"),
        (POSITION.replace("%_.___%", "%_.__%%"), "the walls are not those of the layout"),
        (POSITION.replace("%_.___%", "%..___%"), "the layout has no '.' in row 2, column 2"),
        (POSITION.replace("P2,3", "P1,1"), "'P1,1' is no place in the maze"),
        (POSITION.replace("P2,3", "P2,3u"), "Pac-Man is P with a row and a column"),
        (POSITION.replace("turn=1", "turn=2"), "moves are 0 to 500, turn is 0 to 1"),
        (POSITION.replace("moves=2", "moves=501"), "moves are 0 to 500, turn is 0 to 1"),
        (POSITION.replace("score=-2", "score=-3"), "the score is -2 to 0 after 2 moves and what is eaten, not -3"),
        (POSITION.replace("score=-2", "score=1000000"), "the score is -2 to 0 after 2 moves"),
        (POSITION.replace("%_.___%", "%_.o__%"), "a capsule that is eaten scares the ghosts"),
        (POSITION.replace("u12", "u41"), "a ghost is scared for 40 moves at most, not 41"),
        (POSITION.replace("moves=2", "moves=0"), "Pac-Man moves first"),
        (POSITION.replace("%_.___%", "%_____%") + " caught", "who has eaten all food is not caught"),
    ],
)
def test_what_is_no_position_is_told(game, position, words):
    with pytest.raises(zermelo.ZermeloError) as error:
        game.read_state(position)
    assert words in str(error.value)


def test_directions_have_several_names(game):
    state = game.initial()
    assert [game.read_action(state, word) for word in ("right", "r", "east", "E", "stop")] == [1, 1, 1, 1, 4]


def test_the_maze_is_drawn(game):
    assert text(game.describe(game.initial())) == "██████████████\n██P . o   G ██\n██████████████\n" + (
        "score 0, food left 1, moves left 500"
    )
    scared = game.describe(game.read_state(POSITION))
    assert scared.cells[1] == ("", "", "P", "", "g", "", "")
    assert scared.caption.endswith("ghosts scared for 12")
