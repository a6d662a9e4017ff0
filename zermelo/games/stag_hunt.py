"""The stag hunt: together two hunters catch a stag, and each can have a hare alone."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._simultaneous import simultaneous


def stag_hunt(rounds: int = 1) -> Game:
    """Two hunters decide at the same time what to hunt.

    A stag needs both and is worth 4 to each, a hare 3; who hunts the stag alone gets nothing.

    rounds (1 to 5,000): played one after the other.
    """
    return simultaneous(
        ("stag", "hare"),
        [[(4.0, 4.0), (0.0, 3.0)], [(3.0, 0.0), (3.0, 3.0)]],
        rounds,
        label="Stag hunt",
        summary="hunt the stag together or a hare alone, without asking",
        points="",
    )
