"""Clocks: how long to think about one action when time is limited for the whole game."""

from __future__ import annotations

from dataclasses import dataclass

OVERHEAD = 0.01  # seconds between the decision and the clock being stopped
RESERVE = 0.1  # seconds kept in reserve, in case the machine is busy
HORIZON = 60  # actions that the time must last for, if their number is not given
SHARE = 25  # the next action gets 1/SHARE of what is left: early actions matter most


@dataclass(frozen=True)
class Clock:
    """What is left on the players' clocks, in seconds, one number per player."""

    left: tuple[float, ...]
    increment: tuple[float, ...] = (0.0, 0.0)  # added after each action
    actions_to_go: int | None = None  # until the next time control; None: it must last for the rest of the game
    overhead: float = OVERHEAD  # lost with each action

    def allot(self, player: int) -> tuple[float, float]:
        """(soft, hard) seconds for a player's next action: when to start no new depth, and when to stop at once."""
        actions = min(self.actions_to_go or HORIZON, HORIZON)
        gain = self.increment[player] - self.overhead  # below 0: each action loses more than the increment
        left = max(self.left[player] - self.overhead, 0.0)
        usable = max(left - min(RESERVE, 0.2 * left) + actions * min(gain, 0.0), 0.0)
        if actions == 1:
            return 0.6 * usable, max(0.85 * usable, 0.001)
        share = usable / (actions + 1 if self.actions_to_go else SHARE)
        soft = min(share + 0.7 * max(gain, 0.0), 0.5 * usable)
        hard = min(4.0 * soft + 0.3 * max(gain, 0.0), 0.6 * usable)
        return soft, max(hard, 0.001)


@dataclass
class Lag:
    """What each action costs beyond its intended time, learnt from how the clock goes down.

    The causes are communication with the clock, and a busy machine that stops a search late.
    """

    seconds: float = 0.0  # a moving average
    _expected: float | None = None

    def spend(self, left: float, increment: float, meant: float) -> None:
        """Notes an action that should take `meant` seconds from the clock."""
        self._expected = left + increment - meant

    def see(self, left: float) -> None:
        """Compares the clock, when the same player is to act again, with what was expected."""
        if self._expected is not None:
            late = min(max(self._expected - left, 0.0), 1.0)
            self.seconds += 0.25 * (late - self.seconds)
            self._expected = None
