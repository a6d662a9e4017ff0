"""`zermelo complexity`."""

from __future__ import annotations

import json


def test_the_table_the_object_and_the_drawing(zermelo, tmp_path):
    file = tmp_path / "plot.svg"
    code, out, err = zermelo("complexity", "random-tree:branching=2,depth=3", "--svg", file)
    assert (code, err) == (0, "")
    assert "the whole tree, counted: 8 leaves, so b = 2" in out
    assert file.read_text().startswith("<svg")
    code, out, _ = zermelo("complexity", "random-tree:branching=2,depth=3", "--json")
    assert (code, json.loads(out)["levels"][2]["best"]) == (0, 5)


def test_mistakes_are_one_line(zermelo):
    code, out, err = zermelo("complexity", "tic-tac-to")
    assert (code, out) == (2, "")
    assert err == "zermelo: no game is called 'tic-tac-to'; did you mean tic-tac-toe?\n"
    code, _, err = zermelo("complexity", "[1,2]", "--moves", "1")
    assert (code, err.count("\n")) == (2, 1)
    assert "the game is over" in err
