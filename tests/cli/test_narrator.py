"""A game with hidden information in the terminal."""

from __future__ import annotations

import re

import pytest
from hidden.worlds import worlds
from smuggler import OWN, SECRETS, SMUGGLER

from zermelo import load
from zermelo.cli.narrator import Narrator
from zermelo.loading import game_names

HIDDEN = [name for name in game_names() if load(name).has_hidden]
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
    assert out.count("chance: card-72") == 1
    assert out.count("player 1 moves") == 1  # the hiding: thoughts are not noticed


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
    assert "player 1 moves" in second
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


def printed(game, viewer, actions, capsys):
    """What a person sees in the terminal of a game that is played like this."""
    state, narrator = game.initial(), Narrator(game, [viewer])
    narrator.begin(state)
    for action in actions:
        following = game.result(state, action)
        narrator.watch(state, game.to_move(state), action, following)
        state = following
        if not game.is_terminal(state) and game.to_move(state) == viewer:
            narrator.turn(state, viewer)
    return capsys.readouterr().out


def differing(name, count, capsys):
    """Games that look alike to a player and are told differently."""
    game = load(name)
    return [
        pair
        for pair in worlds(game, count, seed=3)
        if printed(game, pair.viewer, pair.one, capsys) != printed(game, pair.viewer, pair.other, capsys)
    ]


@pytest.mark.parametrize("name", [n if n == "leduc-poker" else pytest.param(n, marks=pytest.mark.long) for n in HIDDEN])
def test_what_looks_alike_is_told_alike(name, capsys):
    assert not differing(name, 5, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
def test_a_thousand_games_that_look_alike_are_told_alike(name, capsys):
    assert not differing(name, 1000, capsys)
