"""The clock of a GTP game: how long to think, from the controller's `time_left`, or else from our own count."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.search.time.clock import Clock, Lag

ROUNDED = 0.5  # seconds by which a time rounded to whole ones may be too high


@dataclass
class _Hand:
    """What one player has left: main time, or the time of the current period after it."""

    left: float
    stones: int = 0  # to play in this period; 0: still main time
    told: bool = False  # given by the controller, in whole seconds


class GtpClock:
    """Main time, then periods, if any: `period` seconds for `stones` moves each."""

    def __init__(self, main: float = 0.0, period: float = 0.0, stones: int = 0, limited: bool = True) -> None:
        self.main, self.period, self.stones, self.limited = main, period, stones, limited
        self.start()

    def start(self) -> None:
        """Starts a game: both players have all their time."""
        self._hands = [self._first(), self._first()]
        self._lags = [Lag(), Lag()]

    def tell(self, player: int, left: float, stones: int) -> None:
        """Takes the controller's word on what a player has left."""
        if stones == 0:
            self._lags[player].see(left)
        if self.stones == 1:  # then the controller gives the number of periods
            stones = min(stones, 1)
        self._hands[player] = _Hand(left, stones, told=True)
        self.limited = True

    def allot(self, player: int) -> float | None:
        """Seconds for a player's next move; None: no limit."""
        if not self.limited:
            return None
        hand = self._hands[player]
        left = max(hand.left - (ROUNDED if hand.told else 0.0), 0.3 * hand.left)
        overhead = max(Clock((0.0,)).overhead, self._lags[player].seconds)
        if hand.stones:
            return self._share(left, hand.stones, overhead)
        later = self._share(self.period, self.stones, overhead) if self.period and self.stones else 0.0
        return max(self._share(left, None, overhead), later)

    def spend(self, player: int, seconds: float) -> None:
        """Takes the seconds of a move from a player's time."""
        hand = self._hands[player]
        left, stones = hand.left - seconds, hand.stones
        if stones == 0:
            self._lags[player].spend(hand.left, 0.0, seconds)
            if left <= 0 and self.period:
                left, stones = self.period + left, self.stones
        if stones == 1:
            left, stones = self.period, self.stones
        elif stones:
            stones -= 1
        self._hands[player] = _Hand(max(left, 0.0), stones)

    def _first(self) -> _Hand:
        return _Hand(self.main) if self.main or not self.period else _Hand(self.period, self.stones)

    @staticmethod
    def _share(left: float, stones: int | None, overhead: float) -> float:
        soft, _ = Clock((left,), (0.0,), stones, overhead).allot(0)
        return max(soft, 0.001)
