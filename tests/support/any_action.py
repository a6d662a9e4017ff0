"""A small game whose actions are values of any kind: a pile of four, take one or two, with or without secrets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import zermelo
from zermelo import CHANCE


class Take(NamedTuple):
    stones: int
    why: str


@dataclass(frozen=True)
class Grab:
    stones: int


class Much(Enum):
    ONE = "a little"
    TWO = "more"


class Count(IntEnum):
    ONE = 1
    TWO = 2


ONE_OR_TWO = {
    "ints": (1, 2),
    "negative ints": (-1, -2),
    "ints of 100 bits": (1 << 99, 1 << 98),
    "floats": (0.5, -0.5),
    "texts": ("one", "take two, please"),
    "tuples": ((1, 0), (2, 0)),
    "tuples in tuples": ((1, (2, "a")), (2, (1, "b"))),
    "tuples of several lengths": ((1,), (2, 3)),
    "NamedTuples": (Take(1, "greed"), Take(2, "greed")),
    "dataclasses": (Grab(1), Grab(2)),
    "enums": (Much.ONE, Much.TWO),
    "integer enums": (Count.ONE, Count.TWO),
    "sets": (frozenset({1}), frozenset({2})),
    "mixed": (1, "two"),
    "nothing": (None, Much.TWO),
}


class PileState(NamedTuple):
    stones: int
    player: int
    card: int  # 1 or 2; 0: there is none; -1: it is to be drawn


def pile(labels, has_card=False, hides_it=False, players=2):
    """labels: the actions that take one and two, and the outcomes that draw card 1 and 2.

    Card 2 has the player win who would lose. Who sees it is the first player, if it is hidden.
    """
    worth = {label: number for number, label in enumerate(labels, 1)}

    def result(state, move):
        if state.card < 0:
            return state._replace(card=worth[move])
        return PileState(state.stones - worth[move], (state.player + 1) % players, state.card)

    def utility(state, player):
        if players == 1:
            return float(state.card)
        loser = state.player if state.card != 2 else (state.player + 1) % players
        return -1.0 if player == loser else 1.0 / (players - 1)

    return zermelo.Game(
        initial=lambda: PileState(4, 0, -1 if has_card else 0),
        to_move=lambda state: CHANCE if state.card < 0 else state.player,
        actions=lambda state: iter(labels[: min(2, state.stones)]),
        result=result,
        is_terminal=lambda state: state.stones <= 0,
        utility=utility,
        chances=(lambda state: iter([(label, 0.5) for label in labels])) if has_card else None,
        view=(lambda state, player: state if player == 0 else state._replace(card=-2)) if hides_it else None,
        players=players,
        max_actions=2,
        max_plies=5,
        name="pile",
        compiles=False,
    )
