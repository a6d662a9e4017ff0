"""What the doubling cube is worth, by Janowski's formula.

A game is valued twice from the chances of its outcomes: with a dead cube, which nobody turns any more, and with a live
one, where every double is made at the very point at which the other is indifferent between take and drop. What it is
really worth lies between, at EFFICIENCY of the way. The live value is a broken line over the chance to win: from a lost
game over the point where the other side cashes, over the point where this side cashes, to a won game.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.experts.backgammon.outcomes import exchanged, winning

EFFICIENCY = 0.68
OWN, CENTRE, OTHER = 1, 0, -1  # who may double: the side on roll, anyone, the other side


class Doubling(NamedTuple):
    """What a position is worth to the side on roll, in points or as 2p - 1 of the match."""

    hold: float  # without doubling now
    take: float  # if it doubles and the other takes
    drop: float  # if it doubles and the other drops


def best_of(d):
    """What a position is worth to a side that may double first."""
    return max(d.hold, min(d.take, d.drop))


def on_line(p, low, low_worth, high, high_worth, lost, won):
    """The value at p of the broken line over (0, lost), (low, low_worth), (high, high_worth) and (1, won)."""
    if p <= low and low > 0.0:
        return lost + (low_worth - lost) * p / low
    if p >= high and high < 1.0:
        return high_worth + (won - high_worth) * (p - high) / (1.0 - high)
    if high <= low:
        return low_worth
    return low_worth + (high_worth - low_worth) * (p - low) / (high - low)


def money_value(p, won, lost, access, efficiency):
    """In units of the cube. p: the chance to win; won, lost: what a win and a loss bring on average, above 0."""
    dead = p * (won + lost) - lost
    cash = (lost + 1.0) / (won + lost + 0.5)
    take = (lost - 0.5) / (won + lost + 0.5)
    high, high_worth = (1.0, won) if access == OTHER else (cash, 1.0)
    low, low_worth = (0.0, -lost) if access == OWN else (take, -1.0)
    live = on_line(p, low, low_worth, high, high_worth, -lost, won)
    return (1.0 - efficiency) * dead + efficiency * live


def money_doubling(o, access, jacoby, efficiency):
    """For money, in units of the cube; o: Outcomes. jacoby: gammons do not count while the cube is in the middle."""
    p = winning(o)
    won = 1.0 + (o.win_gammon + 2.0 * o.win_backgammon) / max(p, 1e-9)
    lost = 1.0 + (o.loss_gammon + 2.0 * o.loss_backgammon) / max(1.0 - p, 1e-9)
    if jacoby and access == CENTRE:
        hold = money_value(p, 1.0, 1.0, access, efficiency)
    else:
        hold = money_value(p, won, lost, access, efficiency)
    return Doubling(hold, 2.0 * money_value(p, won, lost, OTHER, efficiency), 1.0)


def match_doubling(chance):
    """doubling(o, cube, access, away, other, is_after, efficiency) in a match.

    chance, is_after: see match_equity.match_chance. away, other: the points that the side on roll and the other need.
    """

    def after_win(o, cube, away, other, is_after):
        """The chance to win the match after a win of this game, over the ways to win it."""
        total = o.win + o.win_gammon + o.win_backgammon
        if total < 1e-9:
            return chance(away - cube, other, is_after)
        worth = o.win * chance(away - cube, other, is_after)
        worth += o.win_gammon * chance(away - 2 * cube, other, is_after)
        return (worth + o.win_backgammon * chance(away - 3 * cube, other, is_after)) / total

    def after_loss(o, cube, away, other, is_after):
        total = o.loss + o.loss_gammon + o.loss_backgammon
        if total < 1e-9:
            return chance(away, other - cube, is_after)
        worth = o.loss * chance(away, other - cube, is_after)
        worth += o.loss_gammon * chance(away, other - 2 * cube, is_after)
        return (worth + o.loss_backgammon * chance(away, other - 3 * cube, is_after)) / total

    def where(low, high, worth):
        """Where a line from `low` at 0 to `high` at 1 reaches a worth, within 0 to 1."""
        return 1.0 if high <= low else max(0.0, min(1.0, (worth - low) / (high - low)))

    def cash_point(o, cube, away, other, is_after, efficiency):
        """The chance to win from which the other side drops a double of this cube; 1: never."""
        dropped = chance(away - cube, other, is_after)
        won = after_win(o, 2 * cube, away, other, is_after)
        lost = after_loss(o, 2 * cube, away, other, is_after)
        dead = where(lost, won, dropped)
        if other <= 2 * cube:  # the other side wins the match with this cube: it never doubles again
            return dead
        again = chance(away, other - 2 * cube, is_after)  # if this side drops the double that comes back
        low = where(
            after_loss(o, 4 * cube, away, other, is_after), after_win(o, 4 * cube, away, other, is_after), again
        )
        live = low + (1.0 - low) * where(again, won, dropped)
        return (1.0 - efficiency) * dead + efficiency * live

    def held(o, cube, access, away, other, is_after, efficiency):
        """The chance to win the match if nobody doubles now."""
        p = winning(o)
        won = after_win(o, cube, away, other, is_after)
        lost = after_loss(o, cube, away, other, is_after)
        dead = p * won + (1.0 - p) * lost
        high, high_worth, low, low_worth = 1.0, won, 0.0, lost
        if access != OTHER and away > cube:  # to double is of no use to a side that wins the match anyway
            high = cash_point(o, cube, away, other, is_after, efficiency)
            high_worth = chance(away - cube, other, is_after) if high < 1.0 else won
        if access != OWN and other > cube:
            low = 1.0 - cash_point(exchanged(o), cube, other, away, is_after, efficiency)
            low_worth = chance(away, other - cube, is_after) if low > 0.0 else lost
        live = on_line(p, low, low_worth, high, high_worth, lost, won)
        return (1.0 - efficiency) * dead + efficiency * live

    def doubling(o, cube, access, away, other, is_after, efficiency):
        hold = held(o, cube, access, away, other, is_after, efficiency)
        take = held(o, 2 * cube, OTHER, away, other, is_after, efficiency)
        return Doubling(2.0 * hold - 1.0, 2.0 * take - 1.0, 2.0 * chance(away - cube, other, is_after) - 1.0)

    return doubling
