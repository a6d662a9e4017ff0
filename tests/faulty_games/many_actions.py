"""Two players name a number below 100,000 each; the higher one wins. It keeps every law, and is large."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

MOST = 100_000


class Named(NamedTuple):
    first: int
    ply: int
    ahead: int  # of the first player: 1, 0 or -1


def actions(state):
    for number in range(MOST):
        yield number


def result(state, number):
    if state.ply == 0:
        return Named(number, 1, 0)
    return Named(state.first, 2, 1 if state.first > number else -1 if state.first < number else 0)


def many_actions() -> Game:
    return Game(
        initial=lambda: Named(0, 0, 0),
        to_move=lambda state: state.ply % 2,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.ply == 2,
        utility=lambda state, player: float(state.ahead) if player == 0 else -float(state.ahead),
        max_actions=MOST,
        max_plies=2,
        best_utility=1.0,
    )
