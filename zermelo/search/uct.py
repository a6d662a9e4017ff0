"""UCT's kernel: the tree in flat arrays, and the four steps of a simulation."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.game import CHANCE, Action, State
from zermelo.memory import LIMIT, NODES, new_memory
from zermelo.rules import Rules

# further words of the kernel's memory: NODES counts simulations here, LIMIT bounds them
USED, MOST, NOISE, DEEP, FULL, FULL_ENDS = range(6, 12)
LOW, HIGH = 0, 1  # words of the scale: the least and the greatest utility seen

SELECT, EXPAND, PLAYOUT, BACKUP = range(20, 24)  # what a trace sees of each simulation

OPEN, CLOSED = 0, -1  # `count` of a node without children: not expanded yet; the game is over there

Playout = Callable[[State, float], Action]


class Tree(NamedTuple):
    """The search tree in flat arrays; the children of a node lie side by side."""

    first: Any  # [node] index of its first child
    count: Any  # [node] how many children, or OPEN, or CLOSED
    visits: Any  # [node]
    total: Any  # [node] utilities added up, for the player who moved here
    chance: Any  # [node] probability of the outcome that leads here, below a chance node
    move: Any  # [node] the move that leads here, as `fill` writes it
    mover: Any  # [node] the player to move here


@lru_cache(maxsize=64)
def kernel_for(
    players: int, zero_sum: bool, exploration: float, longest: int, playout: Playout | None
) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, tree, memory, scale, moves, weights, path, utilities)."""
    mirrored = zero_sum and players == 2  # what one gets the other loses

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, result = rules.to_move, rules.is_terminal, rules.result
        utility, evaluate, note = rules.utility, rules.evaluate, rules.note
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
        policy = rules.register(playout) if playout is not None else None

        @rules.jit
        def draw(memory):
            """A random fraction, 0 ≤ f < 1."""
            memory[NOISE] = step(memory[NOISE])
            return fraction(mix(memory[NOISE]))

        @rules.jit
        def best_child(tree, node, scale):
            """UCB1: the child with the greatest mean + c √(ln N / n); one that was never visited comes first."""
            first = tree.first[node]
            breadth = exploration * (scale[HIGH] - scale[LOW])
            logarithm = math.log(tree.visits[node])
            best, chosen = -math.inf, first
            for child in range(first, first + tree.count[node]):
                n = tree.visits[child]
                if n == 0:
                    return child
                share = 1.0 / n
                bound = tree.total[child] * share + breadth * math.sqrt(logarithm * share)
                if bound > best:
                    best, chosen = bound, child
            return chosen

        @rules.jit
        def drawn_child(tree, node, memory):
            """Nature's choice: a child by its probability."""
            first = tree.first[node]
            last = first + tree.count[node] - 1
            threshold = draw(memory)
            for child in range(first, last):
                threshold -= tree.chance[child]
                if threshold < 0:
                    return child
            return last

        @rules.jit
        def expand(tree, node, state, memory, moves, weights):
            """Gives the node its children, as long as there is room."""
            if is_terminal(state):
                tree.count[node] = CLOSED
                return
            mover = to_move(state)
            tree.mover[node] = mover
            if mover == CHANCE:
                count = fill_chances(state, moves, weights)
            else:
                count = fill(state, moves)
            first = memory[USED]
            if first + count > memory[MOST]:
                memory[FULL] = 1
                return
            memory[USED] = first + count
            tree.first[node], tree.count[node] = first, count
            for i in range(count):
                child = first + i
                tree.move[child] = moves[i]
                tree.count[child] = OPEN
                tree.visits[child] = 0
                tree.total[child] = 0.0
                tree.chance[child] = weights[i] if mover == CHANCE else 1.0

        @rules.jit
        def finish(state, memory, moves, weights):
            """Plays on to the end (or to the longest playout); returns the last state and whether the game is over."""
            for _ in range(longest):
                if is_terminal(state):
                    return state, True
                if to_move(state) == CHANCE:
                    count = fill_chances(state, moves, weights)
                    threshold, i = draw(memory), 0
                    while i < count - 1:
                        threshold -= weights[i]
                        if threshold < 0:
                            break
                        i += 1
                    state = play_chance(state, moves[i])
                elif policy is not None:
                    state = result(state, policy(state, draw(memory)))
                else:
                    count = fill(state, moves)
                    state = play(state, moves[int(draw(memory) * count)])
            return state, is_terminal(state)

        @rules.jit
        def search(state, tree, memory, scale, moves, weights, path, utilities):
            root_state = state
            while memory[NODES] < memory[LIMIT] and not (memory[FULL] and memory[FULL_ENDS]):
                memory[NODES] += 1
                node, state, length = 0, root_state, 0
                path[0] = node

                # Step 1. Selection: down the tree by UCB1, and by nature's draw at chance nodes
                while tree.count[node] > 0 and length < longest:
                    mover = tree.mover[node]
                    if mover == CHANCE:
                        node = drawn_child(tree, node, memory)
                        state = play_chance(state, tree.move[node])
                    else:
                        node = best_child(tree, node, scale)
                        state = play(state, tree.move[node])
                    length += 1
                    path[length] = node
                    note(SELECT, state, length, tree.total[node], tree.visits[node], 0.0)

                # Step 2. Expansion: a leaf that was visited before gets children, and the first of them a visit
                if tree.count[node] == OPEN and (tree.visits[node] > 0 or length == 0):
                    expand(tree, node, state, memory, moves, weights)
                    if tree.count[node] > 0:
                        mover = tree.mover[node]
                        if mover == CHANCE:
                            node = drawn_child(tree, node, memory)
                            state = play_chance(state, tree.move[node])
                        else:
                            node = tree.first[node]
                            state = play(state, tree.move[node])
                        length += 1
                        path[length] = node
                        note(EXPAND, state, length, 0.0, 0.0, 0.0)

                # Step 3. Playout: to the end of the game by the rollout policy
                end, over = finish(state, memory, moves, weights)
                for p in range(players):
                    if p == 1 and mirrored:
                        utilities[1] = 0.0 - utilities[0]
                    else:
                        utilities[p] = utility(end, p) if over else evaluate(end, p)
                    scale[LOW] = min(scale[LOW], utilities[p])
                    scale[HIGH] = max(scale[HIGH], utilities[p])
                note(PLAYOUT, end, length, 0.0, 0.0, utilities[0])

                # Step 4. Back-propagation: each node counts for the player who chose it
                memory[DEEP] = max(memory[DEEP], length)
                tree.visits[path[0]] += 1
                for i in range(1, length + 1):
                    chooser = tree.mover[path[i - 1]]
                    tree.visits[path[i]] += 1
                    tree.total[path[i]] += utilities[chooser] if chooser != CHANCE else utilities[0]
                note(BACKUP, state, length, 0.0, 0.0, utilities[0])

        return search

    return kernel


def new_tree(compiled: bool, nodes: int) -> Tree:
    """Room for that many nodes; a page of it costs memory only when it is touched."""
    return Tree(
        first=np.empty(nodes, np.int32),
        count=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        total=np.zeros(nodes, np.float64),
        chance=np.empty(nodes, np.float64),
        move=np.empty(nodes, np.int64 if compiled else object),
        mover=np.empty(nodes, np.int8),
    )


BYTES_A_NODE = 37


@lru_cache(maxsize=64)
def example_for(players: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        memory = new_memory(compiled, 1)
        return new_tree(compiled, 1), memory, *new_buffers(compiled, players, 1, 1)

    return example


def new_buffers(compiled: bool, players: int, most: int, longest: int) -> tuple[Any, ...]:
    """scale, moves, weights, path, utilities"""
    moves: Any = np.empty(most, np.int64 if compiled else object)
    if compiled:
        from zermelo.intrinsics import Memory

        moves = Memory(moves)
    return (
        np.array([math.inf, -math.inf]),
        moves,
        np.ones(most),
        np.empty(longest + 2, np.int32),
        np.zeros(players),
    )
