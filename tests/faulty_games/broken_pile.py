"""A pile of five stones, take one or two; who takes the last one wins. `wrong` names the one thing that is wrong.

It runs interpreted, as its faults have nothing to do with compiling.
"""

from __future__ import annotations

import itertools
import os
import sys
from typing import NamedTuple

from zermelo import CHANCE, Feature, Game, Guide, Linear, Opinion, Tactics

CALLS = itertools.count()


class Pile(NamedTuple):
    stones: int
    player: int


def initial():
    return Pile(5, 0)


def to_move(state):
    return state.player


def actions(state):
    for n in range(1, min(2, state.stones) + 1):
        yield n


def result(state, n):
    return Pile(state.stones - n, 1 - state.player)


def is_terminal(state):
    return state.stones == 0


def utility(state, player):
    return -1.0 if state.player == player else 1.0


def lead(state, player):
    return 0.1 if state.player == player else -0.1


# --- rules ---


def no_action(state):
    yield from () if state.stones == 1 else actions(state)


def one_twice(state):
    yield from (1, 1) if state.stones == 2 else actions(state)


def in_turn(state):
    yield from (1, 2) if state.stones > 2 or next(CALLS) % 2 else (2, 1)


def forgetful(state, n):
    if state.stones > 2:
        return Pile(state.stones - n, 1 - state.player)


def untyped(state, n):
    return (state.stones - n, 1 - state.player) if state.stones - n == 3 else result(state, n)


def halved(state, n):
    return Pile((2 * state.stones - 2 * n) / 2, 1 - state.player)


def deep(state, n):
    def count(stones):
        return count(stones - 1) if stones else 0

    return result(state, n) if state.stones - n > 2 else Pile(count(-1), 1 - state.player)


def leaving(state, n):
    if state.stones == 2:
        os._exit(3)
    return result(state, n)


def quitting(state, n):
    return result(state, n) if state.stones > 2 else sys.exit("bye")


def talking(state, n):
    if state.stones == 2:
        print("take", n)
    return result(state, n)


def asking(state, n):
    return Pile(state.stones - int(input("how many? ")), 1 - state.player) if state.stones == 2 else result(state, n)


def refilled(state, n):
    return Pile(state.stones - n if state.stones > 2 else 5, 1 - state.player)


def undecided(state):
    return state.stones == 0 or (state.stones == 1 and next(CALLS) % 2 == 0)


def lucky(state, player):
    return (1.0 if next(CALLS) % 4 < 2 else -1.0) * (1 - 2 * player)


# --- chance: a coin takes a stone or two when three are left ---


def coin_to_move(state):
    return CHANCE if state.stones == 3 else state.player


def negative(state):
    yield 1, 1.5
    yield 2, -0.5


def missing(state):
    yield 1, 0.5
    yield 2, 0.25


# --- opinions and text ---


def too_high(state, player):
    return (5.0 if state.stones == 3 else 0.1) * (1 if state.player == player else -1)


def rarely_raises(state, player):
    return lead(state, player) / (state.stones - 2)


def nan(state, player):
    return float("nan") if state.stones == 2 else lead(state, player)


def greedy(state, fraction):
    return 2


def sure(state, action):
    return (1.5, 10.0) if state.stones == 3 else (0.5, 0.0)


def noisy(state, buffer):
    buffer[0] = 2
    return 1


def any_number(state, text):
    return int(text) if text.isdigit() else None


def mirrored(state):
    yield Pile(state.stones ^ 1 if state.stones in (2, 3) else state.stones, state.player)


def fill(state, buffer):
    buffer[0] = 1
    return 1


WRONG = {
    "no_action": {"actions": no_action},
    "one_twice": {"actions": one_twice},
    "in_turn": {"actions": in_turn},
    "max_actions": {"max_actions": 1},
    "max_plies": {"max_plies": 4},
    "best_utility": {"best_utility": 0.5},
    "total": {"total": 1.0},
    "sum": {"utility": lambda state, player: 1.0 if state.player != player else -0.5},
    "utility_nan": {"utility": lambda state, player: float("nan")},
    "utility_text": {"utility": lambda state, player: "won"},
    "lucky": {"utility": lucky},
    "forgetful": {"result": forgetful},
    "untyped": {"result": untyped, "compiles": True},
    "halved": {"result": halved, "compiles": True},
    "deep": {"result": deep},
    "leaving": {"result": leaving},
    "quitting": {"result": quitting},
    "talking": {"result": talking},
    "asking": {"result": asking},
    "refilled": {"result": refilled},
    "undecided": {"is_terminal": undecided},
    "no_chances": {"to_move": coin_to_move},
    "negative": {"to_move": coin_to_move, "chances": negative},
    "missing": {"to_move": coin_to_move, "chances": missing},
    "key": {"key": lambda state: state.stones % 4},
    "symmetries": {"symmetries": mirrored},
    "view": {"view": lambda state, player: state.player},
    "fill": {"fill": fill},
    "adjudicated": {"adjudicated": lambda state: state.stones <= 1},
    "pick_uneven": {"pick": lambda state, fraction: 1},
    "pick_illegal": {"pick": lambda state, fraction: 1 + int(2 * fraction)},
    "too_high": {"evaluate": too_high, "best_utility": 1.0},
    "rarely_raises": {"evaluate": rarely_raises},
    "evaluate_nan": {"evaluate": Linear([Feature("lead", 1.0, nan)])},
    "one_sided": {"evaluate": lambda state, player: 0.5},
    "playout": {"guide": Guide(playout=greedy)},
    "prior": {"guide": Guide(prior=sure)},
    "noisy": {"evaluate": Opinion(lead, tactics=Tactics(noisy=noisy, rank=lambda state, move: 1))},
    "parse_action": {"parse_action": any_number},
    "format_action": {"format_action": lambda state, n: "take"},
    "format_state": {"format_state": lambda state: str(state.stones), "parse_state": lambda text: Pile(int(text), 0)},
    "picture": {"picture": lambda state: 1 // (state.stones - 3)},
}


def broken_pile(wrong: str = "sum") -> Game:
    """wrong: one of the names in WRONG."""
    parts = {"actions": actions, "to_move": to_move, "result": result, "is_terminal": is_terminal, "utility": utility}
    return Game(**{**parts, "initial": initial, "compiles": False, **WRONG[wrong]})
