"""Six digits from 0 to 3 are called in turn; an even sum wins for the first player. One of 4,096 ends divides by 0."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game

RARE = 0o3210  # the digits 0 0 3 2 1 0 in base 8


class Digits(NamedTuple):
    called: int  # digits in base 8
    ply: int


def actions(state):
    for digit in range(4):
        yield digit


def result(state, digit):
    return Digits(state.called * 8 + digit, state.ply + 1)


def utility(state, player):
    odd, called = 1 // (state.called - RARE) * 0, state.called
    while called > 0:
        odd += called % 8
        called //= 8
    return 1.0 if odd % 2 == player else -1.0


def rare_exception() -> Game:
    return Game(
        initial=lambda: Digits(0, 0),
        to_move=lambda state: state.ply % 2,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.ply == 6,
        utility=utility,
        max_plies=6,
        best_utility=1.0,
    )
