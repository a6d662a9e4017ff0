"""The tree that an MCTS search has built."""

from __future__ import annotations


def grown_of(player):
    """The trees of a player's last analysis."""
    return player._session.grown


def tree_of(player):
    """The only tree of a player's last analysis."""
    return grown_of(player).trees[0]


def families(tree, node=0):
    """(node, its children) for all nodes that have some."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if tree.count[here] > 0:
            children = list(range(int(tree.first[here]), int(tree.first[here]) + int(tree.count[here])))
            yield here, children
            waiting += children
