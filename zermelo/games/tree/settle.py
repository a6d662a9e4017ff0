"""What the labels of a whole figure mean together: counts or fractions, evaluations, and what is left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from zermelo.games.tree.labels import Label
from zermelo.games.tree.numbers import short
from zermelo.games.tree.written import Branch, Sketch, Written, walk


def settled(root: Written, labels: Iterable[Label]) -> Sketch:
    """The tree with every W/N understood, and what a reader should know of the way its labels were read.

    60/79 is wins and visits where a node with children has such counts, else a leaf's utility.
    """
    inner = [node for node in walk(root) if node.branches]
    if not any(node.counts for node in inner):
        root = _with_fractions(root)
    remarks = []
    judged = next((node for node in inner if node.numbers), None)
    if judged is not None:
        where = f" at {judged.name}" if judged.name else ""
        shown = ", ".join(map(short, judged.numbers))
        remarks.append(
            f"a number in the label of a node with children, such as {shown}{where}, is its evaluation: it counts "
            "where a search is cut off at its depth, and nowhere else"
        )
    if any(label.has_bounds for label in labels):
        remarks.append("bounds in labels (α, β, ≤, ≥) are left out: a search finds its own")
    return Sketch(root, tuple(remarks))


def _with_fractions(node: Written) -> Written:
    """The tree whose leaves are worth what their fractions say. Raises ValueError."""
    if node.branches:
        below = (Branch(_with_fractions(one.node), one.action, one.probability, one.place) for one in node.branches)
        return replace(node, branches=tuple(below))
    if node.counts is None:
        return node
    over, under = node.counts
    if not under:
        raise ValueError(f"{node.place}: '{short(over)}/{short(under)}' divides by zero; write a number such as 1/3")
    if node.numbers:
        raise ValueError(f"{node.place}: a leaf has one number, and here are two; write one of them")
    return replace(node, numbers=(over / under,), counts=None)
