"""A pile of five stones, take one or two. Sometimes `result` takes one more, so the same action gives other states."""

from __future__ import annotations

import random
from typing import NamedTuple

from zermelo import Game


class Pile(NamedTuple):
    stones: int
    player: int


def actions(state):
    for n in range(1, min(2, state.stones) + 1):
        yield n


def result(state, n):
    lost = 1 if state.stones > n and random.random() < 0.3 else 0
    return Pile(state.stones - n - lost, 1 - state.player)


def changing() -> Game:
    return Game(
        initial=lambda: Pile(5, 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.stones == 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
    )
