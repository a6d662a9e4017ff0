"""Figures are read from their files."""

from __future__ import annotations

import pytest

from zermelo import MIN, ZermeloError, load
from zermelo.figures import CHAPTERS, figure, figure_names, figures
from zermelo.figures.reading import read_figure

TEXT = """\
# a comment
title: A tree
chapter: minimax
tree: [[3,12],[2,4]]
question: Which action, and
    why?

    Say it.
explanation: It is worth {value}.
facts:
    value = 3 | value by minimax
"""


def refused(text):
    with pytest.raises(ZermeloError) as error:
        read_figure("sample", text)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_file_is_read():
    found = read_figure("sample", TEXT)
    assert (found.name, found.title, found.chapter, found.game) == ("sample", "A tree", "minimax", "[[3,12],[2,4]]")
    assert found.question == "Which action, and why?\n\nSay it."
    assert found.explanation == "It is worth 3."
    assert (found.facts["value"].text, found.facts["value"].measure) == ("3", "value by minimax")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (TEXT.replace("title", "titel"), "line 2: 'titel' is no part of a figure"),
        (TEXT.replace("chapter: minimax\n", ""), "sample has no chapter"),
        (TEXT.replace("minimax\n", "maximin\n", 1), "the chapters are games, minimax"),
        (TEXT.replace("tree: [[3,12],[2,4]]\n", ""), "needs a game or a tree"),
        (TEXT.replace("{value}", "{worth}"), "{worth} names no fact; there are value"),
        (TEXT.replace(" | value by minimax", ""), "should read 'name = text | how it is measured'"),
        (TEXT + "    value = 4 | value by minimax\n", "a second fact is called value"),
        (TEXT + "title: Another\n", "line 12: a second title"),
        (TEXT + "more\n", "line 12: 'more' should read 'key: text' or be indented"),
        ("  indented\n" + TEXT, "line 1: indented, but below no part"),
    ],
)
def test_what_is_wrong_is_told(wrong, words):
    assert words in refused(wrong)


def test_figures_are_listed_in_the_order_of_the_chapters():
    places = [CHAPTERS.index(one.chapter) for one in figures()]
    assert places == sorted(places)
    assert sorted(one.name for one in figures()) == figure_names()


def test_an_unknown_name_is_told_with_a_near_one():
    with pytest.raises(ZermeloError, match="no figure is called 'two-pla'; did you mean two-ply"):
        figure("two-pla")
    with pytest.raises(ZermeloError, match=r"no figure is called '\.\./\.\./etc'; `zermelo figure` lists"):
        figure("../../etc")


def test_a_figure_is_a_game():
    game = load("figure:two-ply")
    assert game.legal(game.initial()) == [0, 1, 2]
    game = load("figure:binary-16:first=min")
    assert game.to_move(game.initial()) == MIN


def test_the_game_begins_at_the_figure_s_position():
    game = load("figure:horizon")
    assert game.state_text(game.initial()) == figure("horizon").position
    assert game.initial() == game.initial()


def test_a_trace_goes_as_deep_as_a_figure_draws():
    assert figure("horizon").searched == figure("backgammon-6-5").searched == ("", 1)
    assert figure("two-ply").searched[0] == "alphabeta"
