"""Open loops: a node below chance stands for the moves played, so its legal moves differ from draw to draw.

The children of a node (its family) are contiguous, with room for more: at first for the largest number of actions, then
for twice, four times … as many. A family that outgrows its room moves to the end of the tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.mcts.tree import FULL
from zermelo.search.sampling.ledger import MOST, USED
from zermelo.search.sampling.scale import spread
from zermelo.search.sampling.tree import NOWHERE


def open_loops(
    rules: Rules,
    parts: MctsParts,
    begin: Callable[..., Any],
    bound_of: Callable[..., Any],
    reach_of: Callable[..., Any],
) -> Callable[..., Any]:
    """best_legal(tree, node, state, shared, workspace): the child to visit among those whose moves are legal this time.

    New moves become children as long as there is room in the tree. NOWHERE: no legal move has a child.
    """
    fill, most, tuned, rave, spread_of = rules.fill, parts.most, parts.tuned, parts.rave, rules.register(spread)

    @rules.inner
    def copy(tree, source, target):
        tree.first[target], tree.count[target] = tree.first[source], tree.count[source]
        tree.visits[target], tree.total[target] = tree.visits[source], tree.total[source]
        tree.move[target], tree.mover[target] = tree.move[source], tree.mover[source]
        tree.chance[target] = tree.chance[source]
        if tuned:
            tree.squares[target] = tree.squares[source]
        if rave:
            tree.amaf_visits[target], tree.amaf_total[target] = tree.amaf_visits[source], tree.amaf_total[source]

    @rules.inner
    def has_room(tree, node, shared):
        """Is there room for one more child? Makes room if the tree has any left."""
        first, count, room = tree.first[node], tree.count[node], most
        while room < count:
            room *= 2
        if count < room:
            return True
        new = shared[USED]
        if new + 2 * room > shared[MOST]:
            shared[FULL] = 1
            return False
        shared[USED] = new + 2 * room
        for i in range(2 * room):
            begin(tree, new + i)
            if i < count:
                copy(tree, first + i, new + i)
        tree.first[node] = new
        return True

    @rules.inner
    def place_of(tree, node, move, shared):
        """The index of a move's child, which is added if it is new; NOWHERE if there is no room for it."""
        first, count = tree.first[node], tree.count[node]
        for i in range(count):
            if tree.move[first + i] == move:
                return i
        if not has_room(tree, node, shared):
            return NOWHERE
        tree.move[tree.first[node] + count] = move
        tree.count[node] = count + 1
        return count

    @rules.inner
    def best_legal(tree, node, state, shared, workspace):
        count, visits = fill(state, workspace.moves), 0
        for i in range(count):
            place = place_of(tree, node, workspace.moves[i], shared)
            workspace.weights[i] = place
            if place != NOWHERE:
                visits += tree.visits[tree.first[node] + place]
        low, breadth = spread_of(workspace.scale)
        first, mover, logarithm = tree.first[node], tree.mover[node], math.log(max(1, visits))
        terms = mover, low, breadth, logarithm, reach_of(workspace, breadth, math.sqrt(logarithm)), 0.0
        best, chosen = -math.inf, NOWHERE
        for i in range(count):
            if workspace.weights[i] != NOWHERE:
                child = first + int(workspace.weights[i])
                bound = bound_of(tree, child, workspace, terms)
                if bound > best:
                    best, chosen = bound, child
        return chosen

    return best_legal
