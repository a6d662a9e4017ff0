"""A game's tree down to some depth, as flat lists, and how many of its leaves searches visit."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from zermelo.bits import mix
from zermelo.evaluate import opinion
from zermelo.evaluate.linear import centred
from zermelo.game import MAX, Game, State

Order = Callable[["Outline", int, Sequence[float]], Sequence[int]]  # the children of a node, in the order to visit


@dataclass
class Outline:
    """Nodes by number, level by level; the root is 0. Values are MAX's."""

    first: list[int] = field(default_factory=list)  # child of each node
    count: list[int] = field(default_factory=list)  # of its children
    value: list[float] = field(default_factory=list)  # where it is a leaf: its utility, or what it looks worth
    is_max: list[bool] = field(default_factory=list)  # is MAX to move?
    ends: list[bool] = field(default_factory=list)  # is the game over?
    levels: list[int] = field(default_factory=list)  # the number of the first node of each
    is_whole: bool = True  # does every line end where the game does?

    @property
    def depth(self) -> int:
        """Plies that were looked at."""
        return len(self.levels) - 1

    def nodes(self, depth: int) -> int:
        """How many nodes there are down to a depth."""
        return self.levels[depth + 1] if depth < self.depth else len(self.first)

    def leaves(self, depth: int) -> int:
        """How many leaves a search to a depth has: ends of the game, and the nodes at that depth."""
        above = self.levels[depth]
        return sum(self.ends[:above]) + self.nodes(depth) - above


def outline(
    game: Game,
    state: State,
    depth: int | None,
    most: int,
    watch: Callable[[int, int], None] | None = None,
    valued: bool = True,
) -> Outline:
    """The tree below a state: as deep as it has at most `most` nodes (but one ply), and no deeper than `depth`.

    A node where the game is not over is worth what the game's evaluation says, else a number that looks random and
    depends on the state alone. watch(depth, nodes): called for each level. valued: False where nobody asks for values,
    which an evaluation may take long to find; they are 0 then.
    """
    tree, level, worth = Outline(), [state], _worth(game) if valued else _nothing
    while True:
        _append(tree, game, level, worth)
        if watch:
            watch(tree.depth, len(tree.first))
        if all(tree.ends[tree.levels[-1] :]):
            return tree
        below: list[State] = []
        counts: list[int] = []
        for place, here in enumerate(level, tree.levels[-1]):
            moves = [] if tree.ends[place] else game.moves(here)
            counts.append(len(moves))
            below.extend(game.result(here, move) for move in moves)
            if tree.depth == depth or (tree.depth > 0 and len(tree.first) + len(below) > most):
                tree.is_whole = False
                return tree
        children = len(tree.first)
        for place, count in enumerate(counts, tree.levels[-1]):
            tree.first[place], tree.count[place] = children, count
            children += count
        level = below


def _append(tree: Outline, game: Game, level: Sequence[State], worth: Callable[[State], float]) -> None:
    """Adds a level, of which no children are known yet."""
    tree.levels.append(len(tree.first))
    for here in level:
        over = game.is_terminal(here)
        tree.first.append(0)
        tree.count.append(0)
        tree.ends.append(over)
        tree.is_max.append(not over and game.to_move(here) == MAX)
        tree.value.append(worth(here))


def _nothing(state: State) -> float:
    return 0.0


def _worth(game: Game) -> Callable[[State], float]:
    """What a state is worth to MAX: its utility where the game is over, else what it looks like."""
    evaluator = opinion(game)
    win = evaluator.win if evaluator else 1.0
    scale = game.scale * win

    def worth(state: State) -> float:
        if game.is_terminal(state):
            return (float(game.utility(state, MAX)) - game.middle) * win
        if evaluator is None:
            return (mix(game.state_key(state)) / 2**62 - 1.0) * scale
        return float(centred(evaluator, game.middle)(state, MAX))

    return worth


# --- counting -------------------------------------------------------------------------------------------------------


def backed_up(tree: Outline, depth: int) -> list[float]:
    """The minimax value of each node when nodes at a depth are leaves."""
    values = tree.value[: tree.nodes(depth)]
    for node in range(tree.levels[depth] - 1, -1, -1):
        if tree.count[node]:
            below = values[tree.first[node] : tree.first[node] + tree.count[node]]
            values[node] = max(below) if tree.is_max[node] else min(below)
    return values


def visited(tree: Outline, depth: int, order: Order) -> int:
    """How many leaves alpha-beta visits when it looks to a depth and visits children in an order."""
    values = backed_up(tree, depth)
    start, seen = tree.levels[depth], 0

    def value(node: int, alpha: float, beta: float) -> float:
        nonlocal seen
        if node >= start or not tree.count[node]:
            seen += 1
            return values[node]
        is_max = tree.is_max[node]
        best = -math.inf if is_max else math.inf
        for child in order(tree, node, values):
            found = value(child, alpha, beta)
            if is_max:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    value(0, -math.inf, math.inf)
    return seen


def widest_path(tree: Outline, depth: int) -> int:
    """The most states that depth-first search holds at once: the root, and all siblings along a path."""
    held = [1] * tree.nodes(depth)
    for node in range(tree.levels[depth]):
        for child in range(tree.first[node], tree.first[node] + tree.count[node]):
            held[child] = held[node] + tree.count[node]
    return max(held)


def as_listed(tree: Outline, node: int, values: Sequence[float]) -> Sequence[int]:
    """The order in which the game lists the actions."""
    return range(tree.first[node], tree.first[node] + tree.count[node])


def best_first(tree: Outline, node: int, values: Sequence[float]) -> Sequence[int]:
    """The best action first, as if the values were known."""
    return sorted(as_listed(tree, node, values), key=values.__getitem__, reverse=tree.is_max[node])


def worst_first(tree: Outline, node: int, values: Sequence[float]) -> Sequence[int]:
    """The worst action first."""
    return sorted(as_listed(tree, node, values), key=values.__getitem__, reverse=not tree.is_max[node])


def shuffled(seed: int) -> Order:
    """An order that is random, and the same for a seed."""
    choice = random.Random(seed)

    def order(tree: Outline, node: int, values: Sequence[float]) -> Sequence[int]:
        children = list(as_listed(tree, node, values))
        choice.shuffle(children)
        return children

    return order
