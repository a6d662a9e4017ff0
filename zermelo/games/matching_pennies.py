"""Matching pennies: each shows a side of a coin; the first player wins if they match, the second if they differ."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._simultaneous import simultaneous


def matching_pennies(rounds: int = 1) -> Game:
    """A round wins or loses 1. The only equilibrium is to show each side half of the time."""
    return simultaneous(
        ("heads", "tails"),
        [[(1.0, -1.0), (-1.0, 1.0)], [(-1.0, 1.0), (1.0, -1.0)]],
        rounds,
        summary="show a side of a coin: the first wants them to match",
        points=None if rounds == 1 else "rounds",
    )
