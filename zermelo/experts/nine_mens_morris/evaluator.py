"""Nine Men's Morris: men, room to move, lines that lack one man, and mills."""

from __future__ import annotations

from zermelo.bits import count
from zermelo.evaluate.linear import Feature, Linear
from zermelo.evaluate.tactics import Tactics
from zermelo.games.nine_mens_morris import BOARD, NOTHING, completing, in_mills, near

MAN, ROOM, THREAT, MILL = 1.0, 0.06, 0.25, 0.06


def evaluator(men: int, flying: bool) -> Linear:
    """In men."""

    def difference(player, white, black):
        return float(white - black if player == 0 else black - white)

    def ahead(state, player):
        return difference(player, count(state.white) + state.white_hand, count(state.black) + state.black_hand)

    def room(state, player):
        """Empty points beside the men."""
        empty = BOARD & ~(state.white | state.black)
        return difference(player, count(near(state.white) & empty), count(near(state.black) & empty))

    def threats(state, player):
        empty = BOARD & ~(state.white | state.black)
        return difference(player, count(completing(state.white) & empty), count(completing(state.black) & empty))

    def mills(state, player):
        return difference(player, count(in_mills(state.white)), count(in_mills(state.black)))

    def rank(state, action):
        """A mill is noisy."""
        return 0 if action >> 10 == NOTHING else 1

    return Linear(
        (
            Feature("men", MAN, ahead),
            Feature("room to move", ROOM, room),
            Feature("lines that lack a man", THREAT, threats),
            Feature("men in mills", MILL, mills),
        ),
        win=30.0,
        units="men",
        unit=1.5,
        tactics=Tactics(rank=rank),
    )
