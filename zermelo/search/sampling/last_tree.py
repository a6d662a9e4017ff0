"""Finding a position in the tree of the last search, so that the next one can go on with what is below it."""

from __future__ import annotations

import heapq
from functools import partial
from typing import Any

from zermelo.game import Game, State
from zermelo.installed import np

FAR = 6  # plies below the last root within which the next root is sought
MOST_LOOKED_AT = 500  # states examined in that


def find(game: Game, tree: Any, root: State, wanted: State) -> int | None:
    """The node of a state: the root or a node a few plies below it; None if there is none.

    Of the tree it reads `first`, `count` and `visits`. The most visited nodes are examined first, since they are the
    most likely to have been played.
    """
    waiting: list[tuple[int, int, int, int, Any]] = [(0, 0, 0, 0, lambda: root)]
    for number in range(MOST_LOOKED_AT):
        if not waiting:
            return None
        *_, node, depth, made = heapq.heappop(waiting)
        state = made()
        if is_same(state, wanted):
            return node
        if depth == FAR or tree.count[node] <= 0 or game.is_terminal(state):
            continue
        moves = game.moves(state)
        first = int(tree.first[node])
        for child, move in zip(range(first, first + int(tree.count[node])), moves, strict=False):
            if tree.visits[child] > 0 and len(moves) == tree.count[node]:
                after = partial(game.result, state, move)
                heapq.heappush(waiting, (-int(tree.visits[child]), number, child, depth + 1, after))
    return None


def is_same(one: Any, other: Any) -> bool:
    """Equality of states, including states with arrays."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(is_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)
