"""Lanes of self-play learn the same on a crew."""

from __future__ import annotations

from pathlib import Path

import pytest
from crews import lossy

import zermelo
from zermelo.cluster.inside import Inside
from zermelo.game import ZermeloError
from zermelo.learn.course import Budget, begin, learn, resume
from zermelo.learn.samuel import Samuel
from zermelo.learn.td import TD

GAMES = Path(__file__).parents[1] / "support/learn/games.py"
RUNS = [
    ("nim:stones=5", TD(hidden=4, lanes=3, batch=5), 45),
    ("race", Samuel(depth=1, lanes=3, batch=5, opening=2, rote=4), 45),
]


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))  # where the file that travels is kept


@pytest.mark.parametrize(("spec", "method", "games"), RUNS, ids=["td", "samuel"])
def test_the_file_is_the_same_though_answers_are_lost(spec, method, games, tmp_path):
    game, files = zermelo.load(f"{GAMES}:{spec}"), [tmp_path / name for name in ("here", "there", "parts")]
    here, there = (
        learn(begin(game, method, seed=1), file, Budget(games=games), cluster=crew)
        for file, crew in zip(files[:2], (None, lossy()), strict=True)
    )
    assert here.games == there.games == games
    assert files[1].read_bytes() == files[0].read_bytes()
    learn(begin(game, method, seed=1), files[2], Budget(games=30), cluster=Inside(1))
    assert resume(game, type(method), files[2]).games == 30


def test_a_teacher_teaches_there_too(tmp_path):
    game = zermelo.load(f"{GAMES}:nim:stones=5")
    learn(begin(game, TD(hidden=4, lanes=1, batch=20), 1), tmp_path / "teacher", Budget(games=20))
    method = TD(hidden=3, lanes=2, batch=5, teacher=str(tmp_path / "teacher"))
    for name, crew in (("here", None), ("there", lossy())):
        learn(begin(game, method, 1), tmp_path / name, Budget(games=20), cluster=crew)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_a_method_that_learns_on_one_machine_says_so(tmp_path, monkeypatch):
    run = begin(zermelo.load(f"{GAMES}:race"), Samuel(depth=1, lanes=1), 1)
    monkeypatch.setattr(type(run), "can_spread", False)
    with pytest.raises(
        ZermeloError, match="samuel learns on one machine: on a cluster, --method td, samuel or alphazero"
    ):
        learn(run, tmp_path / "x", Budget(games=8), cluster="nobody:1")
