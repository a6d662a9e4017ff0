"""A game with hidden information in the terminal."""

from __future__ import annotations

import re

import pytest
from smuggler import OWN, SECRETS, SMUGGLER

CURTAIN = "-" * 40
OPEN = "the game is over, and everything is open:"


@pytest.fixture
def smuggler(tmp_path):
    (tmp_path / "smuggler.py").write_text(SMUGGLER)
    return tmp_path / "smuggler.py"


@pytest.mark.parametrize("seat", [0, 1])
def test_one_person_sees_their_own_view_until_the_end(zermelo, smuggler, seat):
    players = ["random", "random"]
    players[seat] = "human"
    typed = ("think-81000\nhide-left\n", "moves\nundo\nsay-right\n")[seat]
    for seed in range(4):
        code, out, err = zermelo("play", smuggler, *players, "--seed", seed, typed=typed)
        assert (code, err) == (0, "")
        before, _, after = out.partition(OPEN)
        assert not SECRETS[seat].search(before)
        assert OWN[seat].search(before)
        assert re.search(r"71\d\d\d", after)
        assert re.search(r"72\d\d\d", after)
        assert "hide-" in after


def test_what_is_not_seen_is_said(zermelo, smuggler):
    out = zermelo("play", smuggler, "random", "human", "--seed", 1, typed="say-right\n")[1].partition(OPEN)[0]
    assert out.count("something happens") == 2  # the deal, and the hiding: thoughts are not noticed


def test_two_people_get_a_curtain(zermelo, smuggler):
    typed = "\nthink-81000\nhide-right\n\nsay-right\n"
    code, out, _ = zermelo("play", smuggler, "human", "human", "--seed", 2, typed=typed)
    assert code == 0
    start, first, second, end = re.split(
        f"{CURTAIN}\npass the keyboard .*? presses Enter {CURTAIN}\n|{CURTAIN}\n\n", out
    )
    assert not SECRETS[0].search(start + first)
    assert not SECRETS[1].search(start + second)
    assert re.search("71...", first)
    assert re.search("72...", second)
    assert "hide-right" in first
    assert "something happens" in second
    assert OPEN in end
    assert end.splitlines()[-1].startswith("Player 2 wins after 5 plies: card-71")


def test_engines_alone_hide_nothing(zermelo, smuggler):
    out = zermelo("play", smuggler, "random", "random", "--seed", 1)[1]
    assert re.search("card-71...", out)
    assert "something happens" not in out
    assert OPEN not in out


def test_leaving_reveals_nothing(zermelo, smuggler):
    for seats, typed in ((["human", "random"], "quit\n"), (["human", "human"], "\nhide-left\n")):
        code, out, _ = zermelo("play", smuggler, *seats, "--seed", 1, typed=typed)
        assert code == 0
        assert out.endswith("goodbye\n")
        assert not SECRETS[0].search(out)


def test_a_move_cannot_be_taken_back(zermelo):
    out = zermelo("play", "kuhn-poker", "human", "random", typed="undo\nhelp\nquit\n")[1]
    assert "a move cannot be taken back in a game with hidden information" in out
    assert out.count("type a move, or: moves (list the legal ones), hint (what an engine would play), help, quit") == 2
