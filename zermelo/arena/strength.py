"""Playing weaker than one can, as people do: by seeing less, and by not always choosing the best of what one sees."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

WEAKEST, STRONGEST = 800, 2400  # Elo
MATE = 30.0  # pawns: what a mate is worth where moves are weighed against each other


@dataclass(frozen=True)
class Strength:
    """How far someone sees, and how far from the best move they may stray."""

    nodes: int
    candidates: int  # moves that are thought about in earnest
    temperature: float  # pawns: a move that is worse by so much is chosen 1/e times as often as the best

    def choose(self, values: Sequence[float], noise: random.Random) -> int:
        """The index of the move to play, given the candidates' values in pawns (a mate is ±MATE or beyond).

        The worse a move, the rarer it is; a mate that was seen is never missed.
        """
        best = max(values)
        if best >= MATE:
            return values.index(best)
        weights = [math.exp((value - best) / self.temperature) for value in values]
        return noise.choices(range(len(values)), weights)[0]


def strength(elo: int) -> Strength:
    """The strength of a player of that rating; more of it sees more and strays less."""
    share = (min(max(elo, WEAKEST), STRONGEST) - WEAKEST) / (STRONGEST - WEAKEST)
    return Strength(
        nodes=round(400 * 250**share),
        candidates=round(8 - 4 * share),
        temperature=0.85 * (1 - share) + 0.01,
    )
