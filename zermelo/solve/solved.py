"""What a solver proves about a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from zermelo.game import Action, Game, State


@dataclass(frozen=True)
class Solved:
    """The true value of a position and how it comes about if both sides play perfectly."""

    value: float  # to the player to move, a utility
    distance: int | None  # plies to the end of the game, if that is part of what was proved
    line: tuple[Action, ...]  # best play by both, as far as it was followed
    nodes: int  # that it took


class PositionSolver(Protocol):
    """A solver that was written for one game."""

    compiled: bool

    @property
    def memories(self) -> Sequence[Any]:
        """What its threads work with: memory[NODES] is what they visited so far, memory[LIMIT] = 0 stops them."""

    def solve(self, state: State) -> Solved | None:
        """The value of a position for the player to move, with best play; None if stopped."""

    def score_of(self, state: State, action: Action) -> int | None:
        """What an action scores for the player who takes it: above 0 if it wins, more if better; None if stopped."""

    def score(self, state: State) -> int | None:
        """What a position that is not over scores for the player to move; None if stopped."""

    def distance(self, state: State, score: int) -> int | None:
        """Plies from a state to the end of the game that a score stands for; None: it does not tell."""


def best_line(
    game: Game, state: State, score: int, action_worth: Callable[[State, int], Action | None]
) -> tuple[Action, ...] | None:
    """Best play to the end from a state of this score for the player to move; None if stopped.

    action_worth(state, score): an action of this score, which is the best one; None if stopped.
    """
    line: list[Action] = []
    while not game.is_terminal(state):
        action = action_worth(state, score)
        if action is None:
            return None
        line.append(action)
        state, score = game.result(state, action), -score
    return tuple(line)
