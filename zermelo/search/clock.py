"""Clocks: how long to think about one action when a whole game has to be played in a given time."""

from __future__ import annotations

from dataclasses import dataclass

OVERHEAD = 0.01  # seconds that go by between the decision and the clock being stopped


@dataclass(frozen=True)
class Clock:
    """What is left on the players' clocks, in seconds; one number a player."""

    left: tuple[float, ...]
    increment: tuple[float, ...] = (0.0, 0.0)  # added after each action
    actions_to_go: int | None = None  # until more time comes; None: it must last for the rest of the game

    def allot(self, player: int) -> tuple[float, float]:
        """(soft, hard) seconds for a player's next action: when to begin nothing new, and when to stop at once."""
        left = max(self.left[player] - OVERHEAD, 0.001)
        increment = self.increment[player]
        share = left / min(self.actions_to_go + 1, 40) if self.actions_to_go is not None else left / 28
        soft = min(share + 0.7 * increment, 0.5 * left)
        hard = min(4.0 * soft + 0.3 * increment, 0.6 * left)
        if self.actions_to_go == 1:
            soft, hard = 0.6 * left, 0.85 * left
        return soft, max(hard, 0.001)
