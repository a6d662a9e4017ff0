"""Where the nodes of a drawn tree stand: tidy, symmetric, in linear time and without recursion.

Reingold and Tilford's rules: a parent stands midway between its first and last child, nodes of one depth keep a
distance of 1, and a subtree fits under its neighbour's overhang. Packing children from the left alone would crowd
small subtrees to the left of big ones, so we pack once from each side and take the middle: the rules are linear, so
the middle of two layouts that keep them keeps them as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.picture import Node


@dataclass(frozen=True)
class Placed:
    """A node with its place."""

    node: Node
    x: float  # in node widths; the leftmost node of the tree stands at 0
    depth: int  # the root at 0
    parent: int  # index of the parent in the same list; -1 for the root


def layout(root: Node) -> list[Placed]:
    """Places every node, parents before their children and siblings from left to right.

    Two nodes of one depth are never closer than 1; a parent is midway between its first and last child.
    """
    nodes, parents, depths = [root], [-1], [0]
    children: list[list[int]] = []
    index = 0
    while index < len(nodes):
        children.append(list(range(len(nodes), len(nodes) + len(nodes[index].children))))
        for child in nodes[index].children:
            nodes.append(child)
            parents.append(index)
            depths.append(depths[index] + 1)
        index += 1

    from_left = _packed(children)
    from_right = _packed([family[::-1] for family in children])
    middle = [(left - right) / 2 for left, right in zip(from_left, from_right, strict=True)]
    leftmost = min(middle)
    return [
        Placed(node, x - leftmost, depth, parent)
        for node, x, depth, parent in zip(nodes, middle, depths, parents, strict=True)
    ]


@dataclass
class _Outline:
    """The outermost nodes of a subtree at each depth, the deepest first, so that a parent is added at the end."""

    left: list[float]
    right: list[float]
    shift: float = 0.0  # to be added to every number in the lists


def _packed(children: list[list[int]]) -> list[float]:
    """The x of each node, the root at 0, with siblings as close as they go, the first one fixed."""
    offsets = [0.0] * len(children)  # from the parent's x to the node's
    outlines: dict[int, _Outline] = {}
    for index in reversed(range(len(children))):
        family = children[index]
        if not family:
            outlines[index] = _Outline([0.0], [0.0])
            continue
        together = outlines.pop(family[0])
        for child in family[1:]:
            outline = outlines.pop(child)
            offsets[child] = _room(together, outline)
            outline.shift += offsets[child]
            together = _joined(together, outline)
        centre = offsets[family[-1]] / 2
        for child in family:
            offsets[child] -= centre
        together.shift -= centre
        together.left.append(-together.shift)
        together.right.append(-together.shift)
        outlines[index] = together

    xs = [0.0] * len(children)
    for index, family in enumerate(children):
        for child in family:
            xs[child] = xs[index] + offsets[child]
    return xs


def _room(left: _Outline, right: _Outline) -> float:
    """How far the right subtree must move to clear the left one by 1 at every depth they share."""
    shared = min(len(left.right), len(right.left))
    gap = max(left.right[-depth] - right.left[-depth] for depth in range(1, shared + 1))
    return gap + left.shift - right.shift + 1.0


def _joined(left: _Outline, right: _Outline) -> _Outline:
    """The outline of both; the deeper one is kept and corrected where they overlap, so the shallower one pays."""
    if len(left.left) >= len(right.left):
        kept, stale, other, fresh = left, left.right, right, right.right
    else:
        kept, stale, other, fresh = right, right.left, left, left.left
    for depth in range(1, len(fresh) + 1):
        stale[-depth] = fresh[-depth] + other.shift - kept.shift
    return kept
