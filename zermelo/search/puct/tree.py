"""PUCT's kernel: the tree in flat arrays; down it to a leaf, and back up with what the network said of it.

Several leaves of one tree wait for the network at once. Every descent that is not backed up yet counts as a loss to
whoever chose it (a virtual loss), so that the next one goes elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.compile.rules import Rules
from zermelo.game import CHANCE, Game, State
from zermelo.search.mcts import tree as mcts_tree

# the words of the kernel's memory
SIMULATIONS, LIMIT, USED, MOST, NOISE, DEEP, FULL, TASK, TRIES, LEAF, WAITING = range(11)
WORDS = 11
LOW, HIGH, EXPLORATION, GROWTH, RELUCTANCE = range(5)  # words of the scale: utilities seen so far, and the knobs
SCALE = 5

DESCEND, ABSORB = 0, 1  # the kernel's tasks
OPEN, ASKED, GROWN, OVER = range(4)  # a node: without children; waiting for the network; with children; the game's end
NONE = -1  # no node


class PuctTree(NamedTuple):
    """The search tree in flat arrays; the children of a node lie side by side."""

    parent: Any  # [node] NONE at the root
    first: Any  # [node] index of its first child
    count: Any  # [node] how many children
    mark: Any  # [node] OPEN, ASKED, GROWN or OVER
    visits: Any  # [node]
    pending: Any  # [node] descents through it that wait for the network
    total: Any  # [node] utilities added up, for the player who moved here
    own: Any  # [node] the same for the player to move
    prior: Any  # [node] the network's, or the probability of an outcome of chance
    move: Any  # [node] the move that leads here, as `fill` writes it
    mover: Any  # [node] the player to move here, once it has children


BYTES_A_NODE = 54


@lru_cache(maxsize=16)
def kernel_for(players: int) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, tree, memory, scale, moves, weights, leaves, priors, values, utilities).

    DESCEND: makes descents from the root, whose state is given, until one comes to a leaf that is for the network to
    judge; returns the leaf's state and puts the node into memory[LEAF] and into `leaves`. Ends of the game are backed
    up on the way. memory[LEAF] is NONE where the simulations, the tries or the room ran out.
    ABSORB: gives the leaves their priors and backs their values up.
    """

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility = rules.to_move, rules.is_terminal, rules.utility
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance

        @rules.jit
        def best_child(tree, node, scale):
            """PUCT: the child with the greatest mean + c P √N / (1 + n); c grows with the logarithm of N.

            An action that was never tried is taken to be worth its parent's mean, less the reluctance. The range of
            the utilities stands for AlphaZero's -1 … 1.
            """
            half = 0.5 * (scale[HIGH] - scale[LOW])
            if half == 0.0:
                half = 1.0
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
        def drawn_child(tree, node, memory):
            """Nature's choice: a child by its probability."""
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
            """Gives the node its children, without priors yet except below a chance node; all else in them is 0."""
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
            """One visit more from the node up to the root, and none of the descents to it pending any longer."""
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
        def descend(state, tree, memory, scale, moves, weights, leaves, utilities):
            root_state = state
            memory[LEAF] = NONE
            while memory[SIMULATIONS] + memory[WAITING] < memory[LIMIT] and memory[TRIES] > 0:
                memory[TRIES] -= 1
                node, state, length, is_new = 0, root_state, 0, False

                # Step 1. Down the tree by PUCT, and by nature's draw at chance nodes
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
                        child = best_child(tree, node, scale)
                        state = play(state, tree.move[child])
                    node = child
                    length += 1
                if memory[FULL]:
                    return root_state
                memory[DEEP] = max(memory[DEEP], length)

                # Step 2. The virtual loss, on every node of the path
                above = node
                while above != NONE:
                    tree.pending[above] += 1
                    above = tree.parent[above]

                # Step 3. The end of a game needs no network; a leaf that waits already only keeps the virtual loss
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
        def search(state, tree, memory, scale, moves, weights, leaves, priors, values, utilities):
            if memory[TASK] == ABSORB:
                absorb(tree, memory, scale, leaves, priors, values, utilities)
                return state
            return descend(state, tree, memory, scale, moves, weights, leaves, utilities)

        return search

    return kernel


def new_tree(compiled: bool, nodes: int) -> PuctTree:
    """A root, and room for so many nodes in all; a page of it costs memory only when it is touched."""
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
        )

    return example


# --- the tree of the last search, for the next move -----------------------------------------------------------------


class Kept(NamedTuple):
    """A tree that was searched."""

    game: Game
    state: State  # of its root
    tree: PuctTree
    scale: Any


def find(kept: Kept, game: Game, state: State) -> int | None:
    """The node of a kept tree that stands for a state and has children; None: there is none."""
    if kept.game is not game:
        return None
    node = mcts_tree.find(game, kept.tree, kept.state, state)
    return node if node is not None and kept.tree.mark[node] == GROWN else None


def graft(old: PuctTree, root: int, new: PuctTree) -> int:
    """Copies the part of a tree below a node, generation by generation, as far as it fits; returns how much it is."""
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
