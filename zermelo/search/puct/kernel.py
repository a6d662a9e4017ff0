"""PUCT's kernel: the descent to a leaf, and the backup of the network's values.

A terminal state is proved, and with it what follows for the nodes above (see proof.py): a proved node is not entered.

Several leaves of one tree wait for the network at once. Until a descent is backed up, it counts as a loss for each
player who chose on its path (a virtual loss), so that the next descent goes elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import LIMIT, Words, new_words
from zermelo.compile.kernel.memory import NODES as SIMULATIONS
from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain.columns import Row
from zermelo.evaluate.network import new_moves
from zermelo.game import CHANCE
from zermelo.installed import np
from zermelo.search.puct.tree import ASKED, GROWN, OPEN, OVER, PuctTree, new_tree
from zermelo.search.sampling.draw import drawn_among
from zermelo.search.sampling.halving import LEAST_PRIOR, rated
from zermelo.search.sampling.memory import DEEP, SAMPLING
from zermelo.search.sampling.proof import proofs
from zermelo.search.sampling.scale import LOW, half_range, widen
from zermelo.search.sampling.select import puct_bound, selector
from zermelo.search.sampling.tree import CLOSED, NOWHERE, credit
from zermelo.search.sampling.workspace import ARRAYS

# words of the kernel's memory; LEAF: the node that the last descent found; SCHEDULED: simulations of sequential halving
USED, MOST, FULL, TASK, TRIES, LEAF, WAITING, SCHEDULED = PUCT_WORDS = Words(
    "USED", "MOST", "FULL", "TASK", "TRIES", "LEAF", "WAITING", "SCHEDULED", after=SAMPLING
)
DESCEND, ABSORB = 0, 1  # the kernel's tasks


class PuctWorkspace(NamedTuple):
    """What the kernel works with besides the tree."""

    moves: Any  # [action]
    weights: Any  # [outcome] probabilities
    leaves: Any  # [leaf] the nodes that wait for the network
    utilities: Any  # [player]
    scale: Any  # [2] the range of utilities
    knobs: Any  # exploration, growth, reluctance
    order: Any  # [simulation] how often the action to try next at the root has been tried, see `halving`
    tried: Any  # [action at the root] simulations through it, those that wait for the network included


KNOBS = ("exploration", "growth", "reluctance")


def new_workspace(compiled: bool, actions: int, batch: int, players: int) -> PuctWorkspace:
    """A workspace for states with this many actions and this many leaves per call of the network."""
    return PuctWorkspace(
        moves=new_moves(compiled, actions),
        weights=np.ones(actions),
        leaves=np.zeros(batch, np.int32),
        utilities=np.zeros(players),
        scale=np.array([math.inf, -math.inf]),
        knobs=Row(np.zeros(len(KNOBS)), KNOBS),
        order=np.zeros(1, np.int32),
        tried=np.zeros(1, np.int32),
    )


def as_arguments(compiled: bool, tree: PuctTree, memory: Any, workspace: PuctWorkspace) -> tuple[Any, ...]:
    """The arguments of the kernel between the state and the network's answers."""
    return as_pointers(compiled, tree), memory, as_pointers(compiled, workspace, ARRAYS)


def chance_in(tree, child):
    """The probability of an outcome of chance."""
    return tree.prior[child]


@lru_cache(maxsize=16)
def kernel_for(players: int, solves: bool = False, reach: float = math.inf) -> Callable[[Rules], Any]:
    """Makes search(state, tree, memory, workspace, priors, values).

    DESCEND: descends from the root, whose state is given, until it reaches a leaf that needs the network; returns the
    leaf's state and puts the node into memory[LEAF] and workspace.leaves. Terminal states on the way are backed up
    directly. memory[LEAF] is NOWHERE if the simulations, the tries or the room ran out.
    ABSORB: gives the leaves their priors and backs up their values.
    solves: does it prove what the rules decide? reach: how far a utility can lie from the game's middle.
    """

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility = rules.to_move, rules.is_terminal, rules.utility
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
        half_of, score_of, bound = rules.register(half_range), rules.register(rated), rules.register(puct_bound)
        at_least, at_most, is_proved, close, tighten = proofs(rules, solves, chance_in)
        outcome, widened, credited = rules.register(drawn_among), rules.register(widen), rules.register(credit)

        @rules.inner
        def bound_of(tree, child, scale, terms):
            """PUCT's bound. Descents that wait for the network count as lost visits.

            -∞ for a child that is proved, or cannot be better than what is proved of the node.
            """
            rate, untried, mover, floor = terms
            least, limit = at_least(tree, child, mover), at_most(tree, child, mover)
            if solves and (limit <= floor or least == limit):
                return -math.inf
            n = tree.visits[child] + tree.pending[child]
            mean = untried
            if n > 0:
                mean = (tree.total[child] + tree.pending[child] * scale[LOW]) / n
            if solves:
                mean = min(max(mean, least), limit)
            return bound(mean, tree.prior[child], n, rate)

        best_of = selector(rules, bound_of)

        @rules.jit
        def best_child(tree, node, workspace):
            """The child with the greatest bound; PUCT's c grows with the logarithm of the node's visits.

            An untried action counts as its parent's mean less the reluctance.
            """
            half, knobs = half_of(workspace.scale), workspace.knobs
            visits = tree.visits[node] + tree.pending[node]
            c = knobs.exploration + math.log((1.0 + visits + knobs.growth) / knobs.growth)
            rate = half * c * math.sqrt(visits)
            untried = tree.own[node] / tree.visits[node] - half * knobs.reluctance
            mover, first, count = tree.mover[node], tree.first[node], tree.count[node]
            floor = at_least(tree, node, mover)
            chosen = best_of(tree, first, count, workspace.scale, (rate, untried, mover, floor))
            if chosen != NOWHERE:
                return chosen
            chosen = first  # then all is proved
            for child in range(first + 1, first + count):
                if at_least(tree, child, mover) > at_least(tree, chosen, mover):
                    chosen = child
            return chosen

        @rules.jit
        def scheduled_child(tree, memory, workspace):
            """The root's child to try next by sequential halving: of those tried as often as is its turn, the best."""
            half, order, tried = half_of(workspace.scale), workspace.order, workspace.tried
            first, count, most = tree.first[0], tree.count[0], 0
            for i in range(count):
                most = max(most, tried[i])
            wanted = order[min(memory[SIMULATIONS] + memory[WAITING], memory[SCHEDULED] - 1)]
            untried = tree.own[0] / tree.visits[0]
            chosen, best = first, -math.inf
            for i in range(count):
                if tried[i] != wanted:
                    continue
                child = first + i
                mean = tree.total[child] / tree.visits[child] if tree.visits[child] > 0 else untried
                if solves:
                    mean = min(max(mean, at_least(tree, child, tree.mover[0])), at_most(tree, child, tree.mover[0]))
                score = score_of(math.log(max(tree.prior[child], LEAST_PRIOR)), mean, most, half)
                if score > best:
                    chosen, best = child, score
            return chosen

        @rules.jit
        def grow(tree, node, state, memory, workspace):
            """Gives the node its children; below a chance node also their priors. Everything else in them is 0."""
            if is_terminal(state):
                tree.mark[node], tree.count[node] = OVER, CLOSED
                return
            mover, moves, weights = to_move(state), workspace.moves, workspace.weights
            if mover == CHANCE:
                count = fill_chances(state, moves, weights)
            else:
                count = fill(state, moves)
            if count == 0:
                raise ValueError("a state has no actions, but the game is not over there")
            first = memory[USED]
            if first + count > memory[MOST]:
                memory[FULL] = 1
                return
            memory[USED] = first + count
            tree.first[node], tree.count[node], tree.mover[node] = first, count, mover
            tree.mark[node] = GROWN if mover == CHANCE else ASKED
            for i in range(count):
                child = first + i
                tree.parent[child] = node
                tree.prior[child] = weights[i] if mover == CHANCE else 0.0
                tree.move[child] = moves[i]
                tree.mover[child] = CHANCE
                tree.low[child], tree.high[child] = -reach, reach

        @rules.jit
        def back_up(tree, node, descents, workspace):
            """Adds a visit from the node up to the root, and removes so many pending descents to the node."""
            utilities = workspace.utilities
            widened(workspace.scale, utilities, players)
            while node != NOWHERE:
                parent = tree.parent[node]
                chooser = tree.mover[parent] if parent != NOWHERE else CHANCE
                if solves:  # a player takes no less than is proved
                    utilities[0] = min(max(utilities[0], at_least(tree, node, 0)), at_most(tree, node, 0))
                    utilities[1] = 0.0 - utilities[0]
                credited(tree, node, utilities[chooser] if chooser != CHANCE else 0.0)
                tree.pending[node] -= descents
                if tree.mover[node] != CHANCE:
                    tree.own[node] += utilities[tree.mover[node]]
                node = parent

        @rules.jit
        def descend(state, tree, memory, workspace):
            root_state = state
            memory[LEAF] = NOWHERE
            while memory[SIMULATIONS] + memory[WAITING] < memory[LIMIT] and memory[TRIES] > 0:
                if is_proved(tree, 0):
                    break
                memory[TRIES] -= 1
                node, state, length, is_new, begun = 0, root_state, 0, False, NOWHERE

                # Step 1. Down the tree: by PUCT, and at random at chance nodes
                while True:
                    if tree.mark[node] == OPEN:
                        grow(tree, node, state, memory, workspace)
                        is_new = tree.mark[node] == ASKED
                    if tree.mark[node] != GROWN or is_proved(tree, node):
                        break
                    if tree.mover[node] == CHANCE:
                        child = outcome(memory, tree.prior, tree.first[node], tree.count[node])
                        state = play_chance(state, tree.move[child])
                    else:
                        if node == 0 and memory[SCHEDULED] > 0:
                            child = scheduled_child(tree, memory, workspace)
                            begun = child - tree.first[0]
                        else:
                            child = best_child(tree, node, workspace)
                        state = play(state, tree.move[child])
                    node = child
                    length += 1
                if memory[FULL]:
                    return root_state
                memory[DEEP] = max(memory[DEEP], length)

                # Step 2. A virtual loss on every node of the path
                above = node
                while above != NOWHERE:
                    tree.pending[above] += 1
                    above = tree.parent[above]

                # Step 3. What is over or proved needs no network; a leaf that already waits just keeps the virtual loss
                is_over = tree.mark[node] == OVER
                if begun != NOWHERE and (is_new or is_over or is_proved(tree, node)):
                    workspace.tried[begun] += 1
                if is_over:
                    memory[SIMULATIONS] += 1
                    for player in range(players):
                        workspace.utilities[player] = utility(state, player)
                    if solves:
                        close(tree, node, workspace.utilities[0])
                        above = tree.parent[node]
                        while above != NOWHERE and tighten(tree, above):
                            above = tree.parent[above]
                    back_up(tree, node, 1, workspace)
                elif is_proved(tree, node):
                    memory[SIMULATIONS] += 1
                    workspace.utilities[0] = tree.low[node]
                    back_up(tree, node, 1, workspace)
                elif is_new:
                    workspace.leaves[memory[WAITING]] = node
                    memory[WAITING] += 1
                    memory[LEAF] = node
                    return state
            return root_state

        @rules.jit
        def absorb(tree, memory, workspace, priors, values):
            place = 0
            for i in range(memory[WAITING]):
                node = workspace.leaves[i]
                first = tree.first[node]
                for child in range(first, first + tree.count[node]):
                    tree.prior[child] = priors[place]
                    place += 1
                tree.mark[node] = GROWN
                for player in range(players):
                    workspace.utilities[player] = values[i, player]
                back_up(tree, node, tree.pending[node], workspace)
            memory[SIMULATIONS] += memory[WAITING]
            memory[WAITING] = 0

        @rules.jit
        def search(state, tree, memory, workspace, priors, values):
            if memory[TASK] == ABSORB:
                absorb(tree, memory, workspace, priors, values)
                return state
            return descend(state, tree, memory, workspace)

        return search

    return kernel


@lru_cache(maxsize=16)
def example_for(players: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        workspace = new_workspace(compiled, 1, 1, players)
        given = as_arguments(compiled, new_tree(compiled, 1), new_words(compiled, PUCT_WORDS.end), workspace)
        return *given, np.zeros(1), np.zeros((1, players))

    return example
