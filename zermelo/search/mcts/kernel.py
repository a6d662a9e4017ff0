"""The kernel of Monte Carlo tree search: select, expand, play out, back up."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain import atomics
from zermelo.game import CHANCE
from zermelo.search.mcts.expand import expander
from zermelo.search.mcts.move_statistics import move_statistics
from zermelo.search.mcts.open_loop import open_loops
from zermelo.search.mcts.parts import WHY, MctsParts
from zermelo.search.mcts.select import selectors
from zermelo.search.mcts.stop import BUDGET, stopper
from zermelo.search.mcts.tree import OPEN, new_shared, new_tree
from zermelo.search.sampling.draw import drawn_among
from zermelo.search.sampling.ledger import ledgers
from zermelo.search.sampling.memory import DEEP
from zermelo.search.sampling.playout import gains, playouts
from zermelo.search.sampling.proof import proofs
from zermelo.search.sampling.scale import widen
from zermelo.search.sampling.tree import CLOSED, NOWHERE, credit
from zermelo.search.sampling.workspace import ARRAYS, new_workspace

SELECT, EXPAND, PLAYOUT, BACKUP = range(20, 24)  # what a trace sees of each simulation


@lru_cache(maxsize=256)
def kernel_for(parts: MctsParts) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, tree, memory, shared, workspace)."""
    players, longest = parts.players, parts.longest
    shares, open_loop, solves = parts.shared, parts.open_loop, parts.solver
    trails, tuned, implicit, has_chance = parts.trails, parts.tuned, parts.implicit, parts.chance

    def kernel(rules: Rules) -> Any:
        play, fill_chances, play_chance, note = rules.play, rules.fill_chances, rules.play_chance, rules.note
        to_move, is_terminal, slot = rules.to_move, rules.is_terminal, rules.slot
        outcome, widened, credited = rules.register(drawn_among), rules.register(widen), rules.register(credit)
        proof = proofs(rules, parts.solver)
        at_least, at_most, is_proved, close, tighten = proof
        best_child, regress, bound_of, reach_of, best_known = selectors(rules, parts, proof)
        begin, add_children = expander(rules, parts, proof)
        best_legal = open_loops(rules, parts, begin, bound_of, reach_of)
        ledger = ledgers(rules)
        page_of, visits_of, enter, post = ledger.page_of, ledger.visits_of, ledger.enter, ledger.post
        finish, gain, note_moves = playouts(rules, parts), gains(rules, parts), move_statistics(rules, parts)
        reason_to_stop = stopper(rules, parts, proof)

        @rules.inner
        def goes_on(tree, node, state, length):
            """Does the tree go on below this node? In an open loop that depends on what chance did."""
            count = atomics.read(tree.count, node) if shares else tree.count[node]
            if count <= 0 or is_proved(tree, node) or length >= longest:
                return False
            return not open_loop or (not is_terminal(state) and to_move(state) == tree.mover[node])

        @rules.inner
        def descend(tree, node, state, length, memory, shared, workspace):
            """One ply down the tree, by the selection rule or by nature's draw: the child and its state.

            NOWHERE for the child: in an open loop, none of the moves that are legal this time has a place in the tree.
            """
            mover, page = tree.mover[node], 0
            if shares:
                page = page_of(tree, node, visits_of(tree, length, workspace), shared, workspace)
                workspace.pages[length] = page
            if has_chance and mover == CHANCE:
                if open_loop:
                    count = fill_chances(state, workspace.moves, workspace.weights)
                    node, move = tree.first[node], workspace.moves[outcome(memory, workspace.weights, 0, count)]
                else:
                    node = outcome(memory, tree.chance, tree.first[node], tree.count[node])
                    move = tree.move[node]
                state = play_chance(state, move)
                if trails:
                    workspace.trail[length] = -1
            else:
                if open_loop:
                    node = best_legal(tree, node, state, shared, workspace)
                    if node == NOWHERE:
                        return node, state
                elif shares:
                    node = best_known(tree, node, length, page, workspace)
                else:
                    node = best_child(tree, node, workspace)
                if trails:
                    workspace.trail[length] = slot(tree.move[node]) * 16 + mover
                state = play(state, tree.move[node])
            if shares and page == 0:
                atomics.add(tree.pending, node, 1)
            workspace.path[length + 1] = node
            return node, state

        @rules.inner
        def select(tree, state, memory, shared, workspace):
            """Step 1: from the root, whose state is given, down the tree as far as it goes.

            Returns the node, its state and its depth; workspace.path holds the nodes from the root to it.
            """
            node, length = 0, 0
            workspace.path[0] = 0
            while goes_on(tree, node, state, length):
                child, state = descend(tree, node, state, length, memory, shared, workspace)
                if open_loop and child == NOWHERE:
                    break
                node = child
                length += 1
                note(SELECT, state, length, tree.total[node], tree.visits[node], 0.0)
            return node, state, length

        @rules.inner
        def expand(tree, node, state, length, memory, shared, workspace):
            """Step 2: a leaf that was visited often enough gets children, and the simulation goes on to one of them.

            Returns the node, state and depth where the playout begins, and the depth of the node whose bounds this
            changed (NOWHERE: none), for the solver. Where the tree is full, or another thread is busy with the leaf,
            the playout begins at the leaf.
            """
            news = NOWHERE
            visits = visits_of(tree, length, workspace) if shares else tree.visits[node]
            if tree.count[node] == OPEN and (visits >= workspace.knobs.patience or length == 0):
                if add_children(tree, node, state, memory, shared, workspace):
                    news = length if tree.count[node] <= 0 or tighten(tree, node) else NOWHERE
                if goes_on(tree, node, state, length):
                    node, state = descend(tree, node, state, length, memory, shared, workspace)
                    length += 1
                    note(EXPAND, state, length, 0.0, 0.0, 0.0)
            return node, state, length, news

        @rules.inner
        def play_out(tree, node, state, length, news, memory, workspace):
            """Step 3: to the end of the game, or to where the evaluation is asked; a proved node needs no playout.

            Writes what each player gets into workspace.utilities and widens workspace.scale by it. Returns the plies
            of the whole simulation and, like `expand`, the depth of the node whose bounds changed last.
            """
            utilities, plies = workspace.utilities, length
            if is_proved(tree, node):
                utilities[0] = at_least(tree, node, 0)
                utilities[1] = 0.0 - utilities[0]
                end, news = state, length
            else:
                end, over, plies = finish(state, memory, workspace, length)
                gain(end, over, workspace)
                if solves and over and plies == length and length > 0:
                    close(tree, node, utilities[0])
                    tree.count[node] = CLOSED
                    news = length
            widened(workspace.scale, utilities, players)
            note(PLAYOUT, end, length, 0.0, 0.0, utilities[0])
            return plies, news

        @rules.inner
        def back_up(tree, state, length, plies, news, memory, workspace):
            """Step 4: every node of the path counts the visit, and what it brought the player who chose the node.

            Then the features learn from it: RAVE and MAST from the moves, implicit minimax from the evaluations, the
            solver from what was proved at depth `news`.
            """
            path, utilities = workspace.path, workspace.utilities
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
                    enter(tree, i, gained, workspace)
                else:
                    credited(tree, here, gained if i > 0 else 0.0)
                if tuned and shares:
                    atomics.add(tree.squares, here, gained * gained)
                elif tuned:
                    tree.squares[here] += gained * gained
            if trails:
                note_moves(tree, memory, workspace, length, plies)
            if implicit:
                for i in range(length, -1, -1):
                    if tree.count[path[i]] > 0:
                        regress(tree, path[i])
            while news > 0 and tighten(tree, path[news - 1]):
                news -= 1
            note(BACKUP, state, length, 0.0, 0.0, utilities[0])

        @rules.jit
        def search(state, tree, memory, shared, workspace):
            """Simulates from the root, whose state is given, until the budget or a reason to stop ends it."""
            while memory[NODES] < memory[LIMIT]:
                reason = reason_to_stop(tree, memory, shared, workspace)
                if reason != BUDGET:
                    memory[WHY] = reason
                    break
                memory[NODES] += 1
                node, leaf, length = select(tree, state, memory, shared, workspace)
                node, leaf, length, news = expand(tree, node, leaf, length, memory, shared, workspace)
                plies, news = play_out(tree, node, leaf, length, news, memory, workspace)
                back_up(tree, leaf, length, plies, news, memory, workspace)
            if shares:
                post(tree, workspace)

        return search

    return kernel


@lru_cache(maxsize=256)
def example_for(parts: MctsParts) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        memory = new_memory(compiled, 1)
        tree = as_pointers(compiled, new_tree(compiled, parts, 1))
        return tree, memory, new_shared(compiled), as_pointers(compiled, new_workspace(compiled, parts, 1), ARRAYS)

    return example
