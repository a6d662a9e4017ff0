"""Makes a tree smaller, step by step, as long as what is wrong there stays wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from zermelo.grading.trees import Case, Node

MOST_TRIES = 500  # smaller trees to look at, at most


def shrunk(case: Case, is_wrong: Callable[[Case], bool], most: int = MOST_TRIES) -> Case:
    """The smallest case that was found in which it is still wrong."""
    tries = 0
    progress = True
    while progress:
        progress = False
        for smaller in _smaller(case):
            tries += 1
            if tries > most:
                return case
            if is_wrong(smaller):
                case, progress = smaller, True
                break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    """Simpler cases, the much smaller ones first."""
    root = case.root
    if case.depth is not None and case.depth > 1:
        yield replace(case, depth=case.depth - 1)
    for path in sorted(_inner(root), key=len):
        node = root.at(path)
        for below in _descendants(node):
            if path or below.children:
                yield replace(case, root=_put(root, path, below))
        if path:
            for worth in sorted({leaf.worth for leaf in _leaves(node)} | {node.worth}, key=abs):
                yield replace(case, root=_put(root, path, Node(_turn(node, case), worth)))
        if len(node.children) > (1 if path else 2):
            for number in range(len(node.children)):
                yield replace(case, root=_put(root, path, _without(node, number)))
    if case.shared:
        yield replace(case, shared=False)
    yield from _plainer(case)


def _turn(node: Node, case: Case) -> int:
    """Who would move at a leaf in the place of a node: its mover, or that of the nodes below where chance moves."""
    if node.mover >= 0:
        return node.mover
    return node.children[0].mover if node.children[0].mover >= 0 else 0


def _inner(node: Node, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    if node.children:
        yield path
        for number, child in enumerate(node.children):
            yield from _inner(child, (*path, number))


def _leaves(node: Node) -> Iterator[Node]:
    if not node.children:
        yield node
    for child in node.children:
        yield from _leaves(child)


def _descendants(node: Node) -> Iterator[Node]:
    """The nodes further down at which the same player moves."""
    waiting = list(node.children)
    while waiting:
        below = waiting.pop(0)
        if below.mover == node.mover:
            yield below
        waiting += below.children


def _put(root: Node, path: tuple[int, ...], new: Node) -> Node:
    if not path:
        return new
    children = list(root.children)
    children[path[0]] = _put(children[path[0]], path[1:], new)
    return replace(root, children=tuple(children))


def _without(node: Node, number: int) -> Node:
    children = node.children[:number] + node.children[number + 1 :]
    chances = node.chances[:number] + node.chances[number + 1 :]
    whole = sum(chances)
    if len(chances) == 2:
        chances = (0.25, 0.75) if chances[0] < chances[1] else (0.75, 0.25) if chances[0] > chances[1] else (0.5, 0.5)
    elif chances:
        chances = tuple(chance / whole for chance in chances)
    return replace(node, children=children, chances=chances)


def _plainer(case: Case) -> Iterator[Case]:
    """The same tree with plainer numbers."""
    worths = sorted({node.worth for node in _all(case.root)})
    ranks = {worth: float(rank) for rank, worth in enumerate(worths)}
    if any(worth != rank for worth, rank in ranks.items()):
        yield replace(case, root=_mapped(case.root, lambda worth: ranks[worth]))
    middle = [worth for worth in worths if worth < 0]
    signed = {worth: float(rank - len(middle)) for rank, worth in enumerate(worths)}
    if any(abs(worth) > abs(signed[worth]) or worth != int(worth) for worth in worths):
        yield replace(case, root=_mapped(case.root, lambda worth: signed[worth]))
    if case.depth is None and any(node.worth for node in _all(case.root) if node.children):
        yield replace(case, root=_evaluated_zero(case.root))


def _all(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all(child)


def _mapped(node: Node, change: Callable[[float], float]) -> Node:
    children = tuple(_mapped(child, change) for child in node.children)
    return replace(node, worth=change(node.worth), children=children)


def _evaluated_zero(node: Node) -> Node:
    if not node.children:
        return node
    return replace(node, worth=0.0, children=tuple(map(_evaluated_zero, node.children)))
