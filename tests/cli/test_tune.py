"""`zermelo tune`."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

WORDS = ("tune", "nim:stones=9", "mcts:sims=20", "--over", "exploration=0.1..2:log")


def test_what_was_found_and_the_drawing(zermelo, tmp_path):
    svg, file = tmp_path / "course.svg", tmp_path / "run"
    code, out, _ = zermelo(*WORDS, "--games", "32", "--svg", svg, "--save", file)
    assert code == 0
    assert out.startswith("mcts:sims=20, nim:stones=9, tuned by spsa: 32 games in 2 rounds")
    assert "found: mcts:sims=20,exploration=" in out
    assert "exploration" in "".join(ElementTree.parse(svg).getroot().itertext())
    again = json.loads(zermelo(*WORDS, "--games", "32", "--save", file, "--resume", "--json")[1])
    assert again["games"] == 32
    assert set(again["options"]["exploration"]) == {"value", "low", "high"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--method", "grid"), "spsa or bayes"),
        (("--resume",), "name it with --save"),
        (("--over", "sims=1..2"), "is not tuned"),
    ],
)
def test_mistakes_are_told(zermelo, words, told):
    code, _, error = zermelo(*WORDS, *words)
    assert code == 2
    assert told in error
