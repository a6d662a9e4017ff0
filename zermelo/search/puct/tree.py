"""PUCT's kernel: the tree in flat arrays, the descent to a leaf, and the backup of the network's values.

Several leaves of one tree wait for the network at once. Until a descent is backed up, it counts as a loss for each
player who chose on its path (a virtual loss), so that the next descent goes elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE, Game, State
from zermelo.search.mcts import tree as mcts_tree
from zermelo.search.puct.halving import rated

# words of the kernel's memory
SIMULATIONS, LIMIT, USED, MOST, NOISE, DEEP, FULL, TASK, TRIES, LEAF, WAITING, SCHEDULED = range(12)
WORDS = 12
LOW, HIGH, EXPLORATION, GROWTH, RELUCTANCE = range(5)  # words of the scale: range of utilities, constants
SCALE = 5

DESCEND, ABSORB = 0, 1  # the kernel's tasks
OPEN, ASKED, GROWN, OVER = range(4)  # a node: no children; waiting for the network; with children; terminal
NONE = -1  # no node


class PuctTree(NamedTuple):
    """The search tree in flat arrays; a node's children are adjacent."""

    parent: Any  # [node] NONE at the root
    first: Any  # [node] index of its first child
    count: Any  # [node] number of children
    mark: Any  # [node] OPEN, ASKED, GROWN or OVER
    visits: Any  # [node]
    pending: Any  # [node] descents through it that are waiting for the network
    total: Any  # [node] sum of utilities, for the player who moved here
    own: Any  # [node] the same, for the player to move
    prior: Any  # [node] from the network, or the probability of a chance outcome
    move: Any  # [node] the move that leads here, as `fill` writes it
    mover: Any  # [node] the player to move here, once it has children


BYTES_PER_NODE = 54


def half_range(scale: Any) -> Any:
    """Half of the range of utilities, which replaces AlphaZero's -1 … 1."""
    half = 0.5 * (scale[HIGH] - scale[LOW])
    return half if half != 0.0 else 1.0


@lru_cache(maxsize=16)
def kernel_for(players: int) -> Callable[[Rules], Any]:
    """Makes search(state, tree, memory, scale, moves, weights, leaves, priors, values, utilities, order, tried).

    DESCEND: descends from the root, whose state is given, until it reaches a leaf that needs the network; returns the
    leaf's state and puts the node into memory[LEAF] and `leaves`. Terminal states on the way are backed up directly.
    memory[LEAF] is NONE if the simulations, the tries or the room ran out.
    ABSORB: gives the leaves their priors and backs up their values.

    order: [simulation] how often the action to try next at the root has been tried, see `halving`; only its first
    memory[SCHEDULED] numbers count. Where that is 0, the root is like any other node.
    tried: [action at the root] simulations through it, those that wait for the network included
    """

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility = rules.to_move, rules.is_terminal, rules.utility
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
        half_of, score_of = rules.register(half_range), rules.register(rated)

        @rules.jit
        def best_child(tree, node, scale):
            """PUCT: the child with the greatest mean + c P √N / (1 + n); c grows with the logarithm of N.

            An untried action counts as its parent's mean less the reluctance.
            """
            half = half_of(scale)
            visits = tree.visits[node] + tree.pending[node]
            c = scale[EXPLORATION] + math.log((1.0 + visits + scale[GROWTH]) / scale[GROWTH])
            rate = half * c * math.sqrt(visits)
            untried = tree.own[node] / tree.visits[node] - half * scale[RELUCTANCE]
            first = tree.first[node]
            best, chosen = -math.inf, first
            for child in range(first, first + tree.count[node]):
                n = tree.visits[child] + tree.pending[child]
                mean = untried
                if n > 0:
                    mean = (tree.total[child] + tree.pending[child] * scale[LOW]) / n
                bound = mean + rate * tree.prior[child] / (1.0 + n)
                if bound > best:
                    best, chosen = bound, child
            return chosen

        @rules.jit
        def scheduled_child(tree, memory, scale, order, tried):
            """The root's child to try next by sequential halving: of those tried as often as is its turn, the best."""
            half = half_of(scale)
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
                score = score_of(tree.prior[child], mean, most, half)
                if score > best:
                    chosen, best = child, score
            return chosen

        @rules.jit
        def drawn_child(tree, node, memory):
            """A random child of a chance node, by probability."""
            memory[NOISE] = step(memory[NOISE])
            threshold = fraction(mix(memory[NOISE]))
            first = tree.first[node]
            last = first + tree.count[node] - 1
            for child in range(first, last):
                threshold -= tree.prior[child]
                if threshold < 0:
                    return child
            return last

        @rules.jit
        def grow(tree, node, state, memory, moves, weights):
            """Gives the node its children; below a chance node also their priors. Everything else in them is 0."""
            if is_terminal(state):
                tree.mark[node] = OVER
                return
            mover = to_move(state)
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

        @rules.jit
        def back_up(tree, node, utilities, scale):
            """Adds a visit from the node up to the root, and removes the pending descents to the node."""
            for player in range(players):
                scale[LOW] = min(scale[LOW], utilities[player])
                scale[HIGH] = max(scale[HIGH], utilities[player])
            descents = tree.pending[node]
            while node != NONE:
                parent = tree.parent[node]
                tree.visits[node] += 1
                tree.pending[node] -= descents
                if tree.mover[node] != CHANCE:
                    tree.own[node] += utilities[tree.mover[node]]
                if parent != NONE and tree.mover[parent] != CHANCE:
                    tree.total[node] += utilities[tree.mover[parent]]
                node = parent

        @rules.jit
        def descend(state, tree, memory, scale, moves, weights, leaves, utilities, order, tried):
            root_state = state
            memory[LEAF] = NONE
            while memory[SIMULATIONS] + memory[WAITING] < memory[LIMIT] and memory[TRIES] > 0:
                memory[TRIES] -= 1
                node, state, length, is_new, begun = 0, root_state, 0, False, NONE

                # Step 1. Down the tree: by PUCT, and at random at chance nodes
                while True:
                    if tree.mark[node] == OPEN:
                        grow(tree, node, state, memory, moves, weights)
                        is_new = tree.mark[node] == ASKED
                    if tree.mark[node] != GROWN:
                        break
                    if tree.mover[node] == CHANCE:
                        child = drawn_child(tree, node, memory)
                        state = play_chance(state, tree.move[child])
                    else:
                        if node == 0 and memory[SCHEDULED] > 0:
                            child = scheduled_child(tree, memory, scale, order, tried)
                            begun = child - tree.first[0]
                        else:
                            child = best_child(tree, node, scale)
                        state = play(state, tree.move[child])
                    node = child
                    length += 1
                if memory[FULL]:
                    return root_state
                memory[DEEP] = max(memory[DEEP], length)

                # Step 2. A virtual loss on every node of the path
                above = node
                while above != NONE:
                    tree.pending[above] += 1
                    above = tree.parent[above]

                # Step 3. A terminal state needs no network; a leaf that is already waiting just keeps the virtual loss
                if begun != NONE and (is_new or tree.mark[node] == OVER):
                    tried[begun] += 1
                if tree.mark[node] == OVER:
                    memory[SIMULATIONS] += 1
                    for player in range(players):
                        utilities[player] = utility(state, player)
                    back_up(tree, node, utilities, scale)
                elif is_new:
                    leaves[memory[WAITING]] = node
                    memory[WAITING] += 1
                    memory[LEAF] = node
                    return state
            return root_state

        @rules.jit
        def absorb(tree, memory, scale, leaves, priors, values, utilities):
            place = 0
            for i in range(memory[WAITING]):
                node = leaves[i]
                first = tree.first[node]
                for child in range(first, first + tree.count[node]):
                    tree.prior[child] = priors[place]
                    place += 1
                tree.mark[node] = GROWN
                for player in range(players):
                    utilities[player] = values[i, player]
                back_up(tree, node, utilities, scale)
            memory[SIMULATIONS] += memory[WAITING]
            memory[WAITING] = 0

        @rules.jit
        def search(state, tree, memory, scale, moves, weights, leaves, priors, values, utilities, order, tried):
            if memory[TASK] == ABSORB:
                absorb(tree, memory, scale, leaves, priors, values, utilities)
                return state
            return descend(state, tree, memory, scale, moves, weights, leaves, utilities, order, tried)

        return search

    return kernel


def new_tree(compiled: bool, nodes: int) -> PuctTree:
    """A root, with room for this many nodes in all; pages take memory only once they are touched."""
    tree = PuctTree(
        parent=np.empty(nodes, np.int32),
        first=np.zeros(nodes, np.int32),
        count=np.zeros(nodes, np.int32),
        mark=np.zeros(nodes, np.int8),
        visits=np.zeros(nodes, np.int32),
        pending=np.zeros(nodes, np.int32),
        total=np.zeros(nodes, np.float64),
        own=np.zeros(nodes, np.float64),
        prior=np.zeros(nodes, np.float64),
        move=np.empty(nodes, np.int64 if compiled else object),
        mover=np.empty(nodes, np.int8),
    )
    tree.parent[0], tree.mover[0] = NONE, CHANCE
    return tree


@lru_cache(maxsize=16)
def example_for(players: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        from zermelo.evaluate.network import new_moves

        return (
            new_tree(compiled, 1),
            np.zeros(WORDS, np.int64),
            np.zeros(SCALE),
            new_moves(compiled, 1),
            np.ones(1),
            np.zeros(1, np.int32),
            np.zeros(1),
            np.zeros((1, players)),
            np.zeros(players),
            np.zeros(1, np.int32),
            np.zeros(1, np.int32),
        )

    return example


# --- the tree of the last search, for the next move -----------------------------------------------------------------


class Kept(NamedTuple):
    """The tree of a finished search."""

    game: Game
    state: State  # of its root
    tree: PuctTree
    scale: Any


def find(kept: Kept, game: Game, state: State) -> int | None:
    """The node of a kept tree that represents a state and has children; None: there is none."""
    if kept.game is not game:
        return None
    node = mcts_tree.find(game, kept.tree, kept.state, state)
    return node if node is not None and kept.tree.mark[node] == GROWN else None


def graft(old: PuctTree, root: int, new: PuctTree) -> int:
    """Copies the subtree of a node, level by level, as far as it fits; returns the number of nodes copied."""
    room, used = len(new.count), 0
    level, parents = np.array([root]), np.array([NONE])
    while level.size:
        here = slice(used, used + level.size)
        for source, target in zip(old, new, strict=True):
            target[here] = source[level]
        new.parent[here] = parents
        used += level.size
        is_grown = old.mark[level] == GROWN
        counts = np.where(is_grown, old.count[level], 0).astype(np.int64)
        ends = np.cumsum(counts)
        if used + int(ends[-1]) >= room:
            new.mark[here] = np.where(is_grown, OPEN, old.mark[level])
            break
        starts = ends - counts
        new.first[here] = np.where(is_grown, used + starts, 0)
        families = np.repeat(np.arange(level.size), counts)
        parents = families + here.start
        level = old.first[level][families] + (np.arange(int(ends[-1])) - starts[families])
    return used
