"""What a search by MCTS has grown."""

from __future__ import annotations


def tree_of(search):
    """The only tree of a search's last analysis."""
    return search._memory["last"].trees[0]


def families(tree, node=0):
    """(node, its children) for all nodes that have some."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if tree.count[here] > 0:
            children = list(range(int(tree.first[here]), int(tree.first[here]) + int(tree.count[here])))
            yield here, children
            waiting += children
