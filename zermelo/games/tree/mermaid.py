"""Reads a game tree from a mermaid graph: `A[MAX] -->|a1| B(MIN)`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from zermelo.games.tree.numbers import LEVELS, read_number, read_probability

_SHAPES = {  # how a shape opens, the longer first, and how it closes
    "(((": [")))"],
    "((": ["))"],
    "([": ["])"],
    "[[": ["]]"],
    "[(": [")]"],
    "{{": ["}}"],
    "[/": ["\\]", "/]"],
    "[\\": ["/]", "\\]"],
    "[": ["]"],
    "(": [")"],
    "{": ["}"],
    ">": ["]"],
}
_NAME = re.compile(r"\w+(?:[.-]\w+)*")
_LINK = re.compile(
    r"(?:--+>|---+|-\.+->|-\.+-|==+>|===+)(?:\s*\|(?P<after>[^|]*)\|)?"
    r"|--\s*(?P<solid>[^\s>|-][^|]*?)\s*--+>?|-\.\s*(?P<dotted>[^|]+?)\s*\.+->?|==\s*(?P<thick>[^\s=>|][^|]*?)\s*==+>?"
)
_LOOKS = re.compile(r"(classDef|class|style|linkStyle|click|direction|subgraph)\s|end$|```")
_OUTCOME = re.compile(r"(.*?)(?:^|[\s:,=(])(\d+\s*/\s*\d+|(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?\s*%?)\)?")


def statements(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers: no comments, nothing about looks."""
    lines = [(number, re.sub(r"%%.*", "", line).strip()) for number, line in enumerate(text.splitlines(), 1)]
    return [(number, line) for number, line in lines if line and not _LOOKS.match(line)]


def read_mermaid(lines: list[tuple[int, str]]) -> dict[str, Any]:
    """The tree that the statements draw, the first of them `graph` or `flowchart`, as nested JSON objects.

    A node says its line under "line". Raises ValueError with one line of text that says it too.
    """
    number, header = lines[0]
    match = re.match(r"(graph|flowchart)(\s+(TD|TB|BT|LR|RL))?\s*(;|$)", header)
    if not match:
        raise ValueError(f"line {number}: found '{header}' where 'graph TD' should stand")
    graph = _Graph()
    graph.read(header[match.end() :], number)
    for number, line in lines[1:]:
        graph.read(line, number)
    return _as_dict(graph.root(), 0)


@dataclass
class _Drawn:
    """A node of a mermaid graph."""

    name: str
    line: int
    label: str | None = None
    parent: _Drawn | None = None
    edges: list[tuple[str, _Drawn, int]] = field(default_factory=list)  # label, child, line

    @property
    def player(self) -> str | None:
        """The player who moves here, where the label, or else the name, says so."""
        return self.name if self.label is None and self.name.lower() in ("max", "min", "chance") else self.label


class _Graph:
    """A mermaid graph whose edges lead from parents to children."""

    def __init__(self) -> None:
        self.nodes: dict[str, _Drawn] = {}

    def root(self) -> _Drawn:
        """The one node without a parent."""
        roots = [node for node in self.nodes.values() if node.parent is None]
        if not roots:
            raise ValueError("the graph is empty; write lines such as A[MAX] --> B[3]")
        if len(roots) > 1:
            here, before = roots[1], roots[0]
            raise ValueError(f"line {here.line}: {here.name} has no parent, nor has {before.name}; a tree has one root")
        return roots[0]

    def read(self, line: str, number: int) -> None:
        """Reads a line; its errors say its number."""
        try:
            self.statements(line.strip(), number)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None

    def statements(self, line: str, number: int) -> None:
        """Reads `A[MAX] -->|a1| B & C --> D`, and more after a semicolon."""
        while line:
            parents, line = self.group(line, number)
            while match := _LINK.match(line):
                label = next((part for part in match.groups() if part), "").strip().strip('"').strip()
                children, line = self.group(line[match.end() :].lstrip(), number)
                for parent in parents:
                    for child in children:
                        _join(parent, child, label, number)
                parents = children
            if line and line[0] != ";":
                raise ValueError(f"found '{line[:20]}' where an arrow such as --> or the line's end should stand")
            line = line.lstrip("; ")

    def group(self, line: str, number: int) -> tuple[list[_Drawn], str]:
        """Reads `A[MAX] & B`; returns the nodes and the rest of the line."""
        nodes: list[_Drawn] = []
        while True:
            match = _NAME.match(line)
            if not match:
                raise ValueError(f"found '{line[:20]}' where a node such as A[MAX] should stand")
            node = self.nodes.setdefault(match[0], _Drawn(match[0], number))
            label, line = _label(line[match.end() :])
            if label is not None and node.label not in (None, label):
                raise ValueError(f"{node.name} is labelled {label}, and {node.label} before")
            node.label = node.label if label is None else label
            nodes.append(node)
            line = re.sub(r"^:::\w+", "", line).lstrip()
            if not line.startswith("&"):
                return nodes, line
            line = line[1:].lstrip()


def _label(line: str) -> tuple[str | None, str]:
    """The label in the shape that begins the line, if one does, and the rest of the line."""
    opener = next((opener for opener in _SHAPES if line.startswith(opener)), None)
    if opener is None:
        return None, line
    closers = "|".join(re.escape(closer) for closer in _SHAPES[opener])
    match = re.match(rf'\s*(?:"([^"]*)"|([^"[\]{{}}]*?))\s*({closers})', line[len(opener) :])
    if not match:
        raise ValueError(f"the '{opener}' of '{line[:20]}' is never closed by '{_SHAPES[opener][0]}'")
    return (match[1] if match[1] is not None else match[2]).strip(), line[len(opener) + match.end() :]


def _join(parent: _Drawn, child: _Drawn, label: str, line: int) -> None:
    above: _Drawn | None = parent
    while above is not None:
        if above is child:
            raise ValueError(f"{parent.name} --> {child.name} closes a circle; a tree has none")
        above = above.parent
    if child.parent is not None:
        raise ValueError(f"{child.name} has two parents, {child.parent.name} and {parent.name}; in a tree it has one")
    child.parent = parent
    parent.edges.append((label, child, line))


def _as_dict(node: _Drawn, level: int) -> dict[str, Any]:
    """A drawn node as a JSON object, with its line for messages."""
    if level > LEVELS:
        raise ValueError(f"line {node.line}: the tree is too high: at most {LEVELS} levels")
    if not node.edges:
        return {"value": _leaf(node), "line": node.line}
    spec: dict[str, Any] = {"line": node.line}
    if node.player is not None:
        spec["player"] = node.player
    labels = [label for label, _, _ in node.edges]
    children = [_as_dict(child, level + 1) for _, child, _ in node.edges]
    if (node.player or "").lower() == "chance" and any(labels):
        split = [_outcome(label, node, line) for label, _, line in node.edges]
        labels = [name for name, _ in split]
        spec["probabilities"] = [probability for _, probability in split]
    names = [label or str(place) for place, label in enumerate(labels, 1)]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ValueError(f"line {node.edges[place][2]}: {node.name} has two actions '{name}'")
    spec["children"] = dict(zip(names, children, strict=True)) if any(labels) else children
    return spec


def _outcome(label: str, node: _Drawn, line: int) -> tuple[str, float]:
    """The name and the probability in "heads 0.5", "1/2" or "50%"."""
    match = _OUTCOME.fullmatch(label)
    probability = read_probability(match[2]) if match else None
    if not match or probability is None:
        raise ValueError(f"line {line}: '{label}' below chance node {node.name} should be a probability such as 0.25")
    return match[1].strip(" :,=("), probability


def _leaf(node: _Drawn) -> float | list[float]:
    """The number, or the numbers "(1,2,3)", of a node without children."""
    label = node.name if node.label is None else node.label
    words = [word.strip() for word in label.removeprefix("(").removesuffix(")").split(",")]
    numbers = [number for number in map(read_number, words) if number is not None]
    if len(numbers) < len(words):
        raise ValueError(f"line {node.line}: the leaf {node.name} is '{label}', not a number as in {node.name}[3]")
    return numbers if len(numbers) > 1 else numbers[0]
