"""Small games to learn, interpreted."""

from __future__ import annotations

from dataclasses import replace

import zermelo
from zermelo.evaluate import Feature, Linear


def nim(stones=5):
    """Whoever takes the last stone wins."""
    return replace(zermelo.load("nim", stones=stones), compiles=False)


def race():
    """Each in turn steps 1 or 2 forward, and who has come farther after three steps each wins. Three terms."""
    return zermelo.Game(
        initial=lambda: (0, 0, 0),
        to_move=lambda state: state[2] % 2,
        actions=lambda state: iter((1, 2)),
        result=lambda state, n: (
            (state[0] + n, state[1], state[2] + 1) if state[2] % 2 == 0 else (state[0], state[1] + n, state[2] + 1)
        ),
        is_terminal=lambda state: state[2] == 6,
        utility=lambda state, player: float((state[0] > state[1]) - (state[0] < state[1])) * (1 if player == 0 else -1),
        best_utility=1.0,
        name="race",
        compiles=False,
        evaluate=Linear(
            (
                Feature("digits", 5.0, lambda state, player: float((3 * state[0] + state[1]) % 4 - 1.5)),
                Feature("lead", 0.0, lambda state, player: float((state[0] - state[1]) * (1 if player == 0 else -1))),
                Feature("nothing", 0.0, lambda state, player: 0.0),
            ),
            win=100.0,
        ),
    )
