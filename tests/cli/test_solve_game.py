"""`zermelo solve` for games with hidden information."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

import zermelo as package
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.strategy import load_strategy


def test_kuhn_in_words(zermelo):
    code, out, _ = zermelo("solve", "kuhn-poker", "--iterations", "1000")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "kuhn-poker: 58 nodes, 12 information sets"
    assert lines[1] == "value: player 1 -0.05556, player 2 +0.05556"
    assert lines[2].startswith("exploitability 8.74e-05 after 1,000 iterations of plus in ")
    assert lines[4].split() == ["iterations", "exploitability"]
    assert lines[5].split()[:2] == ["1", "0.458"]
    assert len(lines[5]) > len(lines[14])
    jack = next(line for line in lines[lines.index("player 2:") :] if "J" in line)
    assert "pass" in jack
    assert "bet  33" in jack
    assert sum("bet" in line for line in lines) == 12


def test_json_has_the_promised_keys(zermelo):
    found = json.loads(zermelo("solve", "kuhn-poker", "--method", "lp", "--json")[1])
    assert found["value"] == pytest.approx(-1 / 18)
    assert found["exploitability"] < 1e-9
    assert (found["method"], found["iterations"], found["information_sets"]) == ("lp", 0, 12)
    assert len(found["strategy"]) == 12
    assert all(sum(one["actions"].values()) == pytest.approx(1.0) for one in found["strategy"])
    assert len({(one["player"], one["knows"]) for one in found["strategy"]}) == 12


def test_it_saves_and_goes_on(zermelo, tmp_path):
    file = str(tmp_path / "kuhn")
    drawing = tmp_path / "curve.svg"
    zermelo("solve", "kuhn-poker", "--iterations", "100", "--save", file)
    code, out, _ = zermelo(
        "solve", "kuhn-poker", "--iterations", "300", "--save", file, "--resume", "--svg", str(drawing), "--json"
    )
    found = json.loads(out)
    assert (code, found["iterations"]) == (0, 300)
    assert [one["iterations"] for one in found["curve"]][-3:] == [100, 200, 300]
    whole = json.loads(zermelo("solve", "kuhn-poker", "--iterations", "300", "--json")[1])
    assert found["strategy"] == whole["strategy"]
    game = package.load("kuhn-poker")
    assert load_strategy(tmp_path / "kuhn", game).on(lay_out(game)).min() >= 0
    assert ElementTree.fromstring(drawing.read_text()).tag.endswith("svg")
    assert "edge best" in drawing.read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["kuhn-poker", "--moves", "J Q"], "kuhn-poker hides something, so it is solved from its beginning"),
        (["kuhn-poker", "--method", "magic"], "no method is called 'magic'; there are cfr, plus, linear"),
        (["kuhn-poker", "--resume"], "--resume goes on from the file that --save FILE names"),
        (["kuhn-poker", "--method", "lp", "--svg", "x.svg"], "lp has no iterations"),
        (["kuhn-poker:players=3", "--method", "lp"], "try plus"),
        (["kuhn-poker:players=9"], "kuhn-poker:players=9 has more than 1,000,000 nodes"),
        (["kuhn-poker", "--save", "/nowhere/at/all", "--resume"], "cannot be written: there is no folder /nowhere/at"),
        (["kuhn-poker", "--save", "/"], "/ is a folder: name a file in it"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, words, told):
    code, out, err = zermelo("solve", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


def test_an_exploitability_that_is_as_good_as_none_ends_it(zermelo, monkeypatch):
    monkeypatch.setattr("zermelo.cli.solve_game.TARGET", 1e-2)
    found = json.loads(zermelo("solve", "kuhn-poker", "--json")[1])
    assert found["exploitability"] <= 1e-2
    assert found["iterations"] < 100
