"""A pile of five stones, take one or two. The function that `where` names never returns at two stones or fewer."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game


class Pile(NamedTuple):
    stones: int
    player: int


def wait(stones):
    waited = 0
    while stones <= 2:
        waited += 1
    return waited


def initial():
    return Pile(5, 0)


def to_move(state):
    return state.player


def endless_to_move(state):
    return state.player + wait(state.stones)


def actions(state):
    for n in range(1, min(2, state.stones) + 1):
        yield n


def endless_actions(state):
    for n in range(1, min(2, state.stones) + 1 + wait(state.stones)):
        yield n


def result(state, n):
    return Pile(state.stones - n, 1 - state.player)


def endless_result(state, n):
    return Pile(state.stones - n + wait(state.stones - n), 1 - state.player)


def is_terminal(state):
    return state.stones == 0


def endless_is_terminal(state):
    return state.stones == wait(state.stones)


def utility(state, player):
    return -1.0 if state.player == player else 1.0


def endless_utility(state, player):
    return -1.0 if state.player + wait(state.stones) == player else 1.0


def endless(where: str = "result") -> Game:
    """where: to_move, actions, result, is_terminal or utility."""
    return Game(
        initial,
        endless_to_move if where == "to_move" else to_move,
        endless_actions if where == "actions" else actions,
        endless_result if where == "result" else result,
        endless_is_terminal if where == "is_terminal" else is_terminal,
        endless_utility if where == "utility" else utility,
    )
