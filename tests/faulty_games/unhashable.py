"""A pile of five stones, take one or two. The state holds a lock, which nobody can look into, from the start."""

from __future__ import annotations

from threading import Lock

from zermelo import Game


def unhashable() -> Game:
    return Game(
        initial=lambda: [5, 0, Lock()],
        to_move=lambda state: state[1],
        actions=lambda state: iter(range(1, min(2, state[0]) + 1)),
        result=lambda state, n: [state[0] - n, 1 - state[1], Lock()],
        is_terminal=lambda state: state[0] == 0,
        utility=lambda state, player: -1.0 if state[1] == player else 1.0,
    )
