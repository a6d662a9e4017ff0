"""Races: the sides have passed each other, and only rolls count.

How many rolls a side needs is known exactly when all its checkers are at home (bearoff.py) and estimated by a small
network before (rolls.py). Who needs fewer is then a matter of two nearly normal numbers. The same goes for gammons
(rolls until the first checker is off) and backgammons (rolls until the last checker has left the other's home board),
whose rolls linear features estimate.
"""

from __future__ import annotations

from math import erf, sqrt

from zermelo.bits import highest
from zermelo.experts.backgammon import bearoff
from zermelo.experts.backgammon.outcomes import of_shares
from zermelo.experts.backgammon.rolls import Rolls, estimated, read_weights
from zermelo.games.backgammon.board import HOME, POINTS
from zermelo.installed import np

FAR_HOME = POINTS - HOME + 1  # where the other's home board begins
LEAST_VARIANCE = 0.04  # of a number of rolls that is all but certain
SIZE = bearoff.positions(bearoff.FEW)

FIRST, SECOND = read_weights()
# A constant, of each pip to go, of each checker that has to go; and the variance: a constant, of each pip. Fitted to
# bear-ins from where random games had passed.
FIRST_OFF = np.array([0.898, 0.120, 0.146, 0.014, 0.0385])  # rolls until all are home and one is off
LEFT = np.array([0.52, 0.15, 0.23, 0.10, 0.05])  # rolls until none is in the other's home board; set by hand
FIRST_FROM_HOME = 1.1  # rolls to bear off the first checker of fifteen at home; set by hand


def has_contact(mine, theirs):
    """Can a checker still be hit or blocked?"""
    return highest(mine) + highest(theirs) >= 4 * (POINTS + 2)


def chance_of_fewer(one, other, ahead):
    """The chance that the first number of rolls is below the second plus `ahead`, a half up or down."""
    spread = sqrt(2.0 * max(one.variance + other.variance, LEAST_VARIANCE))
    return 0.5 + 0.5 * erf((other.mean - one.mean + ahead) / spread)


def rolls_needed(side, table):
    """To bear off all checkers; table: the one-sided database."""
    if bearoff.is_home(side):
        number = bearoff.rank(side)
        return Rolls(bearoff.mean_rolls(table, number), bearoff.variance_of_rolls(table, number))
    return estimated(side, FIRST, SECOND)


def rolls_beyond(side, place, weights):
    """Until all checkers have passed this place, as the linear weights say."""
    pips = checkers = 0
    for there in range(place + 1, POINTS + 2):
        here = int(side >> 4 * there & 15)
        pips += here * (there - place)
        checkers += here
    if not checkers:
        return Rolls(0.0, 0.0)
    mean = weights[0] + weights[1] * pips + weights[2] * checkers
    return Rolls(mean, weights[3] + weights[4] * pips)


def rolls_to_first_off(side):
    """Until one checker is off."""
    if side & 15:
        return Rolls(0.0, 0.0)
    if bearoff.is_home(side):
        return Rolls(FIRST_FROM_HOME, 0.1)
    return rolls_beyond(side, HOME, FIRST_OFF)


def chance_in_time(winner, late, lead, table):
    """The chance that a side bears off all before the other has done what takes it so many rolls (`late`).

    lead: 1 if the winner rolls first, else 0.
    """
    if not bearoff.is_home(winner):
        return chance_of_fewer(rolls_needed(winner, table), late, lead - 0.5)
    row, spread = bearoff.rank(winner) * bearoff.ROLLS, sqrt(2.0 * max(late.variance, LEAST_VARIANCE))
    chance = 0.0
    for rolls in range(1, bearoff.SQUARE):
        made = rolls - lead  # by the other
        in_time = 1.0 if made == 0 else 0.5 + 0.5 * erf((late.mean - made - 0.5) / spread)
        chance += table[row + rolls] * in_time
    return chance


def race_outcomes(table, small):
    """outcomes(mine, theirs) of a race; table, small: the one-sided and the two-sided database."""

    def outcomes(mine, theirs):
        if bearoff.is_home(mine) and bearoff.is_home(theirs) and bearoff.are_few(mine) and bearoff.are_few(theirs):
            win = small[(bearoff.rank(mine) * SIZE + bearoff.rank(theirs)) * bearoff.COLUMNS + bearoff.CUBELESS]
            return of_shares(win, 0.0, 0.0, 0.0, 0.0)
        if bearoff.is_home(mine) and bearoff.is_home(theirs):
            win = bearoff.chance_to_finish_first(table, bearoff.rank(mine), bearoff.rank(theirs))
        else:
            win = chance_of_fewer(rolls_needed(mine, table), rolls_needed(theirs, table), 0.5)
        win = min(1.0, max(0.0, win))
        gammon = backgammon = lost_gammon = lost_backgammon = 0.0
        if win > 0.0 and not theirs & 15:
            won = min(win, chance_in_time(mine, rolls_to_first_off(theirs), 1, table))
            gammon = won / win
            if theirs >> 4 * FAR_HOME and won > 0.0:
                backgammon = min(won, chance_in_time(mine, rolls_beyond(theirs, FAR_HOME - 1, LEFT), 1, table)) / won
        if win < 1.0 and not mine & 15:
            lost = min(1.0 - win, chance_in_time(theirs, rolls_to_first_off(mine), 0, table))
            lost_gammon = lost / (1.0 - win)
            if mine >> 4 * FAR_HOME and lost > 0.0:
                left = rolls_beyond(mine, FAR_HOME - 1, LEFT)
                lost_backgammon = min(lost, chance_in_time(theirs, left, 0, table)) / lost
        return of_shares(win, gammon, backgammon, lost_gammon, lost_backgammon)

    return outcomes
