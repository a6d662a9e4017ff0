"""`zermelo uci` as a verb; the protocol is in tests/protocols/test_uci.py."""

from __future__ import annotations


def test_it_ends_with_its_input(zermelo):
    code, out, errors = zermelo("uci", typed="uci\n")
    assert (code, errors) == (0, "")
    assert out.splitlines()[0].startswith("id name Zermelo")
    assert out.splitlines()[-1] == "uciok"


def test_only_the_protocol_is_on_the_output(zermelo):
    code, out, _ = zermelo("uci", typed="hello\nposition startpos moves e2e5\nd\nquit\nuci\n")
    assert code == 0
    assert len(out.splitlines()) == 3
    assert all(line.startswith("info string ") for line in out.splitlines())


def test_help(zermelo):
    code, out, _ = zermelo("uci", "--help")
    assert code == 0
    assert "UCI" in out
