"""Results as tables of pandas, without pandas."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import zermelo
from zermelo.arena.table import table

GAME = zermelo.load("nim:stones=4")


def test_rows_go_to_pandas_as_they_are(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows: ("frame", rows)))
    match = zermelo.match(GAME, ["random:seed=1", "random:seed=2"], games=2)
    assert match.to_frame() == ("frame", match.to_records())
    assert match.to_records()[0].keys() >= {"game", "seat", "player", "engine", "utility", "plies", "ending"}
    played = table(GAME, ["random:seed=1"], ["random:seed=2", "random:seed=3"], games=2)
    assert played.to_frame() == ("frame", played.to_records())
    assert [(row["first"], row["second"], row["games"]) for row in played.to_records()] == [
        ("random:seed=1", "random:seed=2", 2),
        ("random:seed=1", "random:seed=3", 2),
    ]


def test_without_pandas_it_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    match = zermelo.match(GAME, ["random:seed=1", "random:seed=2"], games=1)
    with pytest.raises(zermelo.ZermeloError, match="to_frame needs pandas: pip install pandas; to_records gives"):
        match.to_frame()
