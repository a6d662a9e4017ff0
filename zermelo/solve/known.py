"""What is known about a position without a search: the question that searches ask of databases, tables and solvers.

Kernels ask the databases the same in compiled code: databases/directory.py.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from zermelo.game import Action, Game, State


@dataclass(frozen=True)
class KnownAction:
    """What an action leads to if both sides play perfectly."""

    action: Action
    outcome: int  # 1 if the player who takes it wins, -1 if it loses, 0 for a draw
    merit: float  # greater for what is better, among equal outcomes too
    decided: bool  # is that so whatever was played before? Not where a draw by too many quiet moves may come first
    distance: int | None = None  # plies to the end of the game; None: not known
    line: tuple[Action, ...] = ()  # perfect play that begins with it, if that is at hand
    is_bound: bool = False  # is the outcome only the most that can come of it?


class Known(Protocol):
    """A source of what is known about positions of a game: `Endgames`, `PositionSolver`, an expert's `tables`."""

    game: Game
    name: str  # to follow "the position is in": "the endgame databases"

    def known_actions(self, state: State, only: Collection[Action] | None = None) -> Sequence[KnownAction] | None:
        """All actions of a state, or those of `only`, in the game's order; None: not enough is known to choose."""

    def line(self, state: State, most: int | None = None) -> Sequence[Action]:
        """Perfect play from a state on, as far as it is known, for at most so many plies."""
