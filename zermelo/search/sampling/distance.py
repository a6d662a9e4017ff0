"""How far away the end is that the solver has proved: read from the tree, where its proof is still whole."""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE
from zermelo.search.sampling.tree import CLOSED

MOST_LOOKED_AT, MOST_PLIES = 2000, 100  # nodes of a proof and their depth: larger ones are not read


class Distances:
    """Plies within which the game ends below proved nodes of one tree, with the best play of both sides."""

    def __init__(self, tree: Any, reach: float, has_databases: bool = False) -> None:
        """reach: the utility of a win, above the game's middle. has_databases: do closed nodes have a distance?"""
        self.tree, self.reach, self.has_databases = tree, reach, has_databases
        self._known: dict[int, int | None] = {}

    def of(self, node: int, depth: int = 0) -> int | None:
        """The plies; None if the node is not proved to be won or lost, or if its proof is too large or not kept."""
        if node not in self._known:
            if len(self._known) >= MOST_LOOKED_AT or depth > MOST_PLIES:
                return None
            self._known[node] = None
            self._known[node] = self._read(node, depth + 1)
        return self._known[node]

    def after(self, node: int) -> int | None:
        """The plies from the position before a node."""
        plies = self.of(node)
        return None if plies is None else plies + 1

    def _read(self, node: int, depth: int) -> int | None:
        tree = self.tree
        value, mover, count = tree.low.item(node), tree.mover.item(node), tree.count.item(node)
        if value != tree.high.item(node) or abs(value) != self.reach:
            return None
        if count == CLOSED:
            return int(tree.first.item(node)) if self.has_databases else 0
        if count <= 0 or mover == CHANCE:
            return None
        children = range(tree.first.item(node), tree.first.item(node) + count)
        is_won = (value > 0) == (mover == 0)
        if is_won:
            ways = [self.of(c, depth) for c in children if tree.low.item(c) == tree.high.item(c) == value]
            known = [plies for plies in ways if plies is not None]
            return 1 + min(known) if known else None
        ways = [self.of(child, depth) for child in children]
        return None if None in ways else 1 + max(plies for plies in ways if plies is not None)
