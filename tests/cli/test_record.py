"""`zermelo record`."""

from __future__ import annotations

import json

MATCH = ("match", "nim:stones=7", "minimax:compiled=false", "random", "--games", "4", "--opening", "1", "--save")


def test_it_lists_filters_and_replays(zermelo, tmp_path):
    file = tmp_path / "games.sqlite"
    assert zermelo(*MATCH, file)[0] == 0
    out = zermelo("record", "list", file)[1]
    assert out.startswith("1. match of nim:stones=7, seed 0, ")
    assert "minimax:compiled=false" in out
    found = json.loads(zermelo("record", "games", file, "--engine", "minimax", "--result", "won", "--json")[1])["games"]
    assert {row["utilities"][row["engines"].index("minimax:compiled=false")] for row in found} == {1.0}
    out = zermelo("record", "games", file, "--limit", "1")[1]
    assert "… and " not in out or "more: see --limit" in out
    out = zermelo("record", "replay", file, "1")[1]
    assert out.startswith("game 1, nim:stones=7: ")
    assert "seconds  value" in out
    assert "by taking the last stone" in out.splitlines()[-1]


def test_it_exports_and_imports(zermelo, tmp_path):
    file, old, again = tmp_path / "games.sqlite", tmp_path / "old.jsonl", tmp_path / "again.sqlite"
    zermelo(*MATCH, file)
    zermelo(*MATCH, old)
    assert "4 games in " in zermelo("record", "export", file, tmp_path / "games.csv")[1]
    assert json.loads(zermelo("record", "import", again, old, "--json")[1]) == {"games": 4}
    rows = [json.loads(zermelo("record", "games", one, "--json")[1])["games"] for one in (file, again)]
    assert [row["moves"] for row in rows[0]] == [row["moves"] for row in rows[1]]


def test_mistakes_are_told(zermelo, tmp_path):
    file = tmp_path / "games.sqlite"
    zermelo(*MATCH, file)
    for words, told in (
        (("list", tmp_path / "none.sqlite"), "there is no file"),
        (("replay", file), "the game's number"),
        (("replay", file, "first"), "not 'first'"),
        (("replay", file, "77"), "has no game 77"),
        (("games", file, "--result", "won"), "give both"),
        (("export", file, tmp_path / "games.pgn"), "PGN is for chess"),
        (("list", file, "more"), "takes one file"),
    ):
        code, _, error = zermelo("record", *words)
        assert code == 2, words
        assert told in error
