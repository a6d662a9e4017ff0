"""Reads a game tree from indented text: a line for each node, below its parent and further to the right.

MAX A
  a1: MIN B
    3
    12
  a2: MIN C
    2
    4
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from zermelo.games.tree.labels import Label, read_label
from zermelo.games.tree.mermaid import outcome
from zermelo.games.tree.numbers import LEVELS
from zermelo.games.tree.settle import settled
from zermelo.games.tree.written import Branch, Sketch, Written

_ART = re.compile(r"[\s│├└┬┌╰─━┝┕╌|`\\+]*(?:--+\s+|[-*•+]\s+)?")  # what is drawn before a node, and bullets
_COMMENT = re.compile(r"\s*(?:#|//|%%)")
_EDGE = re.compile(r"(?P<edge>[^:→⟶]*?[^:→⟶\s-])\s*(?P<mark>:(?=\s|$)|-+>|=+>|→|⟶)\s*(?P<label>.*)")
_QUANTITY = re.compile(r"(?i)(?:val|value|eval|evaluation|utility|score|α|β|alpha|beta)")
TAB = 4


@dataclass
class _Row:
    """A line, which is a node."""

    indent: int
    place: str
    edge: str
    label: Label
    text: str
    below: list[_Row] = field(default_factory=list)


def read_indented(text: str) -> Sketch:
    """The tree of a text of two or more lines. Raises ValueError with one line that says where."""
    rows = [_row(number, line) for number, line in enumerate(text.splitlines(), 1) if _says(line)]
    root, path = rows[0], [rows[0]]
    for row in rows[1:]:
        if row.indent <= root.indent:
            raise ValueError(
                f"{row.place}: '{row.text[:30]}' stands as far to the left as '{root.text[:30]}'; a tree has one root: "
                "move what lies below it to the right"
            )
        while path[-1].indent >= row.indent:
            path.pop()
        siblings = path[-1].below
        if siblings and siblings[0].indent != row.indent:
            raise ValueError(
                f"{row.place}: '{row.text[:30]}' begins in no line with its neighbours, at character "
                f"{row.indent + 1} instead of {siblings[0].indent + 1}; move it there"
            )
        siblings.append(row)
        path.append(row)
        if len(path) > LEVELS + 1:
            raise ValueError(f"{row.place}: the tree is too high: at most {LEVELS} levels")
    if root.edge and not root.label.name:
        root.label = Label(root.label.player, root.edge, root.label.numbers, root.label.counts, root.label.has_bounds)
    return settled(_written(root), [row.label for row in rows])


def looks_indented(text: str) -> bool:
    """Are there two lines or more, of which the second is further to the right than the first?"""
    lines = [line.expandtabs(TAB) for line in text.splitlines() if _says(line)]
    return len(lines) > 1 and _start(lines[1]) > _start(lines[0])


def _says(line: str) -> bool:
    return bool(line.strip()) and not _COMMENT.match(line) and bool(line[_start(line) :].strip())


def _start(line: str) -> int:
    match = _ART.match(line)
    return match.end() if match else 0


def _row(number: int, line: str) -> _Row:
    line = line.expandtabs(TAB).rstrip()
    start = _start(line)
    place, said = f"line {number}, character {start + 1}", line[start:]
    edge, label = "", said
    match = _EDGE.fullmatch(said)
    if match and not _QUANTITY.fullmatch(match["edge"].strip()):
        is_label = match["mark"] == ":" and _has_player(match["edge"])  # MIN: 3
        edge, label = ("", said) if is_label else (match["edge"].strip(), match["label"])
    try:
        return _Row(start, place, " ".join(edge.split()), read_label(label), said)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _has_player(text: str) -> bool:
    try:
        return bool(read_label(text).player)
    except ValueError:
        return False


def _written(row: _Row) -> Written:
    label = row.label
    if not row.below and not label.numbers and label.counts is None:
        raise ValueError(
            f"{row.place}: '{row.text[:30]}' has nothing below it, so it is a leaf, and a leaf is a number; write one "
            "behind it, or its children below it and further to the right"
        )
    branches = []
    has_chances = label.player == "chance" and any(below.edge for below in row.below)
    for below in row.below:
        action, probability = outcome(below.edge, label.name, below.place) if has_chances else (below.edge, None)
        branches.append(Branch(_written(below), action, probability, below.place))
    return Written(tuple(branches), label.player, label.name, label.numbers, label.counts, False, row.place)
