"""A pile of five stones, take one or two. `result` keeps ten gigabytes, block by block, at two stones or fewer."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

BLOCK = 64 << 20
BLOCKS = 160
KEPT: list[bytes] = []


class Pile(NamedTuple):
    stones: int
    player: int


def result(state, n):
    if state.stones - n <= 2:
        while len(KEPT) < BLOCKS:
            KEPT.append(b"x" * BLOCK)
    return Pile(state.stones - n, 1 - state.player)


def ten_gigabytes() -> Game:
    return Game(
        initial=lambda: Pile(5, 0),
        to_move=lambda state: state.player,
        actions=lambda state: iter(range(1, min(2, state.stones) + 1)),
        result=result,
        is_terminal=lambda state: state.stones == 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
    )
