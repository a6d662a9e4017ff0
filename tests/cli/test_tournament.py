"""`zermelo tournament`."""

from __future__ import annotations

import json
from xml.etree import ElementTree

WORDS = ("tournament", "nim:stones=9", "minimax:compiled=false", "random", "random:seed=4", "--opening", "1")


def test_places_and_the_cross_table(zermelo, tmp_path):
    file = tmp_path / "ratings.svg"
    code, out, _ = zermelo(*WORDS, "--games", "4", "--svg", file)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "nim:stones=9, round-robin of 3: 12 games"
    assert lines[2].split("  ")[0] == "place"
    assert "1. minimax:compiled=false" in out
    assert "pairs of games with one opening" in out
    assert "minimax:compiled=false" in "".join(ElementTree.parse(file).getroot().itertext())


def test_json(zermelo):
    found = json.loads(zermelo(*WORDS, "--kind", "gauntlet", "--json")[1])
    assert found["kind"] == "gauntlet"
    assert [one["engines"][0] for one in found["pairings"]] == ["minimax:compiled=false"] * 2
    assert found["complete"] is True
    assert {"place", "engine", "points", "elo", "elo_low", "elo_high", "superiority"} <= set(found["standings"][0])


def test_mistakes_are_told(zermelo):
    for words, told in (
        (("--kind", "league"), "round-robin, gauntlet, swiss or knock-out"),
        (("--rounds", "3"), "rounds are for a Swiss tournament"),
        (("--clock", "soon"), "--clock reads"),
    ):
        code, _, error = zermelo(*WORDS, *words)
        assert code == 2
        assert told in error
