"""What a position looks like, described once and drawn by `show/` as text, as SVG and on the page.

A game describes its positions and never draws them. A few kinds of picture serve every game so far: a board (squares,
holes, crossings of lines, hexagons, a maze, tiles, lines between dots, pits, a score sheet, columns to climb) with dice
beside it, bars of labelled values, a tree, hands of cards or dice, the points of a backgammon board, a track around
which tokens move, and plain lines of text. `docs/pictures.md` shows how a game describes each kind of board.

kinds       the kinds of picture
guessing    pictures of a game that describes nothing
arranging   positions that are put together on the board
drawing     how games, analyses, traces and matches draw themselves
"""

from zermelo.picture.arranging import Arranging, written_rows
from zermelo.picture.drawing import DRAWINGS, drawn_by
from zermelo.picture.guessing import guessed
from zermelo.picture.kinds import (
    Annotations,
    Bar,
    Bars,
    Board,
    Cards,
    Cell,
    Hand,
    Lines,
    Node,
    Picture,
    Place,
    Points,
    Purse,
    Track,
    Tree,
    cells_between,
    die_cell,
    in_a_row,
    point_cell,
)

__all__ = [
    "DRAWINGS",
    "Annotations",
    "Arranging",
    "Bar",
    "Bars",
    "Board",
    "Cards",
    "Cell",
    "Hand",
    "Lines",
    "Node",
    "Picture",
    "Place",
    "Points",
    "Purse",
    "Track",
    "Tree",
    "cells_between",
    "die_cell",
    "drawn_by",
    "guessed",
    "in_a_row",
    "point_cell",
    "written_rows",
]
