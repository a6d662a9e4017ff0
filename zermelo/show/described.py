"""A picture as plain objects for JSON; `docs/page.md` describes them."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

from zermelo.picture import Bars, Board, Cards, Cell, Hand, Lines, Picture, Points, Track, Tree
from zermelo.show.style import COLOUR_NAMES, GROUNDS, GROUP_NAMES
from zermelo.show.svg.tree import placed_tree
from zermelo.show.words import bet_words, chips_words, number, pot_words, proper


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
                "marked": _cells(picture.marked),
                "shape": proper(picture.shape),
                "absent": _absent(picture),
                "lines": [[[int(part) for part in cell] for cell in line] for line in picture.lines()],
                "stars": _cells(picture.stars),
                "sides": [colour if colour in COLOUR_NAMES else "" for colour in picture.sides],
                "dice": None if picture.dice is None else [int(die) for die in picture.dice],
                "offers": [[[int(row), int(column)], proper(words)] for (row, column), words in picture.offers],
                "ground": picture.ground if picture.ground in GROUNDS else "",
                "dark": _cells(picture.dark),
                "warned": _cells(picture.warned),
                "corners": [_texts(row) for row in picture.corners],
                "ships": [_cells(ship, ordered=True) for ship in picture.ships],
                "beside": [_texts(pieces) for pieces in picture.beside],
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
            return {
                "kind": "cards",
                "hands": [_hand(hand) for hand in picture.hands],
                "pot": pot_words(picture),
                "table": picture.is_table,
                "caption": proper(picture.caption),
            }
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
        case Track():
            return _track(picture)
        case Lines():
            return {"kind": "lines", "lines": _texts(picture.lines)}


def _cells(cells: Collection[Cell], ordered: bool = False) -> list[list[int]]:
    """Cells as JSON; sorted, unless they have an order of their own."""
    return [[int(row), int(column)] for row, column in (cells if ordered else sorted(cells))]


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "label": proper(hand.label),
        "cards": _texts(hand.cards),
        "active": bool(hand.active),
        "dice": bool(hand.dice),
        "middle": bool(hand.middle),
        "places": int(hand.places),
        "chips": chips_words(hand),
        "bet": bet_words(hand),
        "note": proper(hand.note),
    }


def _absent(picture: Board) -> list[list[int]]:
    """The places of the rectangle around the board where it has no cell."""
    there, columns = set(picture.places()), max((len(row) for row in picture.cells), default=0)
    rectangle = ((row, column) for row in range(len(picture.cells)) for column in range(columns))
    return [[row, column] for row, column in rectangle if (row, column) not in there]


def _track(picture: Track) -> dict[str, Any]:
    places = [
        {
            "name": proper(place.name),
            "colour": place.colour if place.colour in GROUP_NAMES else "",
            "note": proper(place.note),
            "owner": int(place.owner),
            "built": proper(place.built),
            "tokens": [int(player) for player in place.tokens],
            "cell": list(picture.cell(number)),
        }
        for number, place in enumerate(picture.places)
    ]
    purses = [
        {
            "label": proper(purse.label),
            "money": proper(purse.money),
            "note": proper(purse.note),
            "things": [[proper(name), colour if colour in GROUP_NAMES else ""] for name, colour in purse.things],
            "active": bool(purse.active),
        }
        for purse in picture.purses
    ]
    return {
        "kind": "track",
        "places": places,
        "purses": purses,
        "side": picture.side,
        "marked": sorted(int(number) for number in picture.marked),
        "caption": proper(picture.caption),
    }


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
            "name": proper(place.node.name),
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
