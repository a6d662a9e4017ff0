"""Selection: which child of a node the next simulation visits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import BIAS, EXPLORATION, IMPLICIT, LOSS, RAVE, URGENCY, MctsParts
from zermelo.search.mcts.playout import draw
from zermelo.search.mcts.proof import Proofs
from zermelo.search.mcts.tree import HIGH, LOW

TINY = 1e-12
USUAL = math.sqrt(0.5)  # exploration of UCB1 for utilities of 0 … 1


def selectors(rules: Rules, parts: MctsParts, proof: Proofs) -> tuple[Callable[..., Any], ...]:
    """best_child(tree, node, workspace), drawn_child(tree, node, memory), regress(tree, node), bound_of, spread_of.

    `regress` takes the evaluations of the children as minimax does.
    """
    tuned, urgent, bias, priors, rave = parts.tuned, parts.urgent, parts.bias, parts.priors, parts.rave
    implicit, shares, solves, graph = parts.implicit, parts.shared, parts.solver, parts.transpositions
    is_share = parts.prior is not None  # else the prior is a utility
    at_least, at_most = proof.at_least, proof.at_most
    random = rules.register(draw)

    @rules.inner
    def bound_of(tree, child, mover, knobs, low, breadth, logarithm):
        """What the child may be worth to the one who chooses: a mean, and more where it was visited seldom."""
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
        part = 1.0 / visits if is_known else 1.0
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
        share = logarithm * part
        if tuned:
            n = max(1.0, float(tree.visits[child]))
            mean = tree.total[child] / n
            variance = (tree.squares[child] / n - mean * mean) / max(TINY, breadth * breadth)
            spread = variance + math.sqrt(2.0 * share)
            return value + knobs[EXPLORATION] / USUAL * breadth * math.sqrt(share * min(0.25, spread))
        return value + knobs[EXPLORATION] * breadth * math.sqrt(share)

    @rules.inner
    def spread_of(workspace):
        """The least utility and how far the greatest lies above it, as far as both are known."""
        low, high = workspace.scale[LOW], workspace.scale[HIGH]
        return (low, high - low) if high >= low else (0.0, 1.0)

    @rules.inner
    def log_visits(tree, node):
        visits = tree.visits[node]
        if graph:
            visits = 0
            for child in range(tree.first[node], tree.first[node] + tree.count[node]):
                visits += tree.visits[child]
        if shares:
            visits += tree.pending[node]
        return math.log(max(1, visits))

    @rules.inner
    def best_child(tree, node, workspace):
        """The child with the greatest bound among those that may still be better than what is proved.

        Where there is none, the best that is proved.
        """
        first, mover = tree.first[node], tree.mover[node]
        low, breadth = spread_of(workspace)
        logarithm, floor = log_visits(tree, node), at_least(tree, node, mover)
        best, chosen, proved = -math.inf, first, -math.inf
        for child in range(first, first + tree.count[node]):
            if solves:
                least, limit = at_least(tree, child, mover), at_most(tree, child, mover)
                if least == limit and best == -math.inf and least > proved:
                    proved, chosen = least, child
                if limit <= floor or least == limit:
                    continue
            bound = bound_of(tree, child, mover, workspace.knobs, low, breadth, logarithm)
            if bound > best:
                best, chosen = bound, child
                if bound == math.inf:
                    break
        return chosen

    @rules.inner
    def drawn_child(tree, node, memory):
        """Nature's choice: a child by its probability."""
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

    return best_child, drawn_child, regress, bound_of, spread_of
