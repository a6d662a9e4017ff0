"""Figures are drawn in the terminal and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from zermelo import ZermeloError, load
from zermelo.figures import figure, figure_names
from zermelo.show.figures.boards import first_plies
from zermelo.show.figures.drawing import drawn
from zermelo.show.figures.report import figure_svg, figure_text


def words_of(name):
    """The texts of a figure's SVG."""
    return [text.text for text in ElementTree.fromstring(figure_svg(figure(name))).iter() if text.tag.endswith("text")]


@pytest.mark.parametrize("name", figure_names())
def test_every_figure_is_drawn_in_both_ways(name):
    shown = figure(name)
    told = figure_text(shown)
    assert told.startswith(shown.title)
    assert all(f"  {fact.name} " in told for fact in shown.facts.values())
    assert max(map(len, told.splitlines())) <= 140
    assert words_of(name)


def test_a_figure_shows_itself():
    shown = figure("two-ply")
    assert str(shown) == figure_text(shown)
    assert shown._repr_svg_() == figure_svg(shown)


def test_boards_stand_at_the_nodes_and_symmetric_ones_are_merged():
    root = first_plies(load("tic-tac-toe"), 2, depth=2)
    assert [child.edge for child in root.children] == ["a3", "b3", "b2"]
    assert [child.words for child in root.children] == [("-1",), ("-2",), ("1",)]
    assert [child.best for child in root.children] == [False, False, True]
    assert [len(child.children) for child in root.children] == [5, 5, 2]
    assert " X . .    . X .    . . .\n . . .    . . .    . X ." in drawn(figure("open-lines-two-plies")).text


def test_the_opponents_simulation_is_inside_its_chance_node():
    text = drawn(figure("opponent-80-20")).text
    assert "move 1: 0.8 + 0.1 = 0.9" in text
    assert "0.9 × 7 + 0.1 × 30 = 9.3" in text
    assert "┝━ 1 → ▲ 7 ★ best" in text
    assert "0.9 × 8 + 0.1 × 9 = 8.1" in words_of("opponent-80-20")


def test_ucb1_is_told_for_every_child():
    text = drawn(figure("ucb1")).text
    assert "b → 1/10 (0.100 + 0.950 = 1.050)" in text
    assert "┝━ a → 60/79 (0.759 + 0.338 = 1.098) ★ best" in text


def test_points_are_numbered_as_the_slide_has_them():
    rows = drawn(figure("backgammon-6-5")).text.splitlines()
    assert rows[0].split()[:3] == ["13", "14", "15"]
    assert rows[12].split()[:3] == ["12", "11", "10"]
    assert rows[-1] == "white to move with 6-5"


def test_curves_show_the_facts_and_formulas_are_dashed():
    told = drawn(figure("leaves-by-order"))
    assert "■ worst child first" in told.text
    assert told.svg.count("<polyline") == 6
    assert told.svg.count(' formula"') == 6  # a curve and its sample in the legend, three times


def test_a_table_shows_the_facts():
    assert "alpha-beta as in the book   6" in drawn(figure("chess-million")).text


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("picture", "'picture' is no drawing; see docs/figures.md"),
        ("plot depth of most", "the plot asks for 'most', and the facts are value, action"),
        ("position numbered by the other", "only the points of a backgammon board are numbered by a player"),
        ("counts at 1.4", "there are no wins and visits at root"),
    ],
)
def test_what_cannot_be_drawn_is_told(drawing, words):
    with pytest.raises(ZermeloError, match=words):
        drawn(replace(figure("two-ply"), drawing=drawing))
