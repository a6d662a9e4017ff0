"""A game or search tree for Graphviz, with the book's shapes: ▲ for MAX, ▼ for MIN, ● for chance, a box for a leaf."""

from __future__ import annotations

from itertools import pairwise

from zermelo.picture import Node, Tree
from zermelo.show.trees.alike import runs
from zermelo.show.trees.layout import Placed, layout
from zermelo.show.words import one_line, player_number

SHAPES = {"max": "triangle", "min": "invtriangle", "chance": "circle", "leaf": "box"}
COLOURS = {"max": "#d6e4f7", "min": "#f9dcd7", "chance": "#f7ecc8", "leaf": "#ffffff"}
PLAYER = "#e5ddf5"
COLUMN, LEVEL = 80, 90  # points from a node to its neighbour, and down to its children
ALIKE = ("#2f63b8", "#c0392b", "#2c9257", "#8a5fc4", "#b8860b", "#12838f")  # of information sets, in turn
CUT, CUT_FILL, BEST = "#c0392b", "#f4f3f0", "#1f8a4c"


def dot(picture: Tree) -> str:
    """The tree in Graphviz's language: cut branches are dashed, the best line is bold. Every text is escaped.

    `dot` places the nodes itself; `neato -n` uses the positions of our own drawings.
    """
    lines = [
        "digraph zermelo {",
        f'  graph [ordering=out, fontname="sans-serif", label={_quoted(picture.caption)}];',
        '  node [fontname="sans-serif"];',
        '  edge [fontname="sans-serif", fontsize=11, arrowhead=none];',
    ]
    is_cut: list[bool] = []
    placed = layout(picture.root)
    for index, place in enumerate(placed):
        node, parent = place.node, place.parent
        is_cut.append(node.state == "cut" or (parent >= 0 and is_cut[parent]))
        at = f"{place.x * COLUMN:g},{0 - place.depth * LEVEL:g}"
        lines.append(f"  n{index} [{_node(node, is_cut[index])}, pos={_quoted(at)}];")
        if parent >= 0:
            lines.append(f"  n{parent} -> n{index} [{_edge(node, is_cut[index])}];")
    return "\n".join([*lines, *_frames(placed), "}", ""])


def _frames(placed: list[Placed]) -> list[str]:
    """Dashed lines that join the nodes of an information set."""
    found = runs([place.node.alike for place in placed], [(place.x, float(place.depth)) for place in placed])
    lines = []
    for number, together in found.items():
        nodes = [node for run in together for node in run]
        look = f'style=dashed, color="{ALIKE[number % len(ALIKE)]}", penwidth=2, constraint=false'
        lines += [f"  n{one} -> n{other} [{look}];" for one, other in pairwise(nodes)]
    return lines


def _node(node: Node, is_cut: bool) -> str:
    player = player_number(node.kind)
    shape = "circle" if player is not None else SHAPES.get(node.kind, "box")
    fill = CUT_FILL if is_cut else PLAYER if player is not None else COLOURS.get(node.kind, COLOURS["leaf"])
    name = node.label if player is None else f"{player}: {node.label}" if node.label else str(player)
    words = [word for word in (node.name, name, node.note) if word]
    style = "filled,dashed" if is_cut else "filled,bold" if node.state in ("best", "current") else "filled"
    colour = f", color={_quoted(CUT if is_cut else BEST)}" if style != "filled" else ""
    return f"shape={shape}, label={_quoted(*words)}, fillcolor={_quoted(fill)}, style={_quoted(style)}{colour}"


def _edge(node: Node, is_cut: bool) -> str:
    style = {"style": "dashed", "color": CUT} if is_cut else {}
    if node.state == "best" and not is_cut:
        style = {"style": "bold", "color": BEST, "penwidth": "2.5"}
    return ", ".join(f"{name}={_quoted(value)}" for name, value in ({"label": node.edge} | style).items())


def _quoted(*lines: str) -> str:
    """Lines of text as one of Graphviz's strings, with quotes, backslashes and & escaped."""
    cleaned = (one_line(part.encode(errors="replace").decode()) for line in lines for part in line.splitlines())
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in cleaned)
    return '"' + "\\n".join(escaped) + '"'
