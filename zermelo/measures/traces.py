"""Values, leaves and cuts of a search that is traced."""

from __future__ import annotations

from zermelo.measures.subject import Answer, Subject, called, node_of
from zermelo.search.trace.recorder import Visited
from zermelo.search.trace.trace import Trace

CUTS = {"min": "α-cut-off", "max": "β-cut-off"}  # by who is to move at the node where the rest is cut


def value(
    subject: Subject, algorithm: str, node: str | None = None, depth: str | None = None, at: str | None = None
) -> Answer:
    """The value of the root or of a node, for MAX; "≤2" or "≥5" where cuts leave only a bound."""
    shown = subject.trace(algorithm, depth, at)
    return (node_of(shown, node) if node else shown.root).label


def action(subject: Subject, algorithm: str, depth: str | None = None, at: str | None = None) -> Answer:
    """The best action at the root."""
    return subject.trace(algorithm, depth, at).action or "none"


def line(subject: Subject, algorithm: str, depth: str | None = None, at: str | None = None) -> Answer:
    """The actions from the root along the best line."""
    node, found = subject.trace(algorithm, depth, at).root, []
    while node.best is not None:
        node = node.children[node.best]
        found.append(node.path[-1])
    return " ".join(found)


def leaves(subject: Subject, algorithm: str, depth: str | None = None, at: str | None = None) -> Answer:
    """How many leaves were visited."""
    return subject.trace(algorithm, depth, at).leaves


def skipped(subject: Subject, algorithm: str, depth: str | None = None, at: str | None = None) -> Answer:
    """How many leaves were cut off."""
    return subject.trace(algorithm, depth, at).skipped


def reading(subject: Subject, algorithm: str, depth: str | None = None, at: str | None = None) -> Answer:
    """The values of the visited leaves, in the order of the visit."""
    return " ".join(leaf.worth for leaf in subject.trace(algorithm, depth, at).visited_leaves())


def cut(subject: Subject, node: str, algorithm: str, depth: str | None = None, at: str | None = None) -> Answer:
    """The kind of cut at a node: "α-cut-off", "β-cut-off", or "none"."""
    shown = subject.trace(algorithm, depth, at)
    found = node_of(shown, node)
    return CUTS[found.kind] if _is_cut(found) else "none"


def cuts(subject: Subject, algorithm: str, depth: str | None = None, at: str | None = None) -> Answer:
    """The nodes where something is cut, each with the kind of cut, in the order of the visit."""
    shown: Trace = subject.trace(algorithm, depth, at)
    found = [node for node in shown.nodes() if _is_cut(node)]
    return ", ".join(f"{called(shown.game, node.state) or node.name} {CUTS[node.kind][0]}" for node in found) or "none"


def _is_cut(node: Visited) -> bool:
    return any(child.status == "cut" for child in node.children)
