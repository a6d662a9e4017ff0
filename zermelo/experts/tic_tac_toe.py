"""Tic-tac-toe: my open lines minus the opponent's. A line is open to a player while the other has no mark in it."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.bits import count
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear


def evaluator(rows: int, columns: int, k: int) -> Linear:
    """The lecture's evaluation; a won game counts more than all lines of the board."""
    stride = columns + 1
    board = sum(((1 << columns) - 1) << (row * stride) for row in range(rows))

    def open_lines(blocked):
        free = board & ~blocked
        total = 0
        for shift in (1, stride - 1, stride, stride + 1):
            found = free
            for _ in range(k - 1):
                found &= found >> shift
            total += count(found)
        return total

    def mine(state, player):
        return float(open_lines(state.o if player == 0 else state.x))

    def theirs(state, player):
        return float(open_lines(state.x if player == 0 else state.o))

    return Linear((Feature("my open lines", 1.0, mine), Feature("their open lines", -1.0, theirs)), win=1000.0)


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    solved = "a draw" if tuple(parameters.values()) == (3, 3, 3) else ""
    return Expert(evaluator=partial(evaluator, **parameters), solved=solved)
