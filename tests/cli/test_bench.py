"""`zermelo bench`."""

from __future__ import annotations

import json


def test_a_row_for_each_game_and_engine(zermelo):
    words = ("bench", "[[3,12],[2,4]]", "[1,2]", "--seconds", "0.05")
    code, out, _ = zermelo(*words, "--json")
    rows = json.loads(out)["rows"]
    assert code == 0
    assert [row["engine"] for row in rows] == ["alphabeta", "mcts"] * 2
    assert [row["unit"] for row in rows] == ["nodes", "simulations"] * 2
    assert all(row["per_second"] > 0 and not row["compiled"] for row in rows)
    out = zermelo(*words)[1]
    assert out.count("interpreted") == 4
    assert max(map(len, out.splitlines())) <= 80


def test_mistakes(zermelo):
    for words, told in ((["--seconds", "0"], "'--seconds'"), (["connect-for"], "did you mean connect-four?")):
        code, out, err = zermelo("bench", *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert told in err
