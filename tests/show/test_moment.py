"""One step of a traced search, with its line of the pseudocode lit: as text, in a notebook and on the command line."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest

import zermelo
from zermelo.show.described import described
from zermelo.show.svg import svg
from zermelo.show.text import text
from zermelo.show.trees.dot import dot

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
SIXTEEN = "[[[[8,7],[3,0]],[[9,8],[0,0]]],[[[8,9],[0,0]],[[9,9],[0,0]]]]"
DRAWINGS = {
    "text": lambda picture: text(picture),
    "svg": lambda picture: re.sub(r"<[^>]*>", " ", svg(picture)),
    "dot": dot,
    "json": lambda picture: json.dumps(described(picture), ensure_ascii=False),
}


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_drawing_shows_a_bound_as_a_bound(drawing):
    """Luger's and Berkeley's slides: ≤3, ≥8, ≤1, ≤2 where a cut left only that."""
    drawn = DRAWINGS[drawing](zermelo.trace(zermelo.load(TREE)).picture())
    assert drawn.count("≤2") == 1
    drawn = DRAWINGS[drawing](zermelo.trace(zermelo.load(SIXTEEN)).picture())
    for bound in ("≤3", "≥9"):
        assert bound in drawn
    plain = DRAWINGS[drawing](zermelo.trace(zermelo.load(TREE), "minimax").picture())
    assert not re.search("[≤≥]", plain)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_drawing_names_a_cut(drawing):
    drawn = DRAWINGS[drawing](zermelo.trace(zermelo.load("[[[5,6],[7,4]],[[2,3],[9,1]]]")).picture())
    assert (drawn.count("α-cut-off"), drawn.count("β-cut-off")) == (1, 1)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_every_drawing_of_mcts_shows_w_n_and_ucb1(drawing):
    shown = zermelo.trace_mcts(zermelo.load(TREE), simulations=8)
    drawn = DRAWINGS[drawing](shown.picture())
    for won in ("52/8", "27/3", "4/2", "21/3"):
        assert won in drawn
    assert drawn.count("UCB1") == len(shown.nodes()) - 1
    assert "C = 19.8" in drawn


def test_a_step_is_printed_with_its_line_lit_and_the_tree_as_it_is_then():
    shown = zermelo.trace(zermelo.load(TREE))
    lines = str(shown.at(13)).splitlines()
    assert [line for line in lines if line.startswith("▶")] == ["▶ 22          if v ≤ α then return v  ▷ α-cut-off"]
    assert "├─ 2 → ▼ ≤2 (α 3 β +∞ α-cut-off) ◀ current" in lines
    assert "└─ 3 → ▼" in lines  # not reached yet
    before = str(shown.at(12))
    assert "✂ cut" not in before
    assert "◀ current" in before
    assert "★ best" in str(shown.at(23))
    assert "★ best" not in str(shown.at(22))
    assert repr(shown.at(13)) == "<Moment: step 13, line 22: if v ≤ α then return v  ▷ α-cut-off>"


def test_a_step_of_mcts_shows_what_ucb1_compares():
    shown = zermelo.trace_mcts(zermelo.load(TREE), simulations=8)
    told = str(shown.at(4 * 7 + 1))  # the selection of simulation 8
    assert "1: 15/2 + 19.5 = 27 ◀   2: 4/2 + 19.5 = 21.5   3: 21/3 + 15.9 = 22.9" in told
    assert "1 → ▼ 15/2 (UCB1 27) ◀ current" in told
    assert "▶  4          leaf ← SELECT(root)" in told
    assert "most visits, 3 of 8" in str(shown.at(33))
    assert len(shown.steps) == 33


@pytest.mark.parametrize("step", [0, 24, -1])
def test_there_is_no_such_step(step):
    with pytest.raises(zermelo.ZermeloError, match=f"the search has steps 1 to 23, not {step}"):
        zermelo.trace(zermelo.load(TREE)).at(step)


@pytest.mark.parametrize("make", [zermelo.trace, lambda game: zermelo.trace_mcts(game, simulations=3)])
def test_a_notebook_shows_a_step_and_a_walk(make):
    shown = make(zermelo.load('{"children": {"<b>": 3, "&": [1, 2]}}'))
    step = ET.fromstring(shown.at(3)._repr_html_())
    lit = [one.text.strip() for one in step.iter("div") if one.get("aria-current") == "step"]
    assert lit == [shown.pseudocode.line(shown.steps[2].line)]
    walk = ET.fromstring(shown.walk()._repr_html_())
    steps = [one for one in walk.iter("div") if one.get("data-step")]
    assert [one.get("data-step") for one in steps] == [str(n) for n in range(1, len(shown.steps) + 1)]
    assert [one.get("hidden") for one in steps] == [None, *["hidden"] * (len(steps) - 1)]
    lines = [one.text.strip() for one in walk.iter("div") if one.get("aria-current") == "step"]
    assert lines == [shown.pseudocode.line(one.line) for one in shown.steps]
    slider = next(walk.iter("input"))
    assert (slider.get("min"), slider.get("max")) == ("1", str(len(steps)))
    assert "notebook" in repr(shown.walk())


def test_why_the_most_visited_and_not_the_highest_mean():
    """The two cases: the action with the most visits has the highest mean, or another one has."""
    told = {str(zermelo.trace_mcts(zermelo.load("tic-tac-toe"), simulations=n)).splitlines()[-1] for n in range(10, 40)}
    assert any("Its win rate, " in line and "but that does not decide" in line for line in told)
    assert any("has the higher win rate" in line and "from fewer simulations" in line for line in told)
    assert "Its mean, 27/3, is the highest too" in str(zermelo.trace_mcts(zermelo.load(TREE), simulations=8))


def test_the_pseudocode_on_the_command_line(zermelo, tmp_path):
    out = zermelo("trace", TREE, "--pseudocode", "--notation", "window")[1].splitlines()
    assert out[0].split("  ", 1)[1].strip() == "1  function ALPHA-BETA-SEARCH(state) returns an action"
    assert any(
        line.startswith(" 23  if α ≥ β then return v  ▷ α-cut-off") and "✂ MIN 2 cut at 2" in line for line in out
    )
    out = zermelo("trace", TREE, "--step", "13", "--svg", tmp_path / "step.svg")[1]
    assert "▶ 22          if v ≤ α then return v" in out
    assert "step 13 of 23" in (tmp_path / "step.svg").read_text()
    found = json.loads(zermelo("trace", TREE, "--json")[1])
    lit = found["pseudocode"][found["steps"][12]["line"] - 1]
    assert (lit.strip(), found["steps"][12]["cut"], found["steps"][12]["bound"]) == (
        "if v ≤ α then return v  ▷ α-cut-off",
        "α-cut-off",
        "≤",
    )
    found = json.loads(zermelo("trace", TREE, "-a", "mcts", "--simulations", "8", "--exploration", "1.4", "--json")[1])
    choice = found["steps"][-1]["choices"][0]
    assert choice["c"] == pytest.approx(1.4 * 28)
    assert [one["action"] for one in choice["children"]] == ["1", "2", "3"]
    out = zermelo("trace", TREE, "-a", "mcts", "-p", "--simulations", "4")[1]
    assert "  5  child ← EXPAND(leaf)" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--step", "99"], "the search has steps 1 to 23, not 99"),
        (["--notation", "book"], "the notation of a cut is value (v ≥ β is tested before α is raised) or window"),
        (["-a", "mcts", "--exploration", "0"], "exploration must be a number above 0, not 0.0"),
    ],
)
def test_mistakes_are_told_in_a_line(zermelo, words, told):
    code, out, err = zermelo("trace", TREE, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
