"""Chicken: two cars drive at each other. Who dares alone gets the most; if both dare, they crash."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._simultaneous import simultaneous


def chicken(rounds: int = 1) -> Game:
    """Two players decide at the same time to dare or to chicken out.

    They get 6 each if nobody dares, 7 for who dares alone and 2 for the other, 0 if both dare. The best correlated
    equilibrium is worth 10½ in all, more than any equilibrium.

    rounds (1 to 5,000): played one after the other.
    """
    return simultaneous(
        ("dare", "chicken"),
        [[(0.0, 0.0), (7.0, 2.0)], [(2.0, 7.0), (6.0, 6.0)]],
        rounds,
        label="Chicken",
        summary="dare or give way, without seeing what the other does",
        points="",
    )
