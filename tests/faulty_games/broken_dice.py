"""A die is rolled and the first player gets its points less 2, once. `wrong` says what is wrong with the numbers."""

from __future__ import annotations

import math
from typing import NamedTuple

from zermelo import CHANCE, Game


class Roll(NamedTuple):
    points: int
    ply: int


def broken_dice(wrong: str = "chance") -> Game:
    """wrong: `chance` (a probability is not a number) or `utility` (a utility is infinite)."""
    strange_chance = math.nan if wrong == "chance" else 0.5
    strange_utility = math.inf if wrong == "utility" else 1.0

    def to_move(state):
        return CHANCE if state.ply == 1 else 0

    def actions(state):
        yield 1
        yield 2

    def chances(state):
        yield 1, 0.5
        yield 3, strange_chance

    def result(state, points):
        return Roll(state.points + points, state.ply + 1)

    def utility(state, player):
        value = strange_utility if state.points == 5 else state.points - 2.0
        return value if player == 0 else -value

    return Game(
        initial=lambda: Roll(0, 0),
        to_move=to_move,
        actions=actions,
        result=result,
        chances=chances,
        is_terminal=lambda state: state.ply == 2,
        utility=utility,
        max_plies=2,
    )
