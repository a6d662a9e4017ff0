"""A searched tree level by level, from the leaves up: the order in which one labels it by hand."""

from __future__ import annotations

from collections import defaultdict

from zermelo.search.trace.recorder import Visited
from zermelo.search.trace.trace import Trace
from zermelo.show.words import width

CUT = "✂"


def levels_text(shown: Trace) -> str:
    """A line for each level, the lowest first: who moves there, and every node's value; siblings stand together."""
    families = defaultdict[int, dict[int, list[Visited]]](lambda: defaultdict(list))
    for node in shown.nodes():
        families[node.depth][node.above].append(node)
    rows = []
    for depth in sorted(families, reverse=True):
        nodes = [node for family in families[depth].values() for node in family]
        values = " | ".join(" ".join(map(_labelled, family)) for family in families[depth].values())
        rows.append([str(depth), "/".join(dict.fromkeys(_mover(shown, node) for node in nodes)), values])
    wide = max(width(movers) for _, movers, _ in rows)
    return "\n".join(f"ply {depth}  {movers}{' ' * (wide - width(movers))}  {values}" for depth, movers, values in rows)


def _labelled(node: Visited) -> str:
    value = node.label or CUT
    return f"{node.called} {value}" if node.called and node.children else value


def _mover(shown: Trace, node: Visited) -> str:
    if not node.children:
        return "leaf" if node.status != "cut" else CUT
    if node.kind.startswith("player "):
        return shown.game.player_name(int(node.kind.partition(" ")[2]))
    return node.kind.upper()
