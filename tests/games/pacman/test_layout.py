"""Layouts of Pac-Man: what they are read from, and what is wrong with some."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.games.pacman.layout import FAR, read_layout
from zermelo.games.pacman.layouts import LAYOUTS

ROWS = "%%%%%/%P.G%/%%%%%"


@pytest.mark.parametrize("name", LAYOUTS)
def test_our_layouts_are_read(name):
    layout = read_layout(name)
    assert layout.ghosts
    assert (layout.distances < FAR).all()  # no cell is cut off
    assert (layout.distances == layout.distances.T).all()


def test_rows_may_be_separated_by_slashes_or_lines_and_hold_spaces():
    assert read_layout("%%%%%%/%P_.G%/%%%%%%").rows == read_layout("\n%%%%%%\n%P .G%\n%%%%%%\n\n").rows


def test_cells_and_distances():
    layout = read_layout("%%%%%/%P_G%/%_%%%/%.o_%/%%%%%")
    assert layout.cells == ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3))
    assert layout.after[0].tolist() == [0, 1, 3, 0, 0]
    assert layout.distances[2, 6] == 6
    assert (layout.pacman, layout.ghosts, layout.food, layout.capsules) == (0, (2,), (4,), (5,))


def test_a_file_is_read(tmp_path):
    file = tmp_path / "mine.lay"
    file.write_text(ROWS.replace("/", "\n"))
    game = zermelo.load("pacman", layout=str(file))
    assert game.state_text(game.initial()).startswith("%%%%%/%_._%/%%%%% P2,2 G2,4- ")
    assert zermelo.load(game.title).state_text(game.initial()) == game.state_text(game.initial())


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("%%%%%%/%P.GP%/%%%%%%", "a layout has one Pac-Man, P, not 2"),
        ("%%%%%/%_.G%/%%%%%", "a layout has one Pac-Man, P, not none"),
        ("%%%%%/%P_G%/%%%%%", "a layout has food, at least one ."),
        ("%%%%%/%P._%/%%%%%", "a layout has 1 to 16 ghosts, G, not none"),
        ("%%%%%/%P.G%/%%%%", "the rows of a layout are equally long: row 3 has 4 cells, row 1 has 5"),
        ("%%%%%/%P.G_/%%%%%", "a layout has walls, %, all around it: row 2 is open"),
        ("%%.%%/%P.G%/%%%%%", "a layout has walls, %, all around it: row 1 is open"),
        ("%%%%%/%P?G%/%%%%%", "'?' in row 2, column 3: a layout is made of % (wall), . (food), o (capsule), G (ghost)"),
        ("%%%%%%/%PG%.%/%%%%%%", "Pac-Man cannot reach the food in row 2, column 5: walls are in the way"),
        ("smal", "no layout is called 'smal': there are small, rooms, trapped, halls, FILE.lay, or rows such as %%"),
        ("/nowhere/mine.lay", "there is no file /nowhere/mine.lay"),
        ("%", "a layout has one Pac-Man, P, not none"),
        (" /%%%%%/%P.G%/%%%%%", "a layout has walls, %, all around it: row 1 is open"),
        ("\u2028%%%%%/%P.G%/%%%%%", "' ' in row 1, column 1: a layout is made of"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(layout, words):
    with pytest.raises(zermelo.ZermeloError) as error:
        zermelo.load("pacman", layout=layout)
    assert str(error.value).startswith(f"pacman: {words}")
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_layout_is_named(tmp_path):
    file = tmp_path / "mine.lay"
    file.write_text("hello")
    with pytest.raises(zermelo.ZermeloError, match=r"mine.lay: 'h' in row 1, column 1: a layout is made of"):
        zermelo.load("pacman", layout=str(file))
    file.write_bytes(b"\xff\xfe%")
    with pytest.raises(zermelo.ZermeloError, match=r"cannot be read: it is not text in UTF-8"):
        zermelo.load("pacman", layout=str(file))
