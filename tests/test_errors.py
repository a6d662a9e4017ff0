"""Errors about what a person typed are one short line, whatever was typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import ZermeloError, load
from zermelo.books.text import read_text
from zermelo.cli.match import read_clock
from zermelo.game import LONGEST_ERROR, brief
from zermelo.loading import game_names
from zermelo.players.engines import engine
from zermelo.protocols.external import read_spec
from zermelo.protocols.uci.go import read_go
from zermelo.records.pgn import read_games
from zermelo.records.sgf import read_game, read_sgf
from zermelo.search.textbook.opponents import read_opponent
from zermelo.web.debugger.report import trace_game

MOST = LONGEST_ERROR + 60  # the list of an engine's options is long
GAMES = [name for name in game_names() if name != "tree"]


def complaint(read, text):
    """What is said about a text; "" if it is right."""
    try:
        read(text)
    except ZermeloError as error:
        return str(error)
    return ""


def game_reader(name, read):
    return lambda text: read(load(name), text)


def sgf(text):
    for root in read_sgf(text):
        read_game(root)


READERS = {
    "load": load,
    "nim": lambda text: load(f"nim:{text}"),
    "parameter": lambda text: load("go", **{"ko": text, text[:100]: 1}),
    "engine": engine,
    "alphabeta": lambda text: engine(f"alphabeta:{text}"),
    "external": read_spec,
    "opponent": lambda text: read_opponent(text, engine),
    "clock": lambda text: read_clock(text, 2),
    "go": lambda text: read_go(text.split()),
    "pgn": lambda text: list(read_games(text)),
    "sgf": sgf,
    "tree": trace_game,
    "book": lambda text: read_text(load("tic-tac-toe"), text, "mine.txt"),
    **{f"{name} state": game_reader(name, lambda game, text: game.read_state(text)) for name in GAMES},
    **{
        f"{name} action": game_reader(name, lambda game, text: game.read_action(game.initial(), text)) for name in GAMES
    },
}
BEGINNINGS = [
    "",
    "depth=",
    "stones=",
    "time=9,",
    "x=1,",
    "mine.py:",
    "[",
    "(;SZ[",
    "(;GM[1]SZ[9];B[",
    '[Event "',
    "1. e4 ",
]
BEGINNINGS += [
    "{",
    "graph TD\n",
    "depth ",
    "8/8/8/8/8/8/8/8 w - - ",
    "W:W",
    "0.5*",
    "b2 a1 ",
    "uci:x,",
    "....:",
    "4",
    "9" * 30,
]

words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=6)
typed = st.builds(
    lambda beginning, word, times, end: beginning + word * times + end,
    st.sampled_from(BEGINNINGS),
    words | st.sampled_from(["x", "1", "-", "a1 ", "\n", "'", "[", "/"]),
    st.sampled_from([1, 30, 3000]),
    st.sampled_from(["", "]", "])", '"]', "=1", ",y=2"]),
)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=25, deadline=None)
@given(typed)
def test_an_error_is_one_short_line(name, text):
    told = complaint(READERS[name], text)
    assert len(told) <= MOST
    assert len(told.splitlines()) <= 1


@given(words, st.integers(1, 100), st.integers(2, 80))
def test_brief_is_one_line_of_at_most_so_many_characters(word, times, most):
    shown = brief(word * times, most)
    assert len(shown) <= most
    assert len(shown.splitlines()) <= 1
    if len(word * times) <= most and word.isalnum():
        assert shown == word * times
