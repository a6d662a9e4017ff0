"""GTP lines: how they are read, who answers, and lines that make no sense."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some
from protocols.gtp.desk import Desk

import zermelo
from zermelo import ZermeloError
from zermelo.protocols.gtp.engine import COMMANDS
from zermelo.protocols.gtp.words import read_line


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", ("", "name", [])),
        ("12 name", ("12", "name", [])),
        ("007\tplay  b\tA1 # my best move", ("007", "play", ["b", "A1"])),
        ("pl\x07ay b\r a1\r\n", ("", "play", ["b", "a1"])),
        ("12name", ("", "12name", [])),
        ("12", ("12", "", [])),
        ("", None),
        (" \t ", None),
        ("# nothing", None),
        ("\x00\x01", None),
    ],
)
def test_lines_are_read_as_the_protocol_says(line, command):
    assert read_line(line) == command


def test_who_it_is():
    desk = Desk()
    assert desk.ask("protocol_version") == "2"
    assert desk.ask("name") == "Zermelo"
    assert desk.ask("version") == zermelo.__version__
    assert desk.ask("list_commands").split() == [*COMMANDS]
    assert desk.ask("known_command genmove") == "true"
    assert desk.ask("known_command moo") == "false"


def test_ids_come_back():
    desk = Desk()
    assert desk.raw("17 name") == ("=17 Zermelo\n", True)
    assert desk.raw("18 moo") == ("?18 unknown command\n", True)
    assert desk.raw("19 boardsize") == ("?19 syntax error: boardsize SIZE\n", True)
    assert desk.raw("20 clear_board") == ("=20\n", True)
    assert desk.raw("21 quit") == ("=21\n", False)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("moo", "unknown command"),
        ("12x", "unknown command"),
        ("name please", "syntax error: name"),
        ("boardsize 20", "unacceptable size"),
        ("boardsize 0", "unacceptable size"),
        ("boardsize nine", "syntax error: boardsize SIZE"),
        ("boardsize -3", "syntax error: boardsize SIZE"),
        ("komi much", "syntax error: komi POINTS"),
        ("komi nan", "syntax error: komi POINTS"),
        ("komi 0.3", "half points"),
        ("play black", "syntax error: play COLOUR VERTEX"),
        ("play green A1", "syntax error"),
        ("play black I3", "syntax error"),
        ("play black A6", "illegal move"),
        ("play black resign", "syntax error"),
        ("genmove", "syntax error: genmove COLOUR"),
        ("undo", "cannot undo"),
        ("fixed_handicap 2", "invalid number of stones"),
        ("place_free_handicap 1", "invalid number of stones"),
        ("set_free_handicap A1", "bad vertex list"),
        ("set_free_handicap A1 pass", "bad vertex list"),
        ("set_free_handicap A1 A1", "bad vertex list"),
        ("loadsgf", "syntax error: loadsgf"),
        ("loadsgf /no/such/file.sgf", "cannot load file: No such file"),
        ("time_settings 1 2", "syntax error"),
        ("time_settings 1 2 -3", "syntax error"),
        ("kgs-time_settings moon 3", "syntax error"),
        ("time_left black inf 0", "syntax error"),
        ("final_status_list asleep", "syntax error: final_status_list alive | dead | seki"),
        ("lz-analyze 10", "does not analyse"),
    ],
)
def test_mistakes_are_told_in_one_line(line, told):
    assert told in Desk().refused(line)


GRAMMAR = some.tuples(
    some.sampled_from([*COMMANDS, "moo", "7", ""]),
    some.lists(
        some.one_of(
            some.sampled_from(
                ["b", "W", "black", "A1", "b2", "T19", "pass", "5", "2", "19", "alive", "dead", "0", "-1"]
            ),
            some.text(max_size=4),
        ),
        max_size=4,
    ),
).map(lambda parts: " ".join([parts[0], *parts[1]]))
ANY = some.one_of(some.text(max_size=60), some.binary(max_size=60).map(lambda b: b.decode(errors="replace")), GRAMMAR)
SHARED = Desk("go:size=3")


@given(some.lists(ANY, min_size=1, max_size=12))
def test_any_line_gets_one_answer(lines):
    for line in lines:
        answer, _ = SHARED.raw(line)
        if read_line(line) is None:
            assert answer == ""
        else:
            assert re.fullmatch(r"[=?]\d*([ \n][^\n]+(\n[^\n]+)*)?\n", answer), (line, answer)


def test_another_game_or_board_is_refused():
    for game, told in (
        ("othello", "gtp plays Go, such as go:size=9, not othello"),
        ("go:rows=3,columns=5", "square, not 3 rows and 5 columns"),
        ("go:handicap=2", "fixed_handicap"),
    ):
        with pytest.raises(ZermeloError, match=told):
            Desk(game)
    assert len(Desk("go:rows=4,columns=4").board()) == 4
