"""How often a game is won and drawn from positions with a given value, fitted to the results of games."""

from __future__ import annotations

import math
from dataclasses import dataclass

THREE_TO_ONE = math.log(3.0)


@dataclass(frozen=True)
class Odds:
    """The scale on which a game's values are read as chances; in the units of its evaluation, or of its points.

    A player wins three of four games from a value of `drawn + lead`, and half of them from `drawn`.
    `benchmarks/fit_odds.py` fits both to games that a search plays against itself.

    >>> import zermelo
    >>> odds = zermelo.Odds(lead=1.5)
    >>> odds.win(0.0), odds.win(1.5)
    (0.5, 0.75)
    """

    lead: float
    drawn: float = 0.0

    def win(self, value: float) -> float:
        """The chance to win of a player to whom the position is worth this."""
        return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, THREE_TO_ONE * (value - self.drawn) / self.lead))))
