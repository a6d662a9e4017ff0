"""Errors about what a person typed are one short line, whatever was typed."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from readers import READERS

from zermelo.game import LONGEST_ERROR, ZermeloError, brief

MOST = LONGEST_ERROR + 60  # the list of an engine's options is long


def complaint(read, text):
    """What is said about a text; "" if it is right."""
    try:
        read(text)
    except ZermeloError as error:
        return str(error)
    return ""


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
@example("0" * 3000)
def test_an_error_is_one_short_line(name, text):
    told = complaint(READERS[name].read, text)
    assert len(told) <= MOST
    assert len(told.splitlines()) <= 1


@given(words, st.integers(1, 100), st.integers(2, 80))
def test_brief_is_one_line_of_at_most_so_many_characters(word, times, most):
    shown = brief(word * times, most)
    assert len(shown) <= most
    assert len(shown.splitlines()) <= 1
    if len(word * times) <= most and word.isalnum():
        assert shown == word * times
