"""Selection: the child with the greatest bound. UCT, PUCT and others differ by the rule that gives the bound."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.search.sampling.tree import NOWHERE


def selector(rules: Rules, bound_of: Callable[..., Any], unvisited_only: bool = False) -> Callable[..., Any]:
    """best_of(tree, first, count, given, terms): the child with the greatest bound among `count` from `first` on.

    bound_of(tree, child, given, terms) is the rule. An infinite bound is taken at once, -∞ means that the child may not
    be chosen, and where bounds are equal the first child is taken. NOWHERE: none may be chosen.
    unvisited_only: have only children without visits infinite bounds? Then those of others are not compared with it,
    which is a few percent of UCT on small boards.
    given: what the rule reads besides the tree; terms: the numbers that are the same for all children of a node.
    """

    @rules.inner
    def best_of(tree, first, count, given, terms):
        best, chosen = -math.inf, NOWHERE
        for child in range(first, first + count):
            bound = bound_of(tree, child, given, terms)
            if unvisited_only:
                if tree.visits[child] == 0 and bound == math.inf:
                    return child
            elif bound == math.inf:
                return child
            is_better = bound > best  # no branch: it would be mispredicted half of the time
            best = bound if is_better else best
            chosen = child if is_better else chosen
        return chosen

    return best_of


def puct_bound(mean, prior, visits, rate):
    """PUCT's bound of an action: mean + c P √N / (1 + n); rate: c √N."""
    return mean + rate * prior / (1.0 + visits)
