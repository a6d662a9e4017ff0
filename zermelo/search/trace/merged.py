"""A game in which each state keeps one of those actions that lead to symmetric states: its tree is smaller."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from zermelo.by_value import hashable
from zermelo.game import Action, Game, State, ZermeloError


def merged(game: Game) -> Game:
    """The game where, of several actions that lead to states which are turned or mirrored, only the first is legal.

    The value of every state stays as it is. Raises ZermeloError where the game names no symmetries.

    >>> import zermelo
    >>> from zermelo.search.trace.merged import merged
    >>> game = zermelo.load("tic-tac-toe")
    >>> len(game.legal(game.initial())), len(merged(game).legal(game.initial()))
    (9, 3)
    """
    symmetries = game.symmetries
    if symmetries is None:
        raise ZermeloError(f"{game.name} does not say which positions are symmetric, so none can be merged")

    def actions(state: State) -> Iterator[Action]:
        seen = set[Any]()
        for action in game.actions(state):
            after = game.result(state, action)
            if hashable(after) not in seen:
                seen.update(map(hashable, (after, *symmetries(after))))
                yield action

    return replace(game, actions=actions, fill=None, pick=None, compiles=False)
