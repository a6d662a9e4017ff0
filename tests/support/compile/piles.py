"""A user's file that compiles: a pile of four stones, take one or two, and the last one wins."""

from __future__ import annotations

FILE = """
from typing import NamedTuple
from zermelo import Game
{reward}

class PileState(NamedTuple):
    stones: int
    player: int

def pile() -> Game:
    def actions(state):
        for n in range(1, min(2, state.stones) + 1):
            yield n
    return Game(
        lambda: PileState(4, 0),
        lambda state: state.player,
        actions,
        lambda state, n: PileState(state.stones - n, 1 - state.player),
        lambda state: state.stones == 0,
        lambda state, player: reward(state.player == player),
    )
"""


def pile_file(reward: str = "def reward(lost): return -1.0 if lost else 1.0") -> str:
    """The file's text. reward: the line that defines reward(lost)."""
    return FILE.replace("{reward}", reward)
