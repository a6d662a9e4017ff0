"""`zermelo gtp` as a verb; the protocol is in tests/protocols/test_gtp.py."""

from __future__ import annotations

import pytest


def test_it_ends_with_its_input(zermelo):
    code, out, errors = zermelo("gtp", typed="name\n1 moo\n")
    assert (code, out, errors) == (0, "= Zermelo\n\n?1 unknown command\n\n", "")


def test_only_the_protocol_is_on_the_output(zermelo):
    code, out, _ = zermelo("gtp", "go:size=3", "-e", "random:seed=1", typed="genmove b\nshowboard\nquit\nname\n")
    assert code == 0
    assert out.count("\n\n") == 3
    assert "Zermelo" not in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("othello",), "gtp plays Go, such as go:size=9, not othello"),
        (("go:size=30",), "1 to 19 rows"),
        (("go:rows=3,columns=4",), "square"),
        (("go:handicap=3",), "fixed_handicap"),
        (("--engine", "moo"), "no engine is called 'moo'"),
        (("--engine", "gtp:sh"), "a search of ours"),
        (("--resign", "2"), "--resign"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, words, told):
    code, out, errors = zermelo("gtp", *words)
    assert (code, out) == (2, "")
    assert told in errors
    assert len(errors.splitlines()) == 1


def test_help(zermelo):
    code, out, _ = zermelo("gtp", "--help")
    assert code == 0
    assert "GTP" in out
    assert "--resign" in out
