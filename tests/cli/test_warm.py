"""`zermelo warm`."""

from __future__ import annotations

import json


def test_a_game_is_compiled_once(zermelo, tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    words = ("warm", "nim:stones=11,most=4", "--engine", "minimax", "--json")
    code, out, _ = zermelo(*words)
    (row,) = json.loads(out)["rows"]
    assert (code, row["game"], row["engine"], row["compiled"]) == (0, "nim:stones=11,most=4", "minimax", True)
    assert list(tmp_path.iterdir())
    (row,) = json.loads(zermelo(*words)[1])["rows"]
    assert not row["compiled"]
    assert "already compiled" in zermelo(*words[:-1])[1]


def test_mistakes(zermelo):
    code, _, err = zermelo("warm", "nimm")
    assert code == 2
    assert "did you mean nim?" in err
    code, _, err = zermelo("warm", "castles", "--engine", "alphabeta")
    assert code == 2
    assert "alphabeta needs two players" in err
    code, _, err = zermelo("warm", "nim", "--engine", "uci:true")
    assert code == 2
    assert "nothing to compile" in err
