"""`zermelo perft`."""

from __future__ import annotations

import json


def test_counts_sequences(zermelo):
    code, out, err = zermelo("perft", "[[3,12,8],[2,4]]", "--depth", "2", "--divide")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["1: 3", "2: 2"]
    assert out.splitlines()[2].startswith("5 sequences of 2 plies")


def test_json_has_the_promised_keys(zermelo):
    found = json.loads(zermelo("perft", "[[3,12,8],[2,4]]", "--depth", "1", "--json")[1])
    assert set(found) == {"game", "position", "depth", "leaves", "seconds"}
    assert (found["depth"], found["leaves"], found["position"]) == (1, 2, "root")
    divided = json.loads(zermelo("perft", "[[3,12,8],[2,4]]", "--depth", "2", "--divide", "--json")[1])
    assert divided["divide"] == {"1": 3, "2": 2}


def test_games_that_end_earlier_do_not_count(zermelo):
    assert json.loads(zermelo("perft", "[[3,12],7]", "--depth", "2", "--json")[1])["leaves"] == 2
    assert json.loads(zermelo("perft", "[[3,12],7]", "--depth", "3", "--json")[1])["leaves"] == 0


def test_from_a_position(zermelo):
    assert json.loads(zermelo("perft", "[[3,12],7]", "--depth", "1", "--moves", "1", "--json")[1])["leaves"] == 2


def test_depth_is_needed_and_is_a_number(zermelo):
    for words, told in (([], "Missing option '--depth'"), (["--depth", "-1"], "greater than or equal to 0")):
        code, out, err = zermelo("perft", "nim", *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert told in err
