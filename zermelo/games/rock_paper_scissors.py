"""Rock, paper, scissors: rock breaks scissors, scissors cut paper, paper wraps rock."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._simultaneous import simultaneous


def rock_paper_scissors(rounds: int = 1) -> Game:
    """A round wins or loses 1, or nothing if both choose the same."""
    win, draw, loss = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)
    return simultaneous(
        ("rock", "paper", "scissors"),
        [[draw, loss, win], [win, draw, loss], [loss, win, draw]],
        rounds,
        summary="rock, paper or scissors, at the same time",
        points=None if rounds == 1 else "rounds",
    )
