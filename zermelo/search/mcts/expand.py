"""Expansion: gives a node its children, with what is known about each before any visit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.rules import Rules, about_action
from zermelo.compile.plain import atomics
from zermelo.compile.plain.mapped import words_at
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import DATABASES, MctsParts
from zermelo.search.mcts.tree import BUSY, FULL, OPEN, TABLE
from zermelo.search.sampling.ledger import MOST, USED, ledgers
from zermelo.search.sampling.proof import Proofs
from zermelo.search.sampling.tree import CLOSED, NOWHERE
from zermelo.solve.databases.directory import prober
from zermelo.solve.databases.values import DRAW, UNKNOWN


def expander(rules: Rules, parts: MctsParts, proof: Proofs) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """begin(tree, child), which resets a node, and add_children(tree, node, state, memory, shared, workspace).

    `add_children` returns whether anything may have been proved. If there is no room, the node stays open and
    shared[FULL] is set.
    """
    to_move, is_terminal, utility, evaluate = rules.to_move, rules.is_terminal, rules.utility, rules.evaluate
    fill, play = rules.fill, rules.play
    fill_chances, play_chance, key = rules.fill_chances, rules.play_chance, rules.whole_key
    close = proof.close
    shares, open_loop, graph, solves = parts.shared, parts.open_loop, parts.transpositions, parts.solver
    has_chance, tuned, priors, rave = parts.chance, parts.tuned, parts.priors, parts.rave
    implicit, looks, most, best = parts.implicit, parts.looks_ahead, parts.most, parts.best
    asks = parts.prior is not None
    use_databases = parts.indexing is not None
    probe: Any = prober(rules, parts.indexing) if parts.indexing else None
    take: Any = ledgers(rules).take if parts.shared else None
    prior = about_action(rules, parts.prior if parts.prior is not None else _no_idea)

    @rules.inner
    def begin(tree, child):
        """Initialises an unvisited child."""
        tree.count[child] = OPEN
        if use_databases:
            tree.first[child] = 0  # of a child that the databases close: the plies to the end
        tree.visits[child] = 0
        tree.total[child] = 0.0
        if has_chance:
            tree.chance[child] = 0.0
        if tuned:
            tree.squares[child] = 0.0
        if rave:
            tree.amaf_visits[child] = 0
            tree.amaf_total[child] = 0
        if solves:
            tree.low[child], tree.high[child] = -best, best
        if shares:
            tree.pending[child] = 0
            tree.page[child] = 0
        if priors:
            tree.prior_mean[child], tree.prior_visits[child] = 0.5, 0.0
        if implicit:
            tree.guess[child] = 0.0

    @rules.inner
    def look(tree, child, state, mover, weight):
        """Closes the child if its state is terminal, or else evaluates it. Is it terminal?"""
        if is_terminal(state):
            if solves:
                close(tree, child, utility(state, 0))
                tree.count[child] = CLOSED
            if implicit:
                tree.guess[child] = utility(state, 0)
            return True
        if implicit:
            tree.guess[child] = evaluate(state, 0)
        if priors and not asks and mover != CHANCE:
            tree.prior_mean[child] = evaluate(state, mover)
            tree.prior_visits[child] = weight
        return False

    @rules.inner
    def add_children(tree, node, state, memory, shared, workspace):
        if shares and not atomics.replace(tree.count, node, OPEN, BUSY):
            return False
        if is_terminal(state):
            if solves:
                close(tree, node, utility(state, 0))
            tree.count[node] = CLOSED
            return True
        mover = to_move(state)
        if use_databases and node > 0:
            known = probe(words_at(memory[DATABASES]), state)
            if known != UNKNOWN:
                utility_here = 0.0 if known == DRAW else best if (known > 0) == (mover == 0) else -best
                close(tree, node, utility_here)
                tree.first[node] = max(abs(known) - 1, 0)
                tree.count[node] = CLOSED
                return True
        tree.mover[node] = mover

        # Step 1. A position that has children already shares them
        place, word = 0, 0
        if graph:
            word = key(state)
            place = word & shared[TABLE]
            if workspace.table_count[place] > 0 and workspace.table_key[place] == word:
                tree.first[node], tree.count[node] = workspace.table_first[place], workspace.table_count[place]
                return solves

        # Step 2. Room for the children
        if mover == CHANCE:
            count = 1 if open_loop else fill_chances(state, workspace.moves, workspace.weights)
        else:
            count = fill(state, workspace.moves)
        room = most if open_loop and mover != CHANCE else count
        if shares:
            first = take(room, shared, workspace)
        else:
            first = shared[USED]
            if first + room > shared[MOST]:
                first = NOWHERE
            else:
                shared[USED] = first + room
        if first == NOWHERE:
            shared[FULL] = 1
            tree.count[node] = OPEN
            return False

        # Step 3. The children
        over = False
        for i in range(room):
            child = first + i
            begin(tree, child)
            if i >= count or (open_loop and mover == CHANCE):
                continue
            move = workspace.moves[i]
            tree.move[child] = move
            if has_chance:
                tree.chance[child] = workspace.weights[i] if mover == CHANCE else 1.0
            if priors and asks and mover != CHANCE:
                mean, visits = prior(state, move)
                tree.prior_mean[child], tree.prior_visits[child] = mean, visits * workspace.knobs.prior
            if looks and not open_loop:
                after = play_chance(state, move) if mover == CHANCE else play(state, move)
                over = look(tree, child, after, mover, workspace.knobs.prior) or over
        tree.first[node] = first
        if graph:
            workspace.table_key[place], workspace.table_first[place], workspace.table_count[place] = word, first, count
        if shares:
            atomics.replace(tree.count, node, BUSY, count)
        else:
            tree.count[node] = count
        return over and solves

    return begin, add_children


def _no_idea(state, action):
    return 0.5, 0.0
