"""A pile of five stones, take one or two, whose functions can be replaced."""

from __future__ import annotations

from typing import NamedTuple

import zermelo


class PileState(NamedTuple):
    stones: int
    player: int


def pile(initial=lambda: PileState(5, 0), **parts):
    def actions(state):
        for n in range(1, min(2, int(state.stones)) + 1):
            yield n

    rules = {
        "initial": initial,
        "to_move": lambda state: int(state.player),
        "actions": actions,
        "result": lambda state, n: PileState(state.stones - n, 1 - state.player),
        "is_terminal": lambda state: state.stones == 0,
        "utility": lambda state, player: -1.0 if state.player == player else 1.0,
    }
    return zermelo.Game(**(rules | parts))
