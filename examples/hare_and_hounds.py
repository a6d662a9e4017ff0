r"""Hare and Hounds: three hounds try to trap a hare that tries to get past them.

      1---4---7
    / | \ | / | \
  0---2---5---8---10
    \ | / | \ | /
      3---6---9

The hounds move first, one of them at a time, never to the left. The hare moves in any direction. The hounds win if
the hare cannot move, the hare if no hound is to its left. Positions may come up again and again; nobody wins then.
"""

from itertools import pairwise
from typing import NamedTuple

from zermelo import Game
from zermelo.picture import Board

LINES = ((0, 1, 4, 7, 10), (0, 3, 6, 9, 10), (0, 2, 5, 8, 10), (1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 5, 9), (3, 5, 7))
NEAR = {place: set() for place in range(11)}
for line in LINES:
    for one, other in pairwise(line):
        NEAR[one].add(other)
        NEAR[other].add(one)
PLACES = [(1, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (1, 4)]
HOUNDS, HARE = 0, 1


class HareState(NamedTuple):
    hounds: tuple  # sorted
    hare: int
    player: int


def column(place):
    """How far to the right a place is."""
    return PLACES[place][1]


def hare_and_hounds() -> Game:
    """Three hounds trap a hare, or it gets past them."""

    def initial():
        return HareState((0, 1, 3), 10, HOUNDS)

    def to_move(state):
        return state.player

    def free(state, place):
        return place != state.hare and place not in state.hounds

    def actions(state):
        moves = []
        if state.player == HARE:
            for to in sorted(NEAR[state.hare]):
                if free(state, to):
                    moves.append((state.hare, to))
        else:
            for hound in state.hounds:
                for to in sorted(NEAR[hound]):
                    if free(state, to) and column(to) >= column(hound):
                        moves.append((hound, to))
        return moves

    def result(state, action):
        start, to = action
        if state.player == HARE:
            return HareState(state.hounds, to, HOUNDS)
        hounds = tuple(sorted(to if hound == start else hound for hound in state.hounds))
        return HareState(hounds, state.hare, HARE)

    def has_escaped(state):
        return all(column(hound) >= column(state.hare) for hound in state.hounds)

    def is_terminal(state):
        return has_escaped(state) or not actions(state)

    def utility(state, player):
        if has_escaped(state):
            return 1.0 if player == HARE else -1.0
        return -1.0 if player == state.player else 1.0  # whoever cannot move has lost

    def picture(state):
        cells = [[""] * 5 for _ in range(3)]
        for place, (row, column) in enumerate(PLACES):
            cells[row][column] = "●" if place in state.hounds else "○" if place == state.hare else ""
        joined = tuple((PLACES[one], PLACES[other]) for one in NEAR for other in NEAR[one] if one < other)
        return Board(tuple(map(tuple, cells)), shape="crossing", joined=joined)

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=24, best_utility=1.0, player_names=("Hounds", "Hare"), picture=picture,
        format_action=lambda state, action: f"{action[0]}-{action[1]}", summary="Trap the hare.",
    )  # fmt: skip
