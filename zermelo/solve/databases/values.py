"""A value and its distance as one number, for the player to move.

0 is a draw, n > 0 a win in n - 1 plies, n < 0 a loss in -n - 1 plies. Among wins the smallest number is the quickest
win, among losses the greatest is the quickest loss.
"""

from __future__ import annotations

from dataclasses import dataclass

DRAW = 0
MOST = 32_000  # greater numbers are no values
UNKNOWN = 32_767  # the database does not have the position


@dataclass(frozen=True)
class Value:
    """What a position is worth to the player to move."""

    outcome: int  # 1 a win, 0 a draw, -1 a loss
    distance: int | None  # plies to the end if both play perfectly; None for a draw

    @property
    def word(self) -> str:
        """Win, draw or loss."""
        return ("draw", "win", "loss")[self.outcome]

    def __str__(self) -> str:
        if self.distance is None:
            return "draw"
        return f"{self.word} in {self.distance} {'ply' if self.distance == 1 else 'plies'}"


def value_of(number: int) -> Value:
    """The value that a number stands for."""
    if number == DRAW:
        return Value(0, None)
    return Value(1 if number > 0 else -1, abs(int(number)) - 1)


def number_of(value: Value) -> int:
    """The number that stands for a value."""
    return DRAW if value.distance is None else value.outcome * (value.distance + 1)
