"""A tree whose nodes are pictures: boards, or small trees of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from zermelo.picture import Board, Node, Picture
from zermelo.show.canvas import Drawing, box, length, tag, write
from zermelo.show.svg import drawing as picture_drawing
from zermelo.show.text import text
from zermelo.show.trees.layout import Placed, layout
from zermelo.show.words import width

LARGEST, SMALLEST_CELL = 96.0, 24.0  # pixels of a board's longer side, more only if its cells would get too small
WORDS = 13.0  # font size
LINE = 18.0  # of words below a picture
GAP, BETWEEN = 22.0, 54.0  # between neighbours, and between levels
MARGIN = 8.0  # around a framed picture
COLUMNS = 100  # of the terminal


@dataclass(frozen=True)
class Pictured:
    """A node: a picture with words below it, and the edge that leads to it."""

    picture: Picture
    words: tuple[str, ...] = ()
    edge: str = ""
    children: tuple[Pictured, ...] = ()
    framed: bool = False  # drawn in its own size inside a frame; else shrunk to a board of the usual size
    best: bool = False  # on the best line


def pictured_drawing(root: Pictured, title: str) -> Drawing:
    """The tree from the root down."""
    nodes = [node for _, node in _by_level(root)]
    drawn = [_small(node) for node in nodes]
    placed = layout(_outline(root))
    wide = max(
        max(one.width, *(length(line, WORDS) for line in (*node.words, "")))
        for node, one in zip(nodes, drawn, strict=True)
    )
    tops = _tops(placed, nodes, drawn)
    points = [(place.x * (wide + GAP) + wide / 2, tops[place.depth]) for place in placed]
    parts: list[str] = []
    for place, node, one, (x, y) in zip(placed, nodes, drawn, points, strict=True):
        if place.parent >= 0:
            above = placed[place.parent]
            from_x = points[place.parent][0]
            from_y = tops[above.depth] + drawn[place.parent].height + LINE * len(nodes[place.parent].words) + 2
            look = "edge best" if node.best else "edge"
            parts.append(tag("line", x1=from_x, y1=from_y, x2=x, y2=y - 3, class_=look))
            parts.append(write((from_x + 2 * x) / 3, (from_y + 2 * y) / 3 - 4, node.edge, WORDS - 1.5, "halo"))
        parts.append(tag("g", one.body, transform=f"translate({x - one.width / 2:.1f} {y:.1f})"))
        parts += [
            write(x, y + one.height + LINE * (row + 0.6), line, WORDS, "strong" if node.best else "")
            for row, line in enumerate(node.words)
        ]
    right = max(x for x, _ in points) + wide / 2
    bottom = max(
        y + one.height + LINE * len(node.words) for (_, y), one, node in zip(points, drawn, nodes, strict=True)
    )
    return Drawing("".join(parts), right, bottom + 2, title, title)


def beside(nodes: Sequence[Pictured], title: str) -> Drawing:
    """Pictures in one row, each with its words."""
    drawn = [_small(node) for node in nodes]
    high = max(one.height for one in drawn)
    parts, x = [], 0.0
    for node, one in zip(nodes, drawn, strict=True):
        wide = max(one.width, *(length(line, WORDS) for line in (*node.words, "")))
        left, top = x + (wide - one.width) / 2, high - one.height  # all stand on one ground
        parts.append(tag("g", one.body, transform=f"translate({left:.1f} {top:.1f})"))
        parts += [write(x + wide / 2, high + LINE * (row + 0.6), line, WORDS) for row, line in enumerate(node.words)]
        x += wide + GAP
    lines = max(len(node.words) for node in nodes)
    return Drawing("".join(parts), x - GAP, high + LINE * lines + 2, title, title)


def pictured_text(root: Pictured) -> str:
    """Level by level: the pictures of one level side by side, with their edges above and their words below."""
    levels = [[node for _, node in those] for _, those in groupby(_by_level(root), key=lambda one: one[0])]
    return "\n\n".join(rows_of(level) for level in levels)


def rows_of(nodes: Sequence[Pictured]) -> str:
    """Pictures side by side, as many as fit in a row of the terminal."""
    lines = max(len(node.words) for node in nodes)
    blocks = [_block(replace(node, words=(*node.words, *[""] * (lines - len(node.words))))) for node in nodes]
    rows: list[list[list[str]]] = [[]]
    for block in blocks:
        used = sum(width(one[0]) + 3 for one in rows[-1])
        if rows[-1] and used + width(block[0]) > COLUMNS:
            rows.append([])
        rows[-1].append(block)
    return "\n\n".join(_beside(row) for row in rows if row)


def _block(node: Pictured) -> list[str]:
    """The lines of a node, all of one width."""
    lines = [*([f"{node.edge}:"] if node.edge else []), *text(plain_picture(node.picture)).splitlines(), *node.words]
    wide = max(map(width, lines))
    return [line + " " * (wide - width(line)) for line in lines]


def _beside(blocks: list[list[str]]) -> str:
    high = max(map(len, blocks))
    filled = [[*[" " * width(block[0])] * (high - len(block)), *block] for block in blocks]  # on one ground
    return "\n".join("   ".join(parts).rstrip() for parts in zip(*filled, strict=True))


def _small(node: Pictured) -> Drawing:
    """The drawing of one node at its size in the tree."""
    whole = picture_drawing(plain_picture(node.picture))
    if node.framed:
        frame = box(0, 0, whole.width + 2 * MARGIN, whole.height + 2 * MARGIN, "alike alike-0", corner=10)
        body = frame + tag("g", whole.body, transform=f"translate({MARGIN} {MARGIN})")
        return replace(whole, body=body, width=whole.width + 2 * MARGIN, height=whole.height + 2 * MARGIN)
    largest = LARGEST
    if isinstance(node.picture, Board):
        largest = max(LARGEST, SMALLEST_CELL * max(len(node.picture.cells), len(node.picture.cells[0])))
    scale = min(1.0, largest / max(whole.width, whole.height))
    body = tag("g", whole.body, transform=f"scale({scale:.4f})")
    return replace(whole, body=body, width=whole.width * scale, height=whole.height * scale)


def plain_picture(picture: Picture) -> Picture:
    """A board without its labels and its caption, which would be too small to read."""
    return replace(picture, rows=(), columns=(), caption="") if isinstance(picture, Board) else picture


def _tops(placed: Sequence[Placed], nodes: Sequence[Pictured], drawn: Sequence[Drawing]) -> list[float]:
    """Where each level begins, in pixels from the top."""
    heights = [0.0] * (1 + max(place.depth for place in placed))
    for place, node, one in zip(placed, nodes, drawn, strict=True):
        heights[place.depth] = max(heights[place.depth], one.height + LINE * len(node.words))
    return [sum(heights[:depth]) + BETWEEN * depth for depth in range(len(heights))]


def _outline(node: Pictured) -> Node:
    return Node("leaf", "", children=tuple(_outline(child) for child in node.children))


def _by_level(root: Pictured) -> Iterator[tuple[int, Pictured]]:
    waiting = [(0, root)]
    for depth, node in waiting:
        yield depth, node
        waiting += [(depth + 1, child) for child in node.children]
