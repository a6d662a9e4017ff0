"""Selection by UCB1 and what is added to it: which child of a node the next simulation visits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.sampling.ledger import HEAD, KNOWN, ROW, TOTAL, VISITS, ledgers
from zermelo.search.sampling.proof import Proofs
from zermelo.search.sampling.scale import spread
from zermelo.search.sampling.select import selector
from zermelo.search.sampling.tree import NOWHERE
from zermelo.search.sampling.workspace import inverse_of, logarithm_of

TINY = 1e-12
USUAL = math.sqrt(0.5)  # exploration of UCB1 for utilities of 0 … 1


def selectors(rules: Rules, parts: MctsParts, proof: Proofs) -> tuple[Callable[..., Any], ...]:
    """The functions that selection needs.

    best_child(tree, node, workspace), regress(tree, node), which backs the children's evaluations up as minimax does,
    bound_of and reach_of, which compute the bounds, and best_known(tree, node, depth, page, workspace), which chooses
    by what one of several threads knows: `page` is where the node's page begins in its ledger, 0 if it has none.
    """
    tuned, urgent, bias, priors, rave = parts.tuned, parts.urgent, parts.bias, parts.priors, parts.rave
    implicit, shares, solves, graph = parts.implicit, parts.shared, parts.solver, parts.transpositions
    fractional = shares or priors  # are visits added to the true ones?
    visits_first = not (urgent or rave or fractional)  # has exactly a child without visits an infinite bound?
    is_share = parts.prior is not None  # else the prior is a utility
    at_least, at_most = proof.at_least, proof.at_most
    visits_of: Any = ledgers(rules).visits_of if shares else None
    spread_of, log_of, inverse = rules.register(spread), rules.register(logarithm_of), rules.register(inverse_of)

    @rules.inner
    def bound_by(tree, child, own, total, pending, workspace, terms):
        """The child's upper bound for the player who chooses: its mean, and more the fewer visits it has.

        -∞ for a child that is proved, or cannot be better than what is proved of the node.
        own, total, pending: its visits, what they brought, and the threads in its subtree.
        terms: who chooses; the least utility seen and the range above it; the logarithm of the node's visits; see
        reach_of; what is proved of the node at least.
        """
        mover, low, breadth, logarithm, reach, floor = terms
        if solves:
            least, limit = at_least(tree, child, mover), at_most(tree, child, mover)
            if limit <= floor or least == limit:
                return -math.inf
        if visits_first and own == 0:
            return math.inf
        knobs, visits, earned = workspace.knobs, float(own), total
        if shares and pending > 0:
            lost = knobs.loss * float(pending)
            visits, total = visits + lost, total + lost * low
        if priors:
            before, expected = float(tree.prior_visits[child]), float(tree.prior_mean[child])
            if is_share:
                expected = low + breadth * expected
            visits, total = visits + before, total + before * expected
        is_known = visits > 0.0
        part, root = 1.0, 1.0
        if is_known:
            if priors or (shares and pending > 0):
                part = 1.0 / visits
                root = math.sqrt(part)
            else:
                part, root = inverse(workspace, own)
        value = total * part if is_known or not urgent else low + knobs.urgency * breadth
        if rave:
            others = float(tree.amaf_visits[child])
            if others > 0.0:
                weight = others / (others + visits + others * visits / knobs.rave)
                value = (1.0 - weight) * value + weight * float(tree.amaf_total[child]) / others
                is_known = True
        if not is_known and not urgent:
            return math.inf
        if implicit:
            guess = tree.guess[child] if mover == 0 else -tree.guess[child]
            value = value + knobs.implicit * (guess - value)
        if priors and bias:
            expected = float(tree.prior_mean[child])
            if is_share:
                expected = low + breadth * expected
            value += knobs.bias * (expected - low) / (1.0 + own)
        if not is_known:
            return value
        if tuned:
            share = logarithm * part
            n = max(1.0, float(own))
            mean = earned / n
            variance = (tree.squares[child] / n - mean * mean) / max(TINY, breadth * breadth)
            spread = variance + math.sqrt(2.0 * share)
            return value + knobs.exploration / USUAL * breadth * math.sqrt(share * min(0.25, spread))
        return value + reach * root

    @rules.inner
    def bound_of(tree, child, workspace, terms):
        """The same, from what the tree says about the child."""
        pending = tree.pending[child] if shares else 0
        return bound_by(tree, child, tree.visits[child], tree.total[child], pending, workspace, terms)

    @rules.inner
    def reach_of(workspace, breadth, root):
        """How far UCB1's bound lies above the mean of a child with one visit; root: of the logarithm."""
        return workspace.knobs.exploration * breadth * root

    @rules.inner
    def log_visits(tree, node, workspace):
        """The logarithm of a node's visits, and its square root."""
        visits = tree.visits[node]
        if graph:
            visits = 0
            for child in range(tree.first[node], tree.first[node] + tree.count[node]):
                visits += tree.visits[child]
        return log_of(workspace, visits)

    @rules.inner
    def noted_bound_of(tree, child, workspace, terms):
        """The bound from what this thread's ledger says about the child."""
        (mover, low, breadth, logarithm, reach, floor), rows = terms
        row, ledger = rows + ROW * child, workspace.ledger
        rest = mover, low, breadth, logarithm, reach, floor
        return bound_by(tree, child, int(ledger[row + KNOWN]), ledger[row + TOTAL], 0, workspace, rest)

    best_of, best_noted = selector(rules, bound_of, visits_first), selector(rules, noted_bound_of)

    @rules.inner
    def best_proved(tree, node):
        """The best of the children that are proved; the first one if there is none."""
        first, mover = tree.first[node], tree.mover[node]
        chosen, best = first, -math.inf
        for child in range(first, first + tree.count[node]):
            least = at_least(tree, child, mover)
            if least == at_most(tree, child, mover) and least > best:
                chosen, best = child, least
        return chosen

    @rules.inner
    def best_child(tree, node, workspace):
        """The child with the greatest bound among those that may still be better than what is proved.

        If there is none, the best proved child.
        """
        mover = tree.mover[node]
        low, breadth = spread_of(workspace.scale)
        (logarithm, root), floor = log_visits(tree, node, workspace), at_least(tree, node, mover)
        terms = mover, low, breadth, logarithm, reach_of(workspace, breadth, root), floor
        chosen = best_of(tree, tree.first[node], tree.count[node], workspace, terms)
        return best_proved(tree, node) if chosen == NOWHERE else chosen

    @rules.inner
    def best_known(tree, node, depth, page, workspace):
        mover, first = tree.mover[node], tree.first[node]
        low, breadth = spread_of(workspace.scale)
        begun = 1 if depth > 0 else 0  # this simulation counts below the root, as others on their way do
        if page > 0:
            visits = int(workspace.ledger[page + VISITS]) + begun
        else:
            visits = visits_of(tree, depth, workspace) + max(begun, int(tree.pending[node]))
        (logarithm, root), floor = log_of(workspace, visits), at_least(tree, node, mover)
        terms = mover, low, breadth, logarithm, reach_of(workspace, breadth, root), floor
        if page > 0:
            rows = page + HEAD - ROW * first
            chosen = best_noted(tree, first, tree.count[node], workspace, (terms, rows))
        else:
            chosen = best_of(tree, first, tree.count[node], workspace, terms)
        return best_proved(tree, node) if chosen == NOWHERE else chosen

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

    return best_child, regress, bound_of, reach_of, best_known
