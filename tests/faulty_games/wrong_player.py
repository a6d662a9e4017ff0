"""A pile of nine stones, take one or two. The player to move is the last one plus 1, without the modulus."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game


class Pile(NamedTuple):
    stones: int
    player: int


def actions(state):
    for n in range(1, min(2, state.stones) + 1):
        yield n


def result(state, n):
    return Pile(state.stones - n, state.player + 1)


def wrong_player() -> Game:
    return Game(
        initial=lambda: Pile(9, 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.stones == 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
    )
