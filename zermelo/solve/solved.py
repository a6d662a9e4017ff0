"""What a solver proves about a position."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import Action


@dataclass(frozen=True)
class Solved:
    """The true value of a position and how it comes about if both sides play perfectly."""

    value: float  # to the player to move, a utility
    distance: int | None  # plies to the end of the game, if that is part of what was proved
    line: tuple[Action, ...]  # best play by both, as far as it was followed
    nodes: int  # that it took
