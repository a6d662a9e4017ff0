"""Tournaments that are played: their results, bots with faults, and Ctrl-C."""

from __future__ import annotations

import json
import time
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo.search.time.clock import Clock
from zermelo.show.contests.standings import tournament_text

BOTS = {
    "good.py": "def good(game, state):\n    return game.legal(state)[0]\n",
    "bad.py": "def bad(game, state):\n    return 1 // 0\n",
    "cheat.py": "def cheat(game, state):\n    return 99\n",
    "slow.py": "def slow(game, state):\n    while True:\n        pass\n",
    "quits.py": "import sys\n\ndef quits(game, state):\n    sys.exit(3)\n",
}


@pytest.fixture
def bots(tmp_path):
    for name, text in BOTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_all_meet_from_both_sides_and_the_same_openings():
    game = zermelo.load("nim", stones=9)
    engines = [zermelo.Minimax(compiled=False), "random", "random"]
    told = []
    found = zermelo.tournament(game, engines, games=4, seed=2, opening=1, progress=told.append)
    assert found.engines == ("minimax:compiled=false", "random", "random (2)")
    assert [one.games for one in told] == list(range(1, 13))
    assert found.is_complete
    assert found.standings[0].engine == "minimax:compiled=false"
    assert found.standings[0].points == found.points_between(0, 1) + found.points_between(0, 2)
    assert [found.counts_between(1, 0)] == [found.counts_between(0, 1)[::-1]]
    starts = {}
    for bout, record in zip(found.bouts, found.records, strict=True):
        starts.setdefault(bout.number // 2, set()).add(record.start)
    assert all(len(these) == 1 for these in starts.values())
    assert {bout.seats for bout in found.bouts if bout.engines == (0, 1)} == {(0, 1), (1, 0)}
    assert found.pairs_between(0, 1).total == 2
    again = zermelo.tournament(game, engines, games=4, seed=2, opening=1, concurrency=1)
    assert [one.actions for one in again.records] == [one.actions for one in found.records]
    text = str(found)
    assert "round-robin of 3: 12 games" in text
    assert "1. minimax:compiled=false" in text
    ElementTree.fromstring(found._repr_svg_())
    assert len(json.dumps(found.to_json(), allow_nan=False)) > 100
    assert found.to_records()[0]["place"] == 1


def test_every_seat_is_taken_in_a_game_for_three():
    found = zermelo.tournament(zermelo.load("castles"), ["random", "random", "random:seed=3", "random"], seed=1)
    assert found.games == 4 * 3
    assert {bout.seats for bout in found.bouts if bout.engines == (0, 1, 3)} == {(0, 1, 3), (3, 0, 1), (1, 3, 0)}
    assert found.is_scored
    assert "mean utility per seat" in str(found)
    assert found.pairs_between(0, 1) is None


def test_faults_cost_the_game_and_are_told(bots):
    engines = [str(bots / name) for name in ("good.py", "bad.py", "cheat.py", "quits.py")]
    found = zermelo.tournament(zermelo.load("nim"), engines, seed=1)
    assert found.engines == ("good.py", "bad.py", "cheat.py", "quits.py")
    assert found.counts_between(0, 1) == found.counts_between(0, 2) == found.counts_between(0, 3) == (2, 0, 0)
    assert found.standings[0].engine == "good.py"
    assert found.standings[0].faults == 0
    faults = " ".join(found.faults)
    assert "bad.py crashed: line 2: ZeroDivisionError: " in faults
    assert "illegal move by cheat.py: 99 at " in faults
    assert "quits.py crashed: line 4: SystemExit: 3" in faults
    assert "game 1 and 3 more: bad.py crashed" in str(found)


def test_a_bot_that_never_answers_loses_on_time(bots):
    engines = [str(bots / "good.py"), str(bots / "slow.py")]
    begin = time.monotonic()
    found = zermelo.tournament(zermelo.load("nim"), engines, clock=Clock((0.2, 0.2), (0.0, 0.0)))
    assert found.counts_between(0, 1) == (2, 0, 0)
    assert found.faults == ("game 1: slow.py ran out of time", "game 2: slow.py ran out of time")
    assert time.monotonic() - begin < 60


def test_ctrl_c_returns_what_was_played():
    def interrupted(found):
        if found.games == 3:
            raise KeyboardInterrupt

    found = zermelo.tournament(zermelo.load("nim"), ["random"] * 3, games=4, progress=interrupted)
    assert (found.games, found.is_complete) == (3, False)
    assert "ended early (about 12 were planned)" in str(found)


def test_swiss_byes_and_knock_out_places():
    engines = ["random", "random", zermelo.Minimax(compiled=False)]
    found = zermelo.tournament(zermelo.load("nim", stones=7), engines, "swiss", seed=3)
    assert sum(one.points for one in found.standings) == found.games + 2 * 3  # a bye in each round of two games
    found = zermelo.tournament(zermelo.load("nim", stones=7), engines, "knock-out", seed=3, opening=2)
    assert found.standings[0].place == 1
    assert {one.place for one in found.standings} == {1, 2, 3}


def test_a_narrow_terminal_cuts_no_name():
    found = zermelo.tournament(zermelo.load("nim", stones=5), ["random"] * 8, seed=1)
    lines = tournament_text(found, 40).splitlines()
    cross = lines[lines.index("") + 10 :]
    places = [f"{one.place}. {one.engine}" for one in found.standings]
    assert sum(line.startswith("1. random") for line in cross) == 2  # the table comes in parts
    first = next(at for at, line in enumerate(cross) if line.startswith("1. random"))
    assert max(map(len, cross[first - 1 : first + 8])) <= 40
    assert all(any(name.split(". ")[1] in line for line in cross) for name in places)


def test_an_engine_that_cannot_play_is_refused():
    with pytest.raises(zermelo.ZermeloError, match="ghosts play pacman only"):
        zermelo.tournament(zermelo.load("nim"), ["random", "ghosts"])
    with pytest.raises(zermelo.ZermeloError, match="as many different names"):
        zermelo.tournament(zermelo.load("nim"), ["random", "random"], names=["a", "a"])


def test_results_by_opening_add_up_and_are_drawn():
    """Each opening is named by its moves, has the games of all meetings, and a bar in the drawing."""
    game = zermelo.load("tic-tac-toe")
    found = zermelo.tournament(
        game, ["random", "random:seed=1", "random:seed=2"], games=4, seed=1, opening=2, balance=1
    )
    assert sum(map(sum, found.openings.values())) == found.games == 12
    assert [sum(counts) for counts in found.openings.values()] == [6, 6]  # two games of three meetings each
    for opening, counts in found.openings.items():
        assert len(opening.split()) == 2
        own = [bout.utilities for bout in found.bouts if bout.opening == opening]
        assert counts == tuple(own.count(result) for result in ((1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)))
    svg = found._repr_svg_()
    assert "Results by opening" in svg
    assert all(opening in svg for opening in found.openings)
    plain = zermelo.tournament(game, ["random", "random:seed=1"], games=2, seed=1)
    assert list(plain.openings) == [""]
    assert "Results by opening" not in plain._repr_svg_()


def test_positions_that_games_begin_at_are_numbered():
    game = zermelo.load("nim")
    begun = [[game.result(game.initial(), 1)], [game.initial()]]
    found = zermelo.tournament(game, ["random", "random:seed=1"], games=4, seed=1, openings=begun)
    assert list(found.openings) == ["position 1", ""]
