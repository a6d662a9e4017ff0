"""How much of the server one visitor may take: who asks for more waits, and nobody else does.

All visitors share the one process that talks to them. What a message costs there is counted in units of about a tenth
of a millisecond; they come back at a steady rate, and a visitor who was quiet has some in hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable

RATE = 1000.0  # units that come back per second: a tenth of the server's time
MOST = 2000.0  # that a visitor has in hand, or owes
MESSAGE = 1.0  # units for any message
SEARCH = 40.0  # for one that begins a search: another process has to be told, and interrupted
BYTES = 2048  # that are heard, read from another process or sent for a unit
NODES = 5  # of a tree that are placed for a unit


class Budget:
    """The units that a visitor has left; below 0 it waits."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left, self._at = MOST, clock()

    def spend(self, units: float) -> None:
        """Takes units away."""
        now = self._clock()
        self._left = max(-MOST, min(MOST, self._left + (now - self._at) * RATE) - units)
        self._at = now

    def spend_text(self, text: str | bytes) -> None:
        """Takes away what a text that was heard or sent costs beside the message itself."""
        self.spend(len(text) / BYTES)

    @property
    def wait(self) -> float:
        """Seconds until there is something left."""
        return max(0.0, -self._left / RATE - (self._clock() - self._at))
