"""How a game of backgammon can end, as six chances, and what they are worth.

An opinion of backgammon is a function outcomes(mine, theirs) -> Outcomes; `evaluator.of_outcomes` makes an evaluator of
any such function, so that another one, such as a learned network, can take the place of ours.
"""

from __future__ import annotations

from typing import NamedTuple


class Outcomes(NamedTuple):
    """The chances of the six ways a game can end, to the side that is about to roll; they add up to 1."""

    win: float  # a single game
    win_gammon: float
    win_backgammon: float
    loss: float
    loss_gammon: float
    loss_backgammon: float


def exchanged(o):
    """The same chances to the other side."""
    return Outcomes(o.loss, o.loss_gammon, o.loss_backgammon, o.win, o.win_gammon, o.win_backgammon)


def winning(o):
    """The chance to win in any way."""
    return o.win + o.win_gammon + o.win_backgammon


def equity(o):
    """What a game for money without the cube is worth, in points."""
    won = o.win + 2.0 * o.win_gammon + 3.0 * o.win_backgammon
    return won - o.loss - 2.0 * o.loss_gammon - 3.0 * o.loss_backgammon


def of_shares(win, gammon, backgammon, lost_gammon, lost_backgammon):
    """Outcomes from the chance to win, the share of gammons in wins and of backgammons in those, and so for losses."""
    loss = 1.0 - win
    gammons, lost_gammons = win * gammon, loss * lost_gammon
    return Outcomes(
        win - gammons,
        gammons * (1.0 - backgammon),
        gammons * backgammon,
        loss - lost_gammons,
        lost_gammons * (1.0 - lost_backgammon),
        lost_gammons * lost_backgammon,
    )
