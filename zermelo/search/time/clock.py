"""Clocks: how long to think about one action when a whole game has to be played in a given time."""

from __future__ import annotations

from dataclasses import dataclass

OVERHEAD = 0.01  # seconds that go by between the decision and the clock being stopped
RESERVE = 0.1  # seconds that are kept for the one time when the machine is busy with something else
HORIZON = 60  # actions for which the time must last, where nobody says how many
SHARE = 25  # of what is left, one in so many for the next action: the early ones matter most


@dataclass(frozen=True)
class Clock:
    """What is left on the players' clocks, in seconds; one number a player."""

    left: tuple[float, ...]
    increment: tuple[float, ...] = (0.0, 0.0)  # added after each action
    actions_to_go: int | None = None  # until more time comes; None: it must last for the rest of the game
    overhead: float = OVERHEAD  # lost with each action

    def allot(self, player: int) -> tuple[float, float]:
        """(soft, hard) seconds for a player's next action: when to begin nothing new, and when to stop at once."""
        actions = min(self.actions_to_go or HORIZON, HORIZON)
        gain = self.increment[player] - self.overhead  # below 0: every action costs more than it brings
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
    """What each action costs beyond the time that was meant for it, learnt from how the clock goes down.

    It is the way to the clock and back, and a busy machine that stops a search late.
    """

    seconds: float = 0.0  # on average, of late
    _expected: float | None = None

    def spend(self, left: float, increment: float, meant: float) -> None:
        """An action was made, for which `meant` seconds were to go from the clock."""
        self._expected = left + increment - meant

    def see(self, left: float) -> None:
        """The clock when the same player is to act again."""
        if self._expected is not None:
            late = min(max(self._expected - left, 0.0), 1.0)
            self.seconds += 0.25 * (late - self.seconds)
            self._expected = None
