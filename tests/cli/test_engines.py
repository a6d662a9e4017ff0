"""`zermelo engines`, and the page of the docs that it prints."""

from __future__ import annotations

import json
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_every_engine_and_option_is_listed(zermelo):
    code, out, _ = zermelo("engines")
    assert code == 0
    for word in ("random", "alphabeta", "mcts", "null_move", "exploration", "uci:COMMAND"):
        assert word in out


def test_one_engine_as_json(zermelo):
    _, out, _ = zermelo("engines", "random", "--json")
    (engine,) = json.loads(out)["engines"]
    assert engine["name"] == "random"
    assert [option["name"] for option in engine["options"]] == ["seed"]


def test_a_typo_is_told(zermelo):
    code, _, err = zermelo("engines", "alfabeta")
    assert code == 2
    assert "no engine is called 'alfabeta'" in err


def test_the_docs_are_what_it_prints(zermelo):
    _, out, _ = zermelo("engines", "--markdown")
    assert (DOCS / "engines.md").read_text() == out, "write it anew: zermelo engines --markdown > docs/engines.md"
