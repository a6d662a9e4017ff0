"""Small games to learn, interpreted."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

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


def fork(compiles=False):
    """A die shows who may choose between winning and losing, or that nobody wins: the first player's share is 0.4."""

    def result(state, action):
        if state == 1:
            return 2 + action  # 2: the second player chooses, 3: the first does, 4: nobody wins
        return state + 1 if state == 0 else 5 + action  # 5: the first player has won, 6: has lost

    def chances(state):
        yield 0, 0.5
        yield 1, 0.3
        yield 2, 0.2

    def actions(state):
        yield 0
        if state > 0:
            yield 1

    return zermelo.Game(
        initial=lambda: 0,
        to_move=lambda state: zermelo.CHANCE if state == 1 else 1 if state == 2 else 0,
        actions=actions,
        result=result,
        is_terminal=lambda state: state > 3,
        utility=lambda state, player: (
            (1.0 if player == 0 else -1.0) * (state == 5) - ((1.0 if player == 0 else -1.0) * (state == 6))
        ),
        chances=chances,
        best_utility=1.0,
        max_actions=2,
        name="fork",
        compiles=compiles,
    )


class Stairs(NamedTuple):
    first: int
    second: int
    rolled: int  # 0: the die is to be thrown
    player: int


def stairs():
    """Each in turn throws a die of two faces, and climbs so many steps or one; who is first on the fifth step wins."""

    def result(state, n):
        if state.rolled == 0:
            return state._replace(rolled=n)
        if state.player == 0:
            return Stairs(state.first + n, state.second, 0, 1)
        return Stairs(state.first, state.second + n, 0, 0)

    def actions(state):
        yield 1
        if state.rolled == 2:
            yield 2

    def chances(state):
        yield 1, 0.75
        yield 2, 0.25

    return zermelo.Game(
        initial=lambda: Stairs(0, 0, 0, 0),
        to_move=lambda state: state.player if state.rolled else zermelo.CHANCE,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.first >= 5 or state.second >= 5,
        utility=lambda state, player: 1.0 if (state.first >= 5) == (player == 0) else -1.0,
        chances=chances,
        best_utility=1.0,
        name="stairs",
        compiles=False,
    )
