"""Boards at the nodes: the first plies of a game with symmetric positions merged, and positions side by side."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.game import Game, State
from zermelo.search.trace.recorder import Visited
from zermelo.search.trace.trace import trace
from zermelo.show.by_view import seen
from zermelo.show.figures.pictured import Pictured


def first_plies(game: Game, plies: int, depth: int | None = None) -> Pictured:
    """The tree of the first plies; of symmetric children one is kept.

    depth: how far minimax looks, whose values are then shown; None: none are.
    """
    return _node(game, trace(game, game.initial(), "minimax", depth or plies).root, plies, depth is not None, False)


def _node(game: Game, node: Visited, plies: int, valued: bool, is_best: bool) -> Pictured:
    children = list(_merged(game, node.children)) if plies else []
    best = max(_values(children), default=0.0) if node.kind == "max" else min(_values(children), default=0.0)
    return Pictured(
        seen(game, node.state, None),
        (node.worth,) if valued else (),
        node.path[-1] if node.path else "",
        tuple(
            _node(game, child, plies - 1, valued, valued and not node.path and child.value == best)
            for child in children
        ),
        best=is_best,
    )


def _values(nodes: Iterable[Visited]) -> list[float]:
    return [node.value for node in nodes if node.value is not None]


def _merged(game: Game, nodes: Iterable[Visited]) -> Iterable[Visited]:
    """The nodes, of symmetric ones only the first."""
    found: set[State] = set()
    for node in nodes:
        if node.state not in found:
            found |= {node.state, *(game.symmetries(node.state) if game.symmetries else ())}
            yield node


def side_by_side(game: Game, positions: Iterable[tuple[str, str]]) -> list[Pictured]:
    """Positions, each with its words."""
    return [
        Pictured(seen(game, game.read_state(position), None), tuple(words.split("; "))) for position, words in positions
    ]
