"""What a position looks like, said once and drawn by `show/` as text, SVG and (later) on the page.

A game describes; it never draws. Three descriptions serve every game so far:
a board of cells, lines of labelled values, and a tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Board:
    """A grid of cells, the first row on top. A cell is a short text: "" is empty, "X", "●", "♞" a piece."""

    cells: tuple[tuple[str, ...], ...]
    rows: tuple[str, ...] = ()  # labels at the left, top row first
    columns: tuple[str, ...] = ()  # labels below
    marked: frozenset[tuple[int, int]] = frozenset()  # (row, column) worth a look: the last move, a winning line
    shape: str = "square"  # square: pieces on squares; hole: discs in a frame
    caption: str = ""


@dataclass(frozen=True)
class Bar:
    """One labelled quantity: a pile of stones, a score, a castle's walls."""

    label: str
    value: float
    most: float = 0.0  # full length of the bar; 0: no bar, the number alone
    active: bool = False  # the player to move


@dataclass(frozen=True)
class Bars:
    """Labelled quantities, one a line."""

    bars: tuple[Bar, ...]
    caption: str = ""


@dataclass(frozen=True)
class Node:
    """One node of a drawn tree."""

    kind: str  # max, min, chance, leaf, or player 0, player 1, …
    label: str  # the value, or what stands for it
    edge: str = ""  # the action that leads here, with its probability below a chance node
    state: str = ""  # current, cut, best or nothing
    children: tuple[Node, ...] = ()
    note: str = ""  # a second line: alpha and beta, visits


@dataclass(frozen=True)
class Tree:
    """A game or search tree."""

    root: Node
    caption: str = ""


@dataclass(frozen=True)
class Lines:
    """Plain text, for a game that describes nothing better."""

    lines: tuple[str, ...] = field(default_factory=tuple)


Picture = Board | Bars | Tree | Lines
