"""Selection: which child of a node the next simulation visits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import BIAS, EXPLORATION, IMPLICIT, LOSS, RAVE, URGENCY, MctsParts
from zermelo.search.mcts.playout import draw
from zermelo.search.mcts.proof import Proofs
from zermelo.search.mcts.tree import HIGH, LOW, SMALL

TINY = 1e-12
USUAL = math.sqrt(0.5)  # exploration of UCB1 for utilities of 0 … 1


def selectors(rules: Rules, parts: MctsParts, proof: Proofs) -> tuple[Callable[..., Any], ...]:
    """The functions that selection needs.

    best_child(tree, node, workspace), drawn_child(tree, node, memory), regress(tree, node), which backs the children's
    evaluations up as minimax does, and bound_of, spread_of and reach_of, which compute the bounds.
    """
    tuned, urgent, bias, priors, rave = parts.tuned, parts.urgent, parts.bias, parts.priors, parts.rave
    implicit, shares, solves, graph = parts.implicit, parts.shared, parts.solver, parts.transpositions
    fractional = shares or priors  # are visits added to the true ones?
    visits_first = not (urgent or rave or fractional)  # has exactly a child without visits an infinite bound?
    is_share = parts.prior is not None  # else the prior is a utility
    at_least, at_most = proof.at_least, proof.at_most
    random = rules.register(draw)

    @rules.inner
    def inverse_of(tree, child, visits, workspace):
        """1 / visits and its square root. Small whole counts are looked up: dividing takes three times as long."""
        whole = tree.visits[child]
        if fractional or whole >= SMALL:
            part = 1.0 / visits
            return part, math.sqrt(part)
        return workspace.inverses[2 * whole], workspace.inverses[2 * whole + 1]

    @rules.inner
    def bound_of(tree, child, mover, workspace, low, breadth, logarithm, reach):
        """The child's upper bound for the player who chooses: its mean, and more the fewer visits it has.

        low, breadth: see spread_of; logarithm: of the parent's visits; reach: see reach_of.
        """
        knobs = workspace.knobs
        visits, total = float(tree.visits[child]), tree.total[child]
        if shares:
            lost = knobs[LOSS] * float(tree.pending[child])
            visits, total = visits + lost, total + lost * low
        if priors:
            before, expected = float(tree.prior_visits[child]), float(tree.prior_mean[child])
            if is_share:
                expected = low + breadth * expected
            visits, total = visits + before, total + before * expected
        is_known = visits > 0.0
        part, root = 1.0, 1.0
        if is_known:
            part, root = inverse_of(tree, child, visits, workspace)
        value = total * part if is_known or not urgent else low + knobs[URGENCY] * breadth
        if rave:
            others = float(tree.amaf_visits[child])
            if others > 0.0:
                weight = others / (others + visits + others * visits / knobs[RAVE])
                value = (1.0 - weight) * value + weight * float(tree.amaf_total[child]) / others
                is_known = True
        if not is_known and not urgent:
            return math.inf
        if implicit:
            guess = tree.guess[child] if mover == 0 else -tree.guess[child]
            value = value + knobs[IMPLICIT] * (guess - value)
        if priors and bias:
            expected = float(tree.prior_mean[child])
            if is_share:
                expected = low + breadth * expected
            value += knobs[BIAS] * (expected - low) / (1.0 + tree.visits[child])
        if not is_known:
            return value
        if tuned:
            share = logarithm * part
            n = max(1.0, float(tree.visits[child]))
            mean = tree.total[child] / n
            variance = (tree.squares[child] / n - mean * mean) / max(TINY, breadth * breadth)
            spread = variance + math.sqrt(2.0 * share)
            return value + knobs[EXPLORATION] / USUAL * breadth * math.sqrt(share * min(0.25, spread))
        return value + reach * root

    @rules.inner
    def reach_of(workspace, breadth, root):
        """How far UCB1's bound lies above the mean of a child with one visit; root: of the logarithm."""
        return workspace.knobs[EXPLORATION] * breadth * root

    @rules.inner
    def spread_of(workspace):
        """The least utility seen, and how far the greatest lies above it; (0, 1) before any was seen."""
        low, high = workspace.scale[LOW], workspace.scale[HIGH]
        return (low, high - low) if high >= low else (0.0, 1.0)

    @rules.inner
    def log_visits(tree, node, workspace):
        """The logarithm of a node's visits, and its square root; for small counts they are looked up: faster."""
        visits = tree.visits[node]
        if graph:
            visits = 0
            for child in range(tree.first[node], tree.first[node] + tree.count[node]):
                visits += tree.visits[child]
        if shares:
            visits += tree.pending[node]
        if visits < SMALL:
            return workspace.logs[2 * visits], workspace.logs[2 * visits + 1]
        logarithm = math.log(visits)
        return logarithm, math.sqrt(logarithm)

    @rules.inner
    def best_child(tree, node, workspace):
        """The child with the greatest bound among those that may still be better than what is proved.

        If there is none, the best proved child.
        """
        first, mover = tree.first[node], tree.mover[node]
        low, breadth = spread_of(workspace)
        (logarithm, root), floor = log_visits(tree, node, workspace), at_least(tree, node, mover)
        reach = reach_of(workspace, breadth, root)
        best, chosen, proved = -math.inf, first, -math.inf
        for child in range(first, first + tree.count[node]):
            if solves:
                least, limit = at_least(tree, child, mover), at_most(tree, child, mover)
                if least == limit and best == -math.inf and least > proved:
                    proved, chosen = least, child
                if limit <= floor or least == limit:
                    continue
            if visits_first and tree.visits[child] == 0:
                return child
            bound = bound_of(tree, child, mover, workspace, low, breadth, logarithm, reach)
            if not visits_first and bound == math.inf:
                return child
            is_better = bound > best  # no branch: it would be mispredicted half of the time
            best = bound if is_better else best
            chosen = child if is_better else chosen
        return chosen

    @rules.inner
    def drawn_child(tree, node, memory):
        """A child of a chance node, drawn by its probability."""
        first = tree.first[node]
        last = first + tree.count[node] - 1
        threshold = random(memory)
        for child in range(first, last):
            threshold -= tree.chance[child]
            if threshold < 0:
                return child
        return last

    @rules.inner
    def regress(tree, node):
        first, mover = tree.first[node], tree.mover[node]
        if mover == CHANCE:
            guess = 0.0
            for child in range(first, first + tree.count[node]):
                guess += tree.chance[child] * tree.guess[child]
        else:
            guess = tree.guess[first]
            for child in range(first + 1, first + tree.count[node]):
                guess = max(guess, tree.guess[child]) if mover == 0 else min(guess, tree.guess[child])
        tree.guess[node] = guess

    return best_child, drawn_child, regress, bound_of, spread_of, reach_of
