"""Are the keys of a game's states and views the same in every process, so that a file may be ordered by them?"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from zermelo.bits import numbered_class
from zermelo.game import CHANCE, Game, ZermeloError

LINES, PLIES = 10, 60  # of play that are looked at


def check_lasting(game: Game) -> None:
    """Raises ZermeloError where what is saved under the keys of a game's states would mean nothing to another process.

    That is so where they, or the actions and views that players know, hold objects with an `__eq__` of their own.
    """
    for value in _values(game):
        kind = None
        with suppress(TypeError):  # it cannot be looked into, which is for the laws to tell
            kind = numbered_class(value)
        if kind is not None:
            raise ZermeloError(
                f"what is found for {game.title} cannot be saved: {kind.__name__} has an __eq__ of its own, "
                "so another process would not know its objects again; make it a NamedTuple or a frozen dataclass"
            )


def _values(game: Game) -> Iterator[Any]:
    """What keys are made of, in a few random lines of play: states, or views and actions."""
    noise = random.Random(0)
    for _ in range(LINES):
        state = game.initial()
        for _ in range(PLIES):
            if game.view is None:
                yield state
            else:
                yield from (game.view(state, player) for player in range(game.players))
            if game.is_terminal(state):
                break
            move = noise.choice(game.moves(state))
            if game.view is not None and game.to_move(state) != CHANCE:
                yield move
            state = game.result(state, move)
