"""What a solver proves about a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.game import Action, Game, State


@dataclass(frozen=True)
class Solved:
    """The true value of a position and how it comes about if both sides play perfectly."""

    value: float  # to the player to move, a utility
    distance: int | None  # plies to the end of the game, if that is part of what was proved
    line: tuple[Action, ...]  # best play by both, as far as it was followed
    nodes: int  # that it took


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
