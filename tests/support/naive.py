"""Slow, obvious reference versions of the fast algorithms. Written to be read, not to be run on anything large."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from zermelo.evaluate import Opinion
from zermelo.game import CHANCE, MAX, Game
from zermelo.search.depth_first.leaf import Scale


def minimax(game, state, depth=math.inf, evaluate=lambda state, player: 0.0):
    """The value for MAX."""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return evaluate(state, MAX)
    values = [minimax(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)]
    return max(values) if game.to_move(state) == MAX else min(values)


def for_mover(game, state, value):
    """MAX's value as the player to move sees it."""
    return value if game.to_move(state) == MAX else -value


def decision(game, state, depth=math.inf, evaluate=lambda state, player: 0.0):
    """The first of the best actions for the player to move."""
    actions = list(game.actions(state))
    values = [for_mover(game, state, minimax(game, game.result(state, a), depth - 1, evaluate)) for a in actions]
    return actions[values.index(max(values))]


def leaves(game, state, depth=math.inf):
    """How many leaves minimax looks at."""
    if game.is_terminal(state) or depth == 0:
        return 1
    return sum(leaves(game, game.result(state, a), depth - 1) for a in game.actions(state))


def nodes(game, state, depth=math.inf):
    """How many states minimax looks at, the root included."""
    if game.is_terminal(state) or depth == 0:
        return 1
    return 1 + sum(nodes(game, game.result(state, a), depth - 1) for a in game.actions(state))


def alphabeta_leaves(game, state, depth, alpha=-math.inf, beta=math.inf, strict=False):
    """(value for MAX, states of the leaves that the book's alpha-beta looks at, in order), without an evaluation."""
    if game.is_terminal(state):
        return game.utility(state, MAX), [state]
    if depth == 0:
        return 0.0, [state]
    seen = []
    maximising = game.to_move(state) == MAX
    best = -math.inf if maximising else math.inf
    for action in game.actions(state):
        value, below = alphabeta_leaves(game, game.result(state, action), depth - 1, alpha, beta, strict)
        seen += below
        if maximising:
            best = max(best, value)
            if best > beta or (best == beta and not strict):
                return best, seen
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            if best < alpha or (best == alpha and not strict):
                return best, seen
            beta = min(beta, best)
    return best, seen


def expectiminimax(game, state, depth=math.inf, evaluate=lambda state, player: 0.0, throws=True):
    """The value for MAX, with chance nodes. throws: is a throw a ply, or only what a player chooses?"""
    if game.is_terminal(state):
        return game.utility(state, MAX)
    if depth == 0:
        return evaluate(state, MAX)

    def after(move, plies):
        return expectiminimax(game, game.result(state, move), plies, evaluate, throws)

    if game.to_move(state) == CHANCE:
        return sum(p * after(outcome, depth - throws) for outcome, p in game.chances(state))
    values = [after(action, depth - 1) for action in game.actions(state)]
    return max(values) if game.to_move(state) == MAX else min(values)


def leaves_by_choice(game, state, depth):
    """How many leaves expectiminimax looks at where a throw is no ply."""
    if game.is_terminal(state) or depth == 0:
        return 1
    below = depth if game.to_move(state) == CHANCE else depth - 1
    return sum(leaves_by_choice(game, game.result(state, move), below) for move in game.moves(state))


def maxn(game, state, depth=math.inf, evaluate=lambda state, player: 0.0):
    """The value for every player, as a tuple."""
    players = range(game.players)
    if game.is_terminal(state):
        return tuple(game.utility(state, p) for p in players)
    if depth == 0:
        return tuple(evaluate(state, p) for p in players)
    mover = game.to_move(state)
    if mover == CHANCE:
        parts = [(p, maxn(game, game.result(state, o), depth - 1, evaluate)) for o, p in game.chances(state)]
        return tuple(sum(p * values[i] for p, values in parts) for i in players)
    options = [maxn(game, game.result(state, a), depth - 1, evaluate) for a in game.actions(state)]
    return max(options, key=lambda values: values[mover])


def expectimax(game, state, player, probabilities, depth=math.inf, evaluate=lambda state, player: 0.0):
    """The value for `player` when the others play by probabilities(game, state, values of the actions)."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return evaluate(state, player)
    if game.to_move(state) == CHANCE:
        return sum(
            p * expectimax(game, game.result(state, o), player, probabilities, depth - 1, evaluate)
            for o, p in game.chances(state)
        )
    values = [
        expectimax(game, game.result(state, a), player, probabilities, depth - 1, evaluate) for a in game.actions(state)
    ]
    if game.to_move(state) == player:
        return max(values)
    return sum(p * v for p, v in zip(probabilities(game, state, values), values, strict=True))


def perft(game, state, depth):
    """Sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 0
    chance = game.to_move(state) == CHANCE
    moves = [o for o, _ in game.chances(state)] if chance else list(game.actions(state))
    return sum(perft(game, game.result(state, move), depth - 1) for move in moves)


class UctNode:
    """A node of `uct`'s tree, as the book draws it."""

    def __init__(self):
        self.children, self.visits, self.total = None, 0, 0.0


def uct(game, state, simulations, exploration, random):
    """UCT with random playouts, by the book; returns the root. random(): the next fraction."""
    root, low, high = UctNode(), math.inf, -math.inf
    for _ in range(simulations):
        node, here, path = root, state, [(root, None)]

        def down(node, here):
            moves = list(game.actions(here))
            total = sum(child.visits for child in node.children)
            fresh = [i for i, child in enumerate(node.children) if child.visits == 0]
            best = (
                fresh[0]
                if fresh
                else max(
                    range(len(moves)),
                    key=lambda i: (
                        node.children[i].total * (1.0 / node.children[i].visits)
                        + exploration
                        * (high - low)  # noqa: B023
                        * math.sqrt(math.log(max(1, total + (node is not root))) / node.children[i].visits)
                    ),
                )
            )
            path.append((node.children[best], game.to_move(here)))  # noqa: B023
            return node.children[best], game.result(here, moves[best])

        while node.children:
            node, here = down(node, here)
        if (node.visits > 0 or node is root) and not game.is_terminal(here):
            node.children = [UctNode() for _ in game.actions(here)]
            node, here = down(node, here)
        while not game.is_terminal(here):
            moves = list(game.actions(here))
            here = game.result(here, game.pick(here, random()) if game.pick else moves[int(random() * len(moves))])
        for player in range(game.players):
            low, high = min(low, game.utility(here, player)), max(high, game.utility(here, player))
        for node, chooser in path:
            node.visits += 1
            node.total += game.utility(here, chooser) if chooser is not None else 0.0
    return root


@dataclass(frozen=True)
class Selective:
    """Minimax that looks beyond its horizon, as `Tactics` advises; values are for the player to move.

    At the horizon noisy actions go on until the position is quiet, the answer to a threat is searched one ply deeper,
    and a position that came up before is a draw. An earlier win is worth more: scale.best less a step per ply.
    """

    game: Game
    opinion: Opinion
    scale: Scale
    depth: int
    quiescence: bool = True
    extensions: bool = True
    repetition: bool = True

    def value(self, state, past=()):
        """past: the states before this one, the oldest first."""
        return self._node(state, self.depth, 0, [self.game.state_key(earlier) for earlier in past])

    def _node(self, state, depth, ply, path):
        if self.extensions and self.opinion.tactics.forced(state) and ply < 2 * self.depth:
            depth += 1
        if depth <= 0:
            return self._horizon(state, ply)
        if self.game.is_terminal(state):
            return self._ending(state, ply)
        if self.repetition and ply > 0 and self._is_repeated(state, ply, path):
            return 0.0
        path = [*path, self.game.state_key(state)]
        return max(self._after(state, a, lambda s: self._node(s, depth - 1, ply + 1, path)) for a in self._all(state))

    def _horizon(self, state, ply):
        tactics, quiet = self.opinion.tactics, self._static(state)
        must = tactics.forced(state)
        counts = must or not self.quiescence  # else nobody looks whether there is an action at all
        if self.game.adjudicated(state) or (counts and self.game.is_terminal(state)):
            return self._ending(state, ply)
        if not self.quiescence:
            return quiet
        below = partial(self._horizon, ply=ply + 1)
        if must:
            return max(self._after(state, action, below) for action in self._all(state))
        noisy = [action for action in self._all(state) if tactics.rank(state, action) > 0]
        return max([quiet, *(self._after(state, action, below) for action in noisy)])

    def _is_repeated(self, state, ply, path):
        """Did it come up once below the root, or twice at the root or before it?"""
        key, within = self.game.state_key(state), min(self.game.reversible(state), len(path))
        equal = [back for back in range(2, within + 1) if path[-back] == key]
        return len(equal) > 1 or any(back < ply for back in equal)

    def _after(self, state, action, value):
        after = self.game.result(state, action)
        return value(after) if self.game.to_move(after) == self.game.to_move(state) else -value(after)

    def _all(self, state):
        return self.game.actions(state)

    def _ending(self, state, ply):
        won = self.game.utility(state, self.game.to_move(state))
        return won * (self.scale.best - ply * self.scale.step)

    def _static(self, state):
        edge = self.scale.edge
        return min(edge, max(-edge, self.opinion.function(state, self.game.to_move(state))))
