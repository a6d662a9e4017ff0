"""Matches, tournaments and tuning on a crew are the same as without, also when workers are lost."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.cluster.inside import Inside
from zermelo.game import ZermeloError

NIM = zermelo.load("nim", stones=9)
ENGINES = ["minimax:depth=2,compiled=false", "random"]


def crew():
    """Every fourth answer is lost."""
    return Inside(2, lambda number: number % 4 == 0)


def told(records):
    return [(record.start, record.actions, record.end, record.utilities, record.ending) for record in records]


def test_a_match_is_the_same(tmp_path):
    settings = {"games": 20, "seed": 3, "opening": 1, "balance": 1}
    files = [tmp_path / f"{name}.jsonl" for name in "ab"]
    here = zermelo.match(NIM, ENGINES, save=files[0], **settings)
    there = zermelo.match(NIM, ENGINES, save=files[1], cluster=crew(), **settings)
    assert there.to_json() == here.to_json()
    assert told(there.records) == told(here.records)
    assert files[1].read_text() == files[0].read_text()


def test_a_match_with_chance_and_a_test_is_the_same():
    pig = zermelo.load("pig", goal=12)
    settings = {"seed": 1, "sprt": "elo0=0,elo1=300"}
    engines = ["expectiminimax:depth=1,compiled=false", "random"]
    workers = crew()
    here, there = (zermelo.match(pig, engines, cluster=one, **settings) for one in (None, workers))
    assert there.to_json() == here.to_json()
    assert zermelo.match(pig, engines, 2, cluster=workers).games == 2  # the test has stopped its own games alone


def test_a_tournament_is_the_same():
    engines = [*ENGINES, "random:seed=4"]
    settings = {"games": 4, "seed": 2, "opening": 1, "balance": 1}
    here = zermelo.tournament(NIM, engines, **settings)
    there = zermelo.tournament(NIM, engines, cluster=crew(), **settings)
    assert there.to_json() == here.to_json()
    assert told(there.records) == told(here.records)


def test_tuning_is_the_same():
    settings = {"games": 32, "seed": 1}
    here, there = (
        zermelo.tune(NIM, "mcts:sims=20", ["exploration"], cluster=one, **settings) for one in (None, crew())
    )
    assert there.to_json() == here.to_json()


def test_files_of_a_user_travel_and_their_faults_are_told(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    bots = tmp_path / "bots.py"
    bots.write_text("def first(game, state):\n    return 1\n\n\ndef bad(game, state):\n    return 1 // 0\n")
    engines = [f"{bots}:first", f"{bots}:bad", "random"]
    here, there = (zermelo.tournament(NIM, engines, seed=1, cluster=one) for one in (None, crew()))
    assert [(one.seats, one.utilities, one.fault) for one in there.bouts] == [
        (one.seats, one.utilities, one.fault) for one in here.bouts
    ]
    assert any("ZeroDivisionError" in one.fault for one in there.bouts)


def test_concurrency_is_the_cluster_s():
    with pytest.raises(ZermeloError, match="leave the concurrency out"):
        zermelo.match(NIM, ENGINES, cluster=crew(), concurrency=1)
