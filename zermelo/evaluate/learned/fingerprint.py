"""A digest of a game's rules by what they do: a few games of random moves, the same in every process.

A digest of the source would change with every new version of Python and with every rewording of the rules. This one
changes when the states, the moves or the results of those games do.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from zermelo.bits import Wide, fraction, mix, step
from zermelo.game import CHANCE, Game

GAMES = 8
STATES = 240  # in all these games, at most


@lru_cache(maxsize=64)
def rules_digest(game: Game) -> str:
    """The digest: players, states, movers, moves, chances and utilities of a few random games."""
    digest = hashlib.sha256()
    noise, left = 1, STATES

    def note(*values: Any) -> None:
        digest.update(repr(values).encode())

    note(game.players, game.total)
    for number in range(GAMES):
        state = game.initial()
        until = left - max(1, left // (GAMES - number))
        while left > until:
            left -= 1
            note(_numbers(state))
            if game.is_terminal(state):
                note([float(game.utility(state, player)) for player in range(game.players)])
                break
            noise = step(noise)
            drawn, mover = fraction(mix(noise)), game.to_move(state)
            if mover == CHANCE:
                outcomes = game.outcomes(state)
                moves = [outcome for outcome, _ in outcomes]
                note([round(float(chance), 9) for _, chance in outcomes])
            else:
                moves = game.legal(state)
            note(mover, _numbers(tuple(moves)))
            state = game.result(state, moves[int(drawn * len(moves))])
    return digest.hexdigest()


def _numbers(value: Any) -> Any:
    """A state or a move as plain numbers and texts; of other objects only the type: their text may name an address."""
    if isinstance(value, tuple | list):
        return [_numbers(part) for part in value]
    if isinstance(value, bool | int | Wide):
        return int(value)
    if isinstance(value, float | str):
        return value
    return int(value) if hasattr(value, "__index__") else type(value).__name__
