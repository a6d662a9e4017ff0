"""Matching pennies: each shows a side of a coin; the first player wins if they match, the second if they differ."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._simultaneous import simultaneous


def matching_pennies(rounds: int = 1) -> Game:
    """Both show a side of a coin at the same time.

    The first player wins the round if they match, the second if they do not. The only equilibrium is to show each side
    half of the time.

    rounds (1 to 5,000): played one after the other, a point each.
    """
    return simultaneous(
        ("heads", "tails"),
        [[(1.0, -1.0), (-1.0, 1.0)], [(-1.0, 1.0), (1.0, -1.0)]],
        rounds,
        label="Matching pennies",
        summary="show a side of a coin: the first wants them to match",
        points=None if rounds == 1 else "rounds",
    )
