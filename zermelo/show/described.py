"""A picture as plain objects for JSON; `docs/page.md` describes them."""

from __future__ import annotations

import math
from typing import Any

from zermelo.picture import Bars, Board, Cards, Lines, Picture, Points, Tree
from zermelo.show.style import COLOUR_NAMES
from zermelo.show.svg.tree import placed_tree
from zermelo.show.words import number, proper


def described(picture: Picture) -> dict[str, Any]:
    """The picture as a dictionary of texts, numbers, lists and dictionaries; `kind` is the first key.

    A tree's nodes come with their places in pixels, parents before their children. A number that JSON cannot write
    (an infinite one) is None.
    """
    match picture:
        case Board():
            return {
                "kind": "board",
                "cells": [_texts(row) for row in picture.cells],
                "rows": _texts(picture.rows),
                "columns": _texts(picture.columns),
                "marked": [[int(row), int(column)] for row, column in sorted(picture.marked)],
                "shape": proper(picture.shape),
                "absent": _absent(picture),
                "lines": [[[int(part) for part in cell] for cell in line] for line in picture.lines()],
                "stars": [[int(row), int(column)] for row, column in sorted(picture.stars)],
                "sides": [colour if colour in COLOUR_NAMES else "" for colour in picture.sides],
                "caption": proper(picture.caption),
            }
        case Bars():
            bars = [
                {
                    "label": proper(bar.label),
                    "value": _number(bar.value),
                    "words": number(bar.value),
                    "most": _number(bar.most),
                    "active": bool(bar.active),
                    "colour": bar.colour if bar.colour in COLOUR_NAMES else "",
                }
                for bar in picture.bars
            ]
            return {"kind": "bars", "bars": bars, "caption": proper(picture.caption)}
        case Tree():
            return _tree(picture)
        case Cards():
            hands = [
                {"label": proper(hand.label), "cards": _texts(hand.cards), "active": bool(hand.active)}
                for hand in picture.hands
            ]
            return {"kind": "cards", "hands": hands, "caption": proper(picture.caption)}
        case Points():
            return {
                "kind": "points",
                "points": [int(count) for count in picture.points],
                "bar": [int(count) for count in picture.bar],
                "off": [int(count) for count in picture.off],
                "dice": [int(die) for die in picture.dice],
                "numbered": int(picture.numbered),
                "cube": int(picture.cube),
                "owner": int(picture.owner),
                "offered": int(picture.offered),
                "score": None if picture.score is None else [int(points) for points in picture.score],
                "length": int(picture.length),
                "caption": proper(picture.caption),
            }
        case Lines():
            return {"kind": "lines", "lines": _texts(picture.lines)}


def _absent(picture: Board) -> list[list[int]]:
    """The places of the rectangle around the board where it has no cell."""
    there, columns = set(picture.places()), max((len(row) for row in picture.cells), default=0)
    rectangle = ((row, column) for row in range(len(picture.cells)) for column in range(columns))
    return [[row, column] for row, column in rectangle if (row, column) not in there]


def _tree(picture: Tree) -> dict[str, Any]:
    planned = placed_tree(picture)
    nodes = [
        {
            "x": round(x, 2),
            "y": round(y, 2),
            "parent": place.parent,
            "kind": proper(place.node.kind),
            "label": proper(place.node.label),
            "edge": proper(place.node.edge),
            "state": proper(place.node.state),
            "note": proper(place.node.note),
            **({"alike": place.node.alike} if place.node.alike >= 0 else {}),
        }
        for place, (x, y) in zip(planned.placed, planned.points, strict=True)
    ]
    return {
        "kind": "tree",
        "nodes": nodes,
        "width": round(planned.width, 2),
        "height": round(planned.height, 2),
        "caption": proper(picture.caption),
    }


def _texts(words: tuple[str, ...]) -> list[str]:
    return [proper(word) for word in words]


def _number(value: float) -> float | None:
    if isinstance(value, int):
        return int(value)
    if not math.isfinite(value):
        return None
    return int(value) if float(value).is_integer() else float(value)
