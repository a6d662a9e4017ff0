"""PUCT's tree as named arrays, and what goes on in the next search of it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from zermelo.game import CHANCE, Game, State
from zermelo.installed import np
from zermelo.search.sampling import last_tree
from zermelo.search.sampling.tree import NOWHERE, POSITION, bytes_of, new_arrays

OPEN, ASKED, GROWN, OVER = range(4)  # a node: no children; waiting for the network; with children; terminal


class PuctTree(NamedTuple):
    """The search tree; a node's children are contiguous."""

    first: Any  # [node] index of its first child
    count: Any  # [node] number of children
    visits: Any  # [node]
    total: Any  # [node] sum of utilities, for the player who moved here
    move: Any  # [node] the move that leads here, as `fill` writes it
    mover: Any  # [node] the player to move here, once it has children
    parent: Any  # [node] NOWHERE at the root
    mark: Any  # [node] OPEN, ASKED, GROWN or OVER
    pending: Any  # [node] descents through it that are waiting for the network
    own: Any  # [node] like `total`, for the player to move
    prior: Any  # [node] from the network, or the probability of a chance outcome
    low: Any  # [node] what is proved of the utility of player 0, see proof.py
    high: Any


TYPES = POSITION | {
    "parent": np.int32,
    "mark": np.int8,
    "pending": np.int32,
    "own": np.float64,
    "prior": np.float64,
    "low": np.float64,
    "high": np.float64,
}


def bytes_per_node() -> int:
    """What a node takes."""
    return bytes_of(TYPES)


def new_tree(compiled: bool, nodes: int, reach: float = math.inf) -> PuctTree:
    """A root, with room for this many nodes in all. reach: how far a utility can lie from the game's middle."""
    tree = new_arrays(PuctTree, TYPES, dict.fromkeys(TYPES, nodes), compiled)
    tree.parent[0], tree.mover[0] = NOWHERE, CHANCE
    tree.low[0], tree.high[0] = -reach, reach
    return tree


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
    node = last_tree.find(game, kept.tree, kept.state, state)
    return node if node is not None and kept.tree.mark[node] == GROWN else None


def graft(old: PuctTree, root: int, new: PuctTree) -> int:
    """Copies the subtree of a node, level by level, as far as it fits; returns the number of nodes copied."""
    room, used = len(new.count), 0
    level, parents = np.array([root]), np.array([NOWHERE])
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
            new.count[here] = 0
            break
        starts = ends - counts
        new.first[here] = np.where(is_grown, used + starts, 0)
        families = np.repeat(np.arange(level.size), counts)
        parents = families + here.start
        level = old.first[level][families] + (np.arange(int(ends[-1])) - starts[families])
    return used
