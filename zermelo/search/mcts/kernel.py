"""The kernel of Monte Carlo tree search: selection, expansion, playout, back-propagation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile import atomics
from zermelo.compile.memory import LIMIT, NODES, new_memory
from zermelo.compile.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.mcts.expand import expander
from zermelo.search.mcts.open_loop import open_loops
from zermelo.search.mcts.parts import EARLY, PATIENCE, MctsParts
from zermelo.search.mcts.playout import drawn_outcome, lessons, playouts
from zermelo.search.mcts.proof import proofs
from zermelo.search.mcts.select import selectors
from zermelo.search.mcts.tree import (
    CLOSED,
    FULL,
    FULL_STOPS,
    HIGH,
    LOW,
    NOWHERE,
    OPEN,
    as_pointers,
    new_shared,
    new_tree,
    new_workspace,
)

# further words of a thread's memory: NODES counts simulations here, LIMIT bounds them, NOISE is 6
DEEP, WHY = 7, 8
# why a kernel stopped
BUDGET, PROVED, SETTLED, NO_ROOM = range(4)

SELECT, EXPAND, PLAYOUT, BACKUP = range(20, 24)  # what a trace sees of each simulation
OFTEN = 64  # simulations from one look at the root to the next
ENOUGH = 1024  # simulations of a search whose choice is clear, so that its value says something


@lru_cache(maxsize=256)
def kernel_for(parts: MctsParts) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, tree, memory, shared, workspace)."""
    players, mirrored, longest = parts.players, parts.mirrored, parts.longest
    shares, open_loop, solves = parts.shared, parts.open_loop, parts.solver
    trails, tuned, implicit, has_chance = parts.trails, parts.tuned, parts.implicit, parts.chance

    def kernel(rules: Rules) -> Any:
        utility, evaluate, note = rules.utility, rules.evaluate, rules.note
        play, fill_chances, play_chance = rules.play, rules.fill_chances, rules.play_chance
        to_move, is_terminal, slot = rules.to_move, rules.is_terminal, rules.slot
        outcome = rules.register(drawn_outcome)
        proof = proofs(rules, parts)
        at_least, at_most, is_proved, close, tighten = proof
        best_child, drawn_child, regress, bound_of, spread_of = selectors(rules, parts, proof)
        begin, expand = expander(rules, parts, proof)
        best_legal = open_loops(rules, parts, begin, bound_of, spread_of)
        finish, learn = playouts(rules, parts), lessons(rules, parts)

        @rules.inner
        def is_inside(tree, node, state):
            """Does the tree go on here? (In an open loop it may not, for what chance did this time.)"""
            if tree.count[node] <= 0 or is_proved(tree, node):
                return False
            return not open_loop or (not is_terminal(state) and to_move(state) == tree.mover[node])

        @rules.inner
        def descend(tree, node, state, memory, shared, workspace, length):
            """One ply down the tree: by the selection rule, or by nature's draw. NOWHERE: it ends here after all."""
            mover = tree.mover[node]
            if has_chance and mover == CHANCE:
                if open_loop:
                    count = fill_chances(state, workspace.moves, workspace.weights)
                    node, move = tree.first[node], workspace.moves[outcome(memory, workspace.weights, count)]
                else:
                    node = drawn_child(tree, node, memory)
                    move = tree.move[node]
                state = play_chance(state, move)
                if trails:
                    workspace.trail[length] = -1
            else:
                node = (
                    best_legal(tree, node, state, shared, workspace) if open_loop else best_child(tree, node, workspace)
                )
                if open_loop and node == NOWHERE:
                    return node, state
                if trails:
                    workspace.trail[length] = slot(tree.move[node]) * 16 + mover
                state = play(state, tree.move[node])
            if shares:
                atomics.add(tree.pending, node, 1)
            return node, state

        @rules.inner
        def is_settled(tree, memory, threads):
            """Are so few simulations left, of all threads, that the most visited action will stay so?"""
            first, leader, second = tree.first[0], 0, 0
            for child in range(first, first + tree.count[0]):
                n = tree.visits[child]
                if n > leader:
                    leader, second = n, leader
                elif n > second:
                    second = n
            return leader - second > (memory[LIMIT] - memory[NODES]) * threads

        @rules.inner
        def is_decided(tree):
            """Is one action proved to be as good as any other?"""
            if tree.count[0] <= 0:
                return False
            mover, first = tree.mover[0], tree.first[0]
            floor, rivals = at_least(tree, 0, mover), 0
            for child in range(first, first + tree.count[0]):
                if at_most(tree, child, mover) > floor:
                    rivals += 1
                    if at_least(tree, child, mover) < floor:
                        rivals += 1
            return rivals <= 1

        @rules.jit
        def search(state, tree, memory, shared, workspace):
            root_state, path, utilities, scale = state, workspace.path, workspace.utilities, workspace.scale
            while memory[NODES] < memory[LIMIT]:
                if shared[FULL] and shared[FULL_STOPS]:
                    memory[WHY] = NO_ROOM
                    break
                if solves and (is_proved(tree, 0) or (memory[NODES] % ENOUGH == ENOUGH - 1 and is_decided(tree))):
                    memory[WHY] = PROVED
                    break
                looks = workspace.knobs[EARLY] > 0 and memory[NODES] % OFTEN == OFTEN - 1
                if looks and is_settled(tree, memory, workspace.knobs[EARLY]):
                    memory[WHY] = SETTLED
                    break
                memory[NODES] += 1
                node, state, length, news = 0, root_state, 0, NOWHERE
                path[0] = node

                # Step 1. Selection: down the tree, while it goes on
                while is_inside(tree, node, state) and length < longest:
                    below, state = descend(tree, node, state, memory, shared, workspace, length)
                    if open_loop and below == NOWHERE:
                        break
                    node = below
                    length += 1
                    path[length] = node
                    note(SELECT, state, length, tree.total[node], tree.visits[node], 0.0)

                # Step 2. Expansion: a leaf that was visited often enough gets children, and one of them a visit
                if tree.count[node] == OPEN and (tree.visits[node] >= workspace.knobs[PATIENCE] or length == 0):
                    if expand(tree, node, state, memory, shared, workspace):
                        news = length if tree.count[node] <= 0 or tighten(tree, node) else NOWHERE
                    if is_inside(tree, node, state) and length < longest:  # there is room for what it was made for
                        node, state = descend(tree, node, state, memory, shared, workspace, length)
                        length += 1
                        path[length] = node
                        note(EXPAND, state, length, 0.0, 0.0, 0.0)

                # Step 3. Playout: to the end of the game, or to where the evaluation is asked
                plies = length
                if is_proved(tree, node):
                    utilities[0] = at_least(tree, node, 0)
                    utilities[1] = 0.0 - utilities[0]
                    end, news = state, length
                else:
                    end, over, plies = finish(state, memory, workspace, length)
                    for p in range(players):
                        if p == 1 and mirrored:
                            utilities[1] = 0.0 - utilities[0]
                        else:
                            utilities[p] = utility(end, p) if over else evaluate(end, p)
                    if solves and over and plies == length and length > 0:
                        close(tree, node, utilities[0])
                        tree.count[node] = CLOSED
                        news = length
                for p in range(players):
                    scale[LOW] = min(scale[LOW], utilities[p])
                    scale[HIGH] = max(scale[HIGH], utilities[p])
                note(PLAYOUT, end, length, 0.0, 0.0, utilities[0])

                # Step 4. Back-propagation: each node counts for the player who chose it
                memory[DEEP] = max(memory[DEEP], length)
                value = utilities[0]
                for i in range(length, -1, -1):
                    here = path[i]
                    chooser = tree.mover[path[i - 1]] if i > 0 else CHANCE
                    if solves:  # a player takes no less than is proved
                        value = min(max(value, at_least(tree, here, 0)), at_most(tree, here, 0))
                        gained = value if chooser != 1 else 0.0 - value
                    else:
                        gained = utilities[chooser] if chooser != CHANCE else utilities[0]
                    if shares:
                        atomics.add(tree.visits, here, 1)
                        if i > 0:
                            atomics.add(tree.total, here, gained)
                            atomics.add(tree.pending, here, -1)
                    else:
                        tree.visits[here] += 1
                        if i > 0:
                            tree.total[here] += gained
                    if tuned:
                        tree.squares[here] += gained * gained
                if trails:
                    learn(tree, memory, workspace, length, plies)
                if implicit:
                    for i in range(length, -1, -1):
                        if tree.count[path[i]] > 0:
                            regress(tree, path[i])
                while news > 0 and tighten(tree, path[news - 1]):
                    news -= 1
                note(BACKUP, state, length, 0.0, 0.0, utilities[0])

        return search

    return kernel


@lru_cache(maxsize=256)
def example_for(parts: MctsParts) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        memory = new_memory(compiled, 1)
        tree, workspace = new_tree(compiled, parts, 1), new_workspace(compiled, parts, 1, 1)
        return as_pointers(compiled, tree), memory, new_shared(compiled), as_pointers(compiled, workspace)

    return example
