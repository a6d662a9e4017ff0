"""Games that describe nothing: a grid becomes a board, named numbers become bars, anything else stays text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.picture import Bar, Bars, Board, Lines
from zermelo.show import svg, text
from zermelo.show.described import described


def game(initial: Any, mover: int = 0, over: bool = False, **parts: Any) -> zermelo.Game:
    """A game that has a picture and nothing else."""
    return zermelo.Game(
        lambda: initial,
        lambda state: mover,
        lambda state: iter([0]),
        lambda state, action: state,
        lambda state: over,
        lambda state, player: 0.0,
        compiles=False,
        **parts,
    )


def drawn(state: Any, initial: Any = None, **parts: Any):
    return game(state if initial is None else initial, **parts).describe(state)


class Marks(NamedTuple):
    board: Any
    player: int
    captured: int = 3


class Take(NamedTuple):
    stones: int
    player: int


class Counted(NamedTuple):
    stones: int
    stones_taken: int
    half: float
    word: int


@dataclass(frozen=True)
class Loose:
    board: tuple[int, ...]
    player: int


CROSS = (("X", "", ""), ("", "O", ""), ("", "", "X"))


@pytest.mark.parametrize(
    "state",
    [
        (("X", ".", "."), (".", "O", "."), (".", ".", "X")),
        (("X", None, 0), (0, "O", " "), ("", "-", "X")),
        ("X..", ".O.", "..X"),
        ("X", "", "", "", "O", "", "", "", "X"),
        "X...O...X",
        "X---O---X",
        "X   O   X",
        Marks("X...O...X", 0),
        Marks(("X..", ".O.", "..X"), 1),
        ("X...O...X", 1),
        Loose(("X", 0, 0, 0, "O", 0, 0, 0, "X"), 0),
    ],
)
def test_a_grid_is_a_board_however_it_is_kept(state):
    picture = drawn(state)
    assert isinstance(picture, Board)
    assert picture.cells == CROSS


def test_a_boards_caption_tells_whose_turn_it_is_and_what_else_there_is():
    assert drawn(Marks("X...", 1), mover=1, player_names=("X", "O")).caption == "captured: 3\nO to move"
    assert drawn(("X...", 1), mover=1).caption == "player 2 to move"
    assert drawn(("X...", 7), mover=1).caption == "2: 7\nplayer 2 to move"
    assert drawn("X...", mover=zermelo.CHANCE).caption == "chance to move"
    assert drawn("XXXX", "....", over=True).caption == "the game is over"
    long = drawn(Marks("X...", 0, "word " * 40)).caption.splitlines()[0]
    assert len(long) <= 80
    assert long.endswith("…")


def test_rows_need_not_be_square():
    picture = drawn(((1, 0, 2), (0, 0, 10)))
    assert picture.cells == (("1", "", "2"), ("", "", "10"))
    assert text(picture) == " 1 .  2\n . . 10\nplayer 1 to move"


def test_numpy_arrays_are_grids_too():
    numpy = pytest.importorskip("numpy")
    marks = numpy.array([[1, 0, 0], [0, 2, 0]], numpy.int8)
    for board in (marks, marks.astype(float)):
        assert drawn(board).cells == drawn((board, 0)).cells == (("1", "", ""), ("", "2", ""))
    assert drawn(Marks(marks, 1, numpy.zeros(3)), mover=1).caption == "captured: [0. 0. 0.]\nplayer 2 to move"
    assert drawn(numpy.array(["X", ".", ".", "O"])).cells == (("X", ""), ("", "O"))
    assert drawn((marks, numpy.zeros((2, 2, 2)))).cells == (("1", "", ""), ("", "2", ""))


def test_truths_are_ones():
    assert drawn(((True, False), (False, True))).cells == (("1", ""), ("", "1"))


def test_short_words_are_pieces_where_there_are_many():
    assert drawn(("wK", *["", "bQ"] * 4)).cells[0] == ("wK", "", "bQ")
    chessmen = drawn(("wK", "bQ", "--") * 3).cells
    assert chessmen == (("wK", "bQ", "--"),) * 3


@pytest.mark.parametrize(
    ("state", "initial"),
    [
        ((1, 2, 3, 4), ()),  # the moves that were played
        (((1, 2), (3, 4)), ((1, 2),)),
        ("left", "root"),  # the name of a node
        ("XOXO", "ROOT"),
        ("a word", None),
        (7, None),
        (None, None),
        ((1, 2, 3), None),
        (("12345", 1, 2, 3), None),  # too long for a cell
        (((1, 2), (3,)), None),
        (frozenset({1}), None),
        (("ab", "cd", 3), None),
        ((Take(1, 0), Take(2, 0)), None),
        (Marks("root", 0), None),
        (Marks((), 0), None),
    ],
)
def test_what_is_no_grid_stays_text(state, initial):
    picture = drawn(state, initial)
    assert picture == Lines((game(state).state_text(state),))


def test_two_grids_are_not_told_apart():
    class Hands(NamedTuple):
        mine: tuple[int, ...]
        theirs: tuple[int, ...]

    assert isinstance(drawn(Hands((1, 2, 3, 4), (5, 6, 7, 8))), Lines)


def test_named_numbers_are_bars_and_the_player_is_in_the_caption():
    assert drawn(Take(5, 1), Take(21, 0), mover=1) == Bars((Bar("stones", 5, 21),), "player 2 to move")
    assert text(drawn(Take(5, 1), Take(7, 0), mover=1)) == "  stones  5  ▇▇▇▇▇··\nplayer 2 to move"


def test_only_what_was_there_at_the_start_and_shrinks_is_drawn_as_a_length():
    picture = drawn(Counted(3, 4, 0.5, 1 << 40), Counted(7, 0, 1.0, 1 << 50))
    assert picture.bars == (Bar("stones", 3, 7), Bar("stones taken", 4), Bar("half", 0.5), Bar("word", 1 << 40))
    assert drawn(Take(9, 0), Take(7, 0)).bars == (Bar("stones", 9),)


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), -3, 10**400])
def test_strange_numbers_are_only_written(value):
    for picture in (drawn(Take(value, 0), Take(7, 0)), drawn(Take(7, 0), Take(value, 0)), drawn(Take(value, 0))):
        assert picture.bars[0].most == 0
        ElementTree.fromstring(svg(picture))
        assert text(picture)
        assert described(picture)


def test_words_of_bits_in_numpy_are_numbers_too():
    numpy = pytest.importorskip("numpy")
    assert text(drawn(Take(numpy.uint64(12), 0), Take(numpy.uint64(12), 0))).startswith("  stones  12  ▇▇▇▇▇▇▇▇▇▇▇▇\n")


def test_a_games_own_picture_comes_first():
    assert drawn("....", picture=lambda state: Lines(("mine",))) == Lines(("mine",))


states = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=17),
    lambda smaller: st.lists(smaller, max_size=9).map(tuple) | st.builds(Marks, smaller, st.integers(0, 1), smaller),
    max_leaves=30,
)


@given(states, states)
def test_any_state_can_be_drawn(state, initial):
    for first in (state, initial):
        picture = drawn(state, first)
        ElementTree.fromstring(svg(picture))
        text(picture)


@given(st.integers(2, 5), st.integers(2, 5), st.data())
def test_every_grid_of_short_things_is_a_board_of_its_shape(rows, columns, data):
    cell = st.sampled_from([0, 1, 2, -1, 10, "", ".", "X", "♞", None])
    row = st.lists(cell, min_size=columns, max_size=columns).map(tuple)
    grid = data.draw(st.lists(row, min_size=rows, max_size=rows).map(tuple))
    picture = drawn(grid)
    assert [len(line) for line in picture.cells] == [columns] * rows
    for given_row, drawn_row in zip(grid, picture.cells, strict=True):
        for value, shown in zip(given_row, drawn_row, strict=True):
            assert shown == ("" if value in (0, "", ".", None) else str(value))
