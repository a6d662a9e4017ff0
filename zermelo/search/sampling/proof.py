"""The solver of tree searches by sampling: what the rules alone prove about a node, as bounds on player 0's utility.

Both bounds of a terminal node are its utility. A node with children has the bounds of the best one for the player to
move; a chance node has their averages. When both bounds are equal, the node's value is proved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE


class Proofs(NamedTuple):
    """The solver's functions, for kernels."""

    at_least: Callable[..., Any]  # (tree, node, player) -> the proved lower bound for the player
    at_most: Callable[..., Any]
    is_proved: Callable[..., Any]  # (tree, node)
    close: Callable[..., Any]  # (tree, node, utility) sets both bounds
    tighten: Callable[..., Any]  # (tree, node) updates the bounds from the children; did anything change?


def rivals(low: Any, high: Any) -> list[int]:
    """The actions that are not proved worse than another, by what is proved for the player to move, 0 being even.

    low, high  # [action]. Proved losses are left out where another action is open, which can only be as bad or better.
    """
    floor = low.max()
    found = [i for i in range(len(low)) if high[i] > floor or low[i] == floor]
    better = [i for i in found if high[i] > floor]
    return better if floor < 0.0 and any(low[i] == floor for i in better) else found


def chance_in(tree, child):
    """The probability of an outcome of chance, where the tree has a column for it."""
    return tree.chance[child]


def proofs(rules: Rules, solves: bool, chance_of: Callable[..., Any] = chance_in) -> Proofs:
    """The solver's functions; where it is off nothing is ever proved. chance_of: see `chance_in`."""
    if not solves:
        return Proofs(*(rules.register(verb) for verb in (_nothing, _everything, _never, _ignore, _never)))

    def at_least(tree, node, player):
        return tree.low[node] if player == 0 else -tree.high[node]

    def at_most(tree, node, player):
        return tree.high[node] if player == 0 else -tree.low[node]

    def is_proved(tree, node):
        return tree.low[node] == tree.high[node]

    def close(tree, node, utility):
        tree.low[node] = tree.high[node] = utility

    probability = rules.register(chance_of)

    @rules.inner
    def tighten(tree, node):
        first, count, mover = tree.first[node], tree.count[node], tree.mover[node]
        low, high = tree.low[first], tree.high[first]
        if mover == CHANCE:
            low, high = 0.0, 0.0
            for child in range(first, first + count):
                low += probability(tree, child) * tree.low[child]
                high += probability(tree, child) * tree.high[child]
        else:
            for child in range(first + 1, first + count):
                if mover == 0:
                    low, high = max(low, tree.low[child]), max(high, tree.high[child])
                else:
                    low, high = min(low, tree.low[child]), min(high, tree.high[child])
        low, high = max(low, tree.low[node]), min(high, tree.high[node])
        changed = low > tree.low[node] or high < tree.high[node]
        if changed:  # what other threads read is not written for nothing
            tree.low[node], tree.high[node] = low, high
        return changed

    register = rules.register
    return Proofs(register(at_least), register(at_most), register(is_proved), register(close), tighten)


def _nothing(tree, node, player):
    return -1.0


def _everything(tree, node, player):
    return 1.0


def _never(tree, node):
    return False


def _ignore(tree, node, utility):
    pass
