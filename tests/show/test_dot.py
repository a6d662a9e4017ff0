"""Trees for Graphviz."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.picture import Node, Tree
from zermelo.show.trees.dot import dot

STRING = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTE = rf"[a-z]+=(?:{STRING}|[a-z0-9]+)"
LINE = re.compile(rf"  (?:n\d+(?: -> n\d+)?|graph|node|edge) \[(?:{ATTRIBUTE})(?:, {ATTRIBUTE})*\];")


def check(text):
    """Is it Graphviz, line by line, and for Graphviz itself where that is installed?"""
    first, *body, last, end = text.split("\n")
    assert (first, last, end) == ("digraph zermelo {", "}", "")
    assert all(LINE.fullmatch(line) for line in body)
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tplain"], input=text.encode(), check=True, capture_output=True)


def test_shapes_cuts_and_the_best_line():
    text = dot(zermelo.trace(zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")).picture())
    check(text)
    shapes = re.findall(r"shape=(\w+)", text)
    assert (shapes.count("triangle"), shapes.count("invtriangle"), shapes.count("box")) == (1, 3, 9)
    edges = [line for line in text.splitlines() if "->" in line]
    assert len(edges) == 12
    assert [line.split()[2] for line in edges if "dashed" in line] == ["n8", "n9"]
    assert sum("bold" in line for line in edges) == 2


def test_chance_and_many_players():
    children = (Node("player 0", "1", "a"), Node("player 2", "", "b"), Node("chance", "½", "c"))
    text = dot(Tree(Node("player 1", "x", children=children)))
    check(text)
    assert text.count("shape=circle") == 4
    assert 'label="2: x"' in text
    assert 'label="3"' in text


@pytest.mark.parametrize(
    ("label", "written"),
    [('"', '"\\""'), ("\\N", '"\\\\N"'), ("a\nb", '"a\\nb"'), ("&lt;", '"&amp;lt;"'), ("<b>", '"<b>"'), ("];", '"];"')],
)
def test_texts_are_escaped(label, written):
    text = dot(Tree(Node("leaf", label)))
    check(text)
    assert f"label={written}" in text


@given(st.text(), st.text(), st.text(), st.text())
def test_no_text_escapes(label, edge, note, caption):
    text = dot(Tree(Node("max", label, children=(Node("leaf", note, edge, note=label),), note=note), caption))
    _, *body, last, end = text.split("\n")
    assert (len(body), last, end) == (6, "}", "")
    assert all(LINE.fullmatch(line) for line in body)
    text.encode()
