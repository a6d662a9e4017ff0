"""Rock, paper, scissors: rock breaks scissors, scissors cut paper, paper wraps rock."""

from __future__ import annotations

from zermelo.game import Game
from zermelo.games._simultaneous import simultaneous


def rock_paper_scissors(rounds: int = 1) -> Game:
    """Both show rock, paper or scissors at the same time.

    Rock beats scissors, scissors beat paper, and paper beats rock. A round wins or loses 1, or nothing if both choose
    the same.

    rounds (1 to 5,000): played one after the other.
    """
    win, draw, loss = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)
    return simultaneous(
        ("rock", "paper", "scissors"),
        [[draw, loss, win], [win, draw, loss], [loss, win, draw]],
        rounds,
        label="Rock, paper, scissors",
        summary="rock, paper or scissors, at the same time",
        points=None if rounds == 1 else "rounds",
    )
