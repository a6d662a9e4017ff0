"""The game under examination, where we are in it, and what was seen of it elsewhere."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import Action, Game, State

SAMPLE = 50  # moves of one position that the laws about single moves try


@dataclass
class Seen:
    """What a trial has seen at other positions, for the laws that compare two of them."""

    first: State = None  # the initial state
    keys: dict[int, Patient] = field(default_factory=dict)  # by key(state): the first position that has it
    known: dict[Any, Patient] = field(default_factory=dict)  # by what the player to move knows: the first such position
    last: tuple[tuple[Action, ...], State, tuple[Any, ...]] = (
        (),
        None,
        (),
    )  # a path, its state, what players know there
    names: set[str] = field(default_factory=set)  # of actions
    printed: str = ""  # "result prints 'hello'", if anything was since the last position


@dataclass
class Patient:
    """The game under examination and where we are in it."""

    game: Game
    noise: random.Random
    seen: Seen
    state: State = None
    path: tuple[Action, ...] = ()
    moves: tuple[str, ...] = ()  # the path in words

    def some(self, moves: Sequence[Any], most: int = SAMPLE) -> Sequence[Any]:
        """The moves, or some of them where there are many, the first and the last among them."""
        if len(moves) <= most:
            return moves
        places = {0, len(moves) - 1, *self.noise.sample(range(len(moves)), most - 2)}
        return [moves[place] for place in sorted(places)]

    @property
    def place(self) -> str:
        """Where we are, in words."""
        return f"after {' '.join(self.moves)}" if self.moves else "at the start"


def always(game: Game) -> bool:
    """Applies to every game."""
    return True


@dataclass(frozen=True)
class Law:
    """A law of the contract.

    test(patient): what is wrong at this position; "": it holds here; None: there is nothing here that it is about.
    """

    test: Callable[[Patient], str | None]
    applies: Callable[[Game], bool] = always
