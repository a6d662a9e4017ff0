"""A game whose states grow beyond what trial games see: one of many doors leads on, and trial games end soon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.game import Game

LEADS_ON = 3


class DoorsState(NamedTuple):
    found: Any
    ply: int
    door: int = 0


def doors(
    name: str, found: Any, find: Callable[[Any], Any], worth: Callable[[Any], int], plies: int, doors: int = 6
) -> Game:
    """Behind the fourth door something is found, and there are doors again unless all plies are over; others end it.

    found: what player 1 has at first; find: what it has after another find; worth: what that is worth in the end.
    """

    def result(state, door):
        if door == LEADS_ON:
            return DoorsState(find(state.found), state.ply + 1)
        return DoorsState(state.found, plies, door)

    def utility(state, player):
        return float(worth(state.found)) if player == 0 else -float(worth(state.found))

    return Game(
        lambda: DoorsState(found, 0),
        lambda state: 0,
        lambda state: range(doors),
        result,
        lambda state: state.ply == plies,
        utility,
        max_actions=doors,
        name=name,
    )
