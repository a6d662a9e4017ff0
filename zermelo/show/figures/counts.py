"""A tree of Monte Carlo tree search: wins / visits of each node, and UCB1 of each child."""

from __future__ import annotations

from zermelo.game import MAX, Game, State
from zermelo.measures.counts import bounds, counts_of, selection, ucb1
from zermelo.numerals import plain
from zermelo.picture import Node, Tree
from zermelo.search.trace.ucb1 import exploration


def counted(game: Game, c: float) -> Tree:
    """The tree with its counts; what UCB1 selects, from the root down, is the best line."""
    state = game.initial()
    path = [action for action, _ in selection(game, c)]
    root = Node(_kind(game, state), _written(game, state), children=_children(game, state, c, on_path=True))
    return Tree(root, f"UCB1 at C = {plain(c)}: {', '.join(path)} is next")


def _children(game: Game, state: State, c: float, on_path: bool) -> tuple[Node, ...]:
    """The children of a state. on_path: does the selection come to the state?"""
    if game.is_terminal(state):
        return ()
    found = bounds(game, c, state)
    best = max(found, key=found.__getitem__)
    _, above = counts_of(game, state)
    return tuple(
        _child(game, game.result(state, game.read_action(state, action)), action, above, c, on_path and action == best)
        for action in found
    )


def _child(game: Game, state: State, action: str, above: float, c: float, is_best: bool) -> Node:
    wins, visits = counts_of(game, state)
    told = f"{wins / visits:.3f} + {exploration(c, above, visits):.3f} = {ucb1(wins, visits, above, c):.3f}"
    below = _children(game, state, c, is_best)
    kind = _kind(game, state) if below else "leaf"
    return Node(kind, _written(game, state), action, "best" if is_best else "", children=below, note=told)


def _written(game: Game, state: State) -> str:
    wins, visits = counts_of(game, state)
    return f"{plain(wins)}/{plain(visits)}"


def _kind(game: Game, state: State) -> str:
    return "max" if game.to_move(state) == MAX else "min"
