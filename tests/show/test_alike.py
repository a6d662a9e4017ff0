"""Frames round nodes that look alike."""

from __future__ import annotations

from zermelo.picture import Node, Tree
from zermelo.show.described import described
from zermelo.show.svg import svg
from zermelo.show.trees.alike import runs
from zermelo.show.trees.dot import dot


def test_neighbours_share_a_frame():
    points = [(50, 0), (10, 9), (20, 9), (30, 9), (40, 9), (50, 18)]
    assert runs([-1, 0, 0, 1, 0, 1], points) == {0: [[1, 2], [4]], 1: [[3], [5]]}
    assert runs([-1] * 6, points) == {}


def tree():
    leaves = tuple(Node("max", "", alike=alike) for alike in (0, 0, 1, 0, -1))
    return Tree(Node("chance", "", children=leaves))


def test_sets_are_drawn_dashed():
    drawn = svg(tree())
    assert drawn.count('class="alike alike-0"') == 3  # two frames, and the line between them
    assert drawn.count('class="alike alike-1"') == 1
    lines = [line for line in dot(tree()).splitlines() if "constraint=false" in line]
    assert [line.split(" [")[0].strip() for line in lines] == ["n1 -> n2", "n2 -> n4"]
    assert all("style=dashed" in line for line in lines)
    assert [node.get("alike") for node in described(tree())["nodes"]] == [None, 0, 0, 1, 0, None]
