"""A game or search tree as SVG, with the book's shapes: ▲ for MAX, ▼ for MIN, ● for chance, a box for a leaf."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from zermelo.picture import Node, Tree
from zermelo.show.canvas import Drawing, box, disc, length, polygon, tag, write
from zermelo.show.trees.alike import COLOURS, runs
from zermelo.show.trees.layout import Placed, layout
from zermelo.show.words import player_number

RADIUS = 22.0  # half a node
LEVEL = 96.0  # from a parent down to its children
GAP = 14.0  # between neighbours
LABEL, SMALL = 15.0, 11.5  # font sizes
FRAME = RADIUS + 5  # from a node's middle to the frame of its information set
ASIDE = RADIUS + 11  # from a node's middle to the words beside it
FITS_INSIDE = {"max": 3, "min": 3, "chance": 4}  # characters; a longer label stands beside its node
BAR_AT, EDGE_LABEL_AT = 0.36, 0.66  # on the way from parent to child


@dataclass(frozen=True)
class PlacedTree:
    """Where everything of a drawn tree goes, in pixels from the top left."""

    placed: list[Placed]
    points: list[tuple[float, float]]  # [node], the middle of each
    width: float
    height: float


def placed_tree(picture: Tree) -> PlacedTree:
    """Gives each node its place, with room for its words."""
    placed = layout(picture.root)
    unit = max(_width_needed(place.node) for place in placed)
    spots = [(place.x * unit, place.depth * LEVEL) for place in placed]
    left = min(x - _reach(place.node)[0] for place, (x, _) in zip(placed, spots, strict=True))
    right = max(x + _reach(place.node)[1] for place, (x, _) in zip(placed, spots, strict=True))
    top = RADIUS + 6.0
    points = [(x - left, y + top) for x, y in spots]
    has_note_below = any(place.node.note and not place.node.children for place in placed)
    return PlacedTree(placed, points, right - left, points[-1][1] + top + (SMALL + 4 if has_note_below else 0))


def tree(picture: Tree) -> Drawing:
    """Draws the tree from the root down; what hangs below a cut branch is grey as well."""
    planned = placed_tree(picture)
    placed, points = planned.placed, planned.points
    cut = _cut_off(placed)

    edges, nodes, words = [], [], []
    for index, place in enumerate(placed):
        if place.parent >= 0:
            line = (*_foot(points[place.parent]), *_head(points[index]))
            edges.append(_edge(line, place.node, cut[index]))
            words.append(_edge_label(line, place.node, cut[index]))
        nodes.append(_shape(points[index], place.node, cut[index]))
        words.append(_words(points[index], place.node, cut[index]))
    frames = _frames([place.node.alike for place in placed], points)
    return Drawing(
        "".join(edges + frames + nodes + words),
        width=planned.width,
        height=planned.height,
        title=picture.caption or f"a tree of {len(placed)} nodes",
        caption=picture.caption,
    )


def _frames(sets: list[int], points: list[tuple[float, float]]) -> list[str]:
    """Dashed frames round the nodes of each information set, joined where other nodes stand between them."""
    parts = []
    for number, together in runs(sets, points).items():
        look = f"alike alike-{number % COLOURS}"
        for run in together:
            (left, y), (right, _) = points[run[0]], points[run[-1]]
            width, height = right - left + 2 * FRAME, 2 * FRAME
            parts.append(box(left - FRAME, y - FRAME, width, height, look, corner=FRAME / 2))
        for one, other in pairwise(together):
            (x1, y1), (x2, y2) = points[one[-1]], points[other[0]]
            low = max(y1, y2) + FRAME + 8.0 + 5.0 * (number % COLOURS)  # below the nodes between
            way = f"M{x1:.1f} {y1 + FRAME:.1f}C{x1:.1f} {low:.1f} {x2:.1f} {low:.1f} {x2:.1f} {y2 + FRAME:.1f}"
            parts.append(tag("path", d=way, class_=look))
    return parts


def _cut_off(placed: list[Placed]) -> list[bool]:
    cut: list[bool] = []
    for place in placed:
        cut.append(place.node.state == "cut" or (place.parent >= 0 and cut[place.parent]))
    return cut


def _beside(node: Node) -> str:
    """The label, when it is too long for its shape."""
    if _is_box(node) or len(node.label) <= FITS_INSIDE.get(node.kind, 0):
        return ""
    return node.label


def _reach(node: Node) -> tuple[float, float]:
    """How far a node and its words extend to the left and to the right of its middle."""
    below = length(node.note, SMALL) / 2 if not node.children else 0.0
    half = max(_half_box(node), below) if _is_box(node) else max(RADIUS + 4, below)
    aside = max(length(_beside(node), LABEL), length(node.note, SMALL) if node.children else 0.0)
    named = _edge_of(node) + length(node.name, SMALL) if node.name else 0.0
    return max(half, named), max(half, ASIDE + aside if aside else 0.0)


def _width_needed(node: Node) -> float:
    before, after = _reach(node)
    return max(before + max(after, RADIUS), length(node.edge, SMALL) / EDGE_LABEL_AT) + GAP


def _is_box(node: Node) -> bool:
    return node.kind not in FITS_INSIDE and player_number(node.kind) is None


def _edge_of(node: Node) -> float:
    """From a node's middle to where its name ends, at its left."""
    return (_half_box(node) if _is_box(node) else RADIUS + 4) + 4


def _half_box(node: Node) -> float:
    return max(RADIUS - 4, length(node.label, LABEL) / 2 + 7)


def _foot(point: tuple[float, float]) -> tuple[float, float]:
    return point[0], point[1] + RADIUS - 3


def _head(point: tuple[float, float]) -> tuple[float, float]:
    return point[0], point[1] - RADIUS + 3


def _look(base: str, node: Node, cut: bool) -> str:
    return f"{base} cut" if cut else f"{base} best" if node.state == "best" else base


def _edge(line: tuple[float, float, float, float], node: Node, cut: bool) -> str:
    x1, y1, x2, y2 = line
    drawn = tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=_look("edge", node, cut))
    if node.state != "cut":
        return drawn
    x, y = x1 + (x2 - x1) * BAR_AT, y1 + (y2 - y1) * BAR_AT
    along = math.hypot(x2 - x1, y2 - y1)
    across_x, across_y = 8 * (y1 - y2) / along, 8 * (x2 - x1) / along
    return drawn + tag("line", x1=x - across_x, y1=y - across_y, x2=x + across_x, y2=y + across_y, class_="bar")


def _edge_label(line: tuple[float, float, float, float], node: Node, cut: bool) -> str:
    if not node.edge:
        return ""
    x1, y1, x2, y2 = line
    x, y = x1 + (x2 - x1) * EDGE_LABEL_AT, y1 + (y2 - y1) * EDGE_LABEL_AT
    return write(x, y, node.edge, SMALL, "halo cut" if cut else "halo")


def _shape(point: tuple[float, float], node: Node, cut: bool) -> str:
    x, y = point
    glow = disc(x, y, RADIUS + 7, "glow") if node.state == "current" else ""
    wide, high = RADIUS + 4, RADIUS - 2
    match node.kind:
        case "max":
            corners = [(x, y - high - 2), (x + wide, y + high), (x - wide, y + high)]
            return glow + polygon(corners, _look("node max", node, cut))
        case "min":
            corners = [(x, y + high + 2), (x + wide, y - high), (x - wide, y - high)]
            return glow + polygon(corners, _look("node min", node, cut))
        case _ if not _is_box(node):
            look = _look("node chance" if node.kind == "chance" else "node player", node, cut)
            return glow + disc(x, y, RADIUS - 2, look)
    half, tall = _half_box(node), RADIUS - 5
    return glow + box(x - half, y - tall, 2 * half, 2 * tall, _look("node leaf", node, cut), corner=5)


def _words(point: tuple[float, float], node: Node, cut: bool) -> str:
    """The label inside its shape or beside it, the note beside a parent and below a leaf, the name at the top left."""
    x, y = point
    grey = " cut" if cut else ""
    beside = _beside(node)
    player = player_number(node.kind)
    inside = str(player) if player is not None else "" if beside else node.label
    lean = {"max": 6.0, "min": -6.0}.get(node.kind, 0.0)  # where a triangle is wide
    parts = [write(x, y + lean, inside, LABEL, f"strong{grey}")] if inside else []
    if node.name:
        parts.append(write(x - _edge_of(node), y - RADIUS + 8, node.name, SMALL, f"end strong halo{grey}"))
    at = x + ASIDE
    if beside:
        shift = -6.0 if node.note and node.children else 0.0
        parts.append(write(at, y + shift, beside, LABEL, f"start strong halo{grey}"))
    if node.note and node.children:
        parts.append(write(at, y + (9.0 if beside else 0.0), node.note, SMALL, f"start halo {grey or 'faint'}"))
    elif node.note:
        parts.append(write(x, y + RADIUS + SMALL / 2 + 2, node.note, SMALL, f"halo {grey or 'faint'}"))
    return "".join(parts)
