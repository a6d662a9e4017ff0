"""The tree of a traced search as the page shows it: which nodes are folded away, and where the others are.

Pure functions of a report (worker/debugging/trace_report.py): they know nothing of the game.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from zermelo.picture import Node
from zermelo.show.canvas import length
from zermelo.show.svg.tree import EDGE_LABEL_AT, LEVEL, SMALL
from zermelo.show.trees.layout import layout

Report = dict[str, Any]

VISIBLE = 160  # nodes shown at first
LONGEST_EDGE = 16  # characters of an action for which columns are widened

COLUMN = 62.0  # pixels between neighbouring nodes, at least
MARGIN = 44.0  # around the tree
TALLEST = 200.0  # pixels between levels, at most
WIDE = 2.4  # largest ratio of width to height; levels move apart, up to TALLEST, to keep it


def grafted(report: Report, branch: Report) -> Report:
    """A copy of the report with an opened branch added."""
    nodes = list(report["nodes"])
    found = {"value": branch["value"], "label": branch["label"], "opened": True}
    nodes[branch["node"]] = {**nodes[branch["node"]], **found}
    shown = {node["id"]: index for index, node in enumerate(nodes)}
    for graft in branch["nodes"]:
        here = shown.get(graft["id"])
        if here is None:
            nodes.append(graft)
        else:  # it was there without a value
            nodes[here] = {**nodes[here], "value": graft["value"], "label": graft["label"], "opened": True}
    return {**report, "nodes": nodes}


def placed(report: Report, folded: Collection[int]) -> Report:
    """The positions of the visible nodes in pixels: nodes [{index, x, y, hidden}], width, height, column and level.

    hidden: how many nodes are folded away below this one. column: between two neighbours on a
    level, at least COLUMN. level: between two levels.
    """
    nodes, closed = report["nodes"], set(folded)
    size = [1] * len(nodes)
    for index in reversed(range(1, len(nodes))):
        size[nodes[index]["parent"]] += size[index]
    hidden = [False] * len(nodes)
    for index in range(1, len(nodes)):
        parent = nodes[index]["parent"]
        hidden[index] = hidden[parent] or parent in closed
    children: list[list[Node]] = [[] for _ in nodes]
    root = Node("leaf", "0")
    for index in reversed(range(len(nodes))):
        if not hidden[index]:
            root = Node("", str(index), children=tuple(reversed(children[index])))
            if index:
                children[nodes[index]["parent"]].append(root)
    places = layout(root)
    seen = [int(place.node.label) for place in places]
    longest = max(length(nodes[index]["edge"][:LONGEST_EDGE], SMALL) for index in seen)
    widest = max(length(nodes[index]["label"] if "values" in nodes[index] else "", SMALL) for index in seen)  # below it
    column = max(COLUMN, longest / EDGE_LABEL_AT + 8, widest + 8)
    width = column * max(place.x for place in places)
    levels = max(1, max(place.depth for place in places))
    level = min(TALLEST, max(LEVEL, width / WIDE / levels))
    return {
        "nodes": [
            {
                "index": index,
                "x": round(MARGIN + column * place.x, 1),
                "y": round(MARGIN + level * place.depth, 1),
                "hidden": size[index] - 1 if index in closed else 0,
            }
            for index, place in zip(seen, places, strict=True)
        ],
        "column": round(column, 1),
        "level": round(level, 1),
        "width": round(width + 2 * MARGIN, 1),
        "height": round(level * max(place.depth for place in places) + 2 * MARGIN, 1),
    }


def first_fold(report: Report, visible: int = VISIBLE) -> set[int]:
    """Which nodes to fold so that at most `visible` are shown: the best line and the upper levels stay open.

    The root is always open, so its children are shown even if they are more.
    """
    nodes = report["nodes"]
    return folded_below(nodes, 0, range(1, len(nodes)), visible)


def folded_below(nodes: list[Report], top: int, below: range, visible: int) -> set[int]:
    """Which nodes to fold; `below` holds all descendants of `top`, which stays open."""
    children: dict[int, list[int]] = {top: []}
    for index in below:
        children.setdefault(nodes[index]["parent"], []).append(index)
    if len(below) < visible:
        return set()

    def rank(index: int) -> tuple[bool, float, int]:
        is_best = index == top or nodes[index]["state"] == "best"
        return not is_best, -nodes[index].get("visits", -nodes[index]["depth"]), index

    opened = {top}
    seen = 1 + len(children[top])
    for index in sorted(children, key=rank):
        if nodes[index]["parent"] in opened and index != top and seen + len(children[index]) <= visible:
            opened.add(index)
            seen += len(children[index])
    return set(children) - opened
