"""A tree as it was written, whatever the way of writing: what every reader makes, and what `layout` takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Written:
    """A node with all that was said of it. Nodes are equal if they say the same, wherever they stand."""

    branches: tuple[Branch, ...] = ()  # none: a leaf
    player: str = ""  # max, min, chance, P1, P2, …; "": the level says
    name: str = ""
    numbers: tuple[float, ...] = ()  # of a leaf its utility, or one per player; of any other node its evaluation
    counts: tuple[float, float] | None = None  # wins and visits of Monte Carlo tree search
    is_bare: bool = field(default=True, compare=False)  # nothing but a number or a list: it may be a part of a leaf
    place: str = field(default="", compare=False)  # "line 2, character 5", for messages


@dataclass(frozen=True)
class Branch:
    """What leads to a child."""

    node: Written
    action: str = ""  # "": no name was written
    probability: float | None = None  # below a chance node, if it was written
    place: str = field(default="", compare=False)


@dataclass(frozen=True)
class Sketch:
    """A whole tree, and what a reader should be told about the way it was understood."""

    root: Written
    remarks: tuple[str, ...] = ()


def walk(root: Written) -> Iterator[Written]:
    """A node and all below it, in preorder."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [branch.node for branch in reversed(node.branches)]


def place_in(text: str, offset: int) -> str:
    """Where a character stands: "character 4", and of a text of several lines "line 2, character 4"."""
    before = text[:offset]
    line, column = before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1
    return f"line {line}, character {column}" if "\n" in text.strip() else f"character {offset + 1}"
