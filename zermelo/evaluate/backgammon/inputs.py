"""What a network sees of backgammon: Tesauro's inputs, and the signs of contact.py.

For each side, the side that is about to roll first: per point, whether there is a checker, two, three, and half of what
there is beyond three; half of the checkers on the bar; the share of those that are off. (Tesauro's 198 inputs are these
and two for whose turn it is, which the order of the sides tells here.) The signs tell what such counts hide: the rolls
that hit, primes, the lead in the race.

Positions without contact need no network: their chances are known from the bear-off databases and the race.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.scratch import scratch
from zermelo.compile.shared import SharedTable
from zermelo.evaluate.backgammon import bearoff
from zermelo.evaluate.backgammon.contact import OF_SIDE, pips, signs_of_side
from zermelo.evaluate.backgammon.evaluator import CALLED, OutcomeOpinion, of_outcomes, on_roll
from zermelo.evaluate.backgammon.outcomes import Outcomes
from zermelo.evaluate.backgammon.race import has_contact, race_outcomes
from zermelo.evaluate.learned.features import Features
from zermelo.evaluate.learned.perceptron import Shape, forward_for
from zermelo.games.backgammon.board import BAR, CHECKERS, POINTS
from zermelo.games.backgammon.state import OPENING, OVER

# One network serves every way to play: it is trained for money without the cube, and the cube and the score follow
# from its chances.
TRAINED_AS = {"length": 0, "cube": False, "jacoby": False, "crawford": True, "identifiers": "gnubg"}
PER_POINT = 4
OF_BOARD = PER_POINT * POINTS + 2  # of one side
SIGNS = len(OF_SIDE)
TESAURO = 2 * OF_BOARD
COUNT = TESAURO + 2 * SIGNS + 1
LARGEST = 15.0  # of a sign, which is a digit of four bits


def write_side(side, buffer, start):
    """One side's checkers."""
    for point in range(1, POINTS + 1):
        here = int(side >> 4 * point & 15)
        at = start + PER_POINT * (point - 1)
        buffer[at] = 1.0 if here >= 1 else 0.0
        buffer[at + 1] = 1.0 if here >= 2 else 0.0
        buffer[at + 2] = 1.0 if here >= 3 else 0.0
        buffer[at + 3] = (here - 3) / 2 if here > 3 else 0.0
    buffer[start + PER_POINT * POINTS] = int(side >> 4 * BAR & 15) / 2
    buffer[start + PER_POINT * POINTS + 1] = int(side & 15) / CHECKERS


def write_signs(own, other, buffer, start):
    """The digits of `contact.signs_of_side`."""
    word = signs_of_side(own, other)
    for place in range(SIGNS):
        buffer[start + place] = int(word >> 4 * place & 15) / LARGEST


def write_position(mine, theirs, buffer):
    """As the side sees them that rolls next, whose checkers come first."""
    write_side(mine, buffer, 0)
    write_side(theirs, buffer, OF_BOARD)
    write_signs(mine, theirs, buffer, TESAURO)
    write_signs(theirs, mine, buffer, TESAURO + SIGNS)
    buffer[TESAURO + 2 * SIGNS] = (pips(theirs) - pips(mine)) / 100
    return COUNT


def write_inputs(state, buffer):
    """The same of a state."""
    mine, theirs, _ = on_roll(state)
    return write_position(mine, theirs, buffer)


def roller_of(state):
    """The side that rolls next."""
    return on_roll(state)[2]


def inputs(length: int, cube: bool, jacoby: bool, crawford: bool, identifiers: str) -> Features:
    """The features of any position, whatever it is played for."""
    in_race = race_outcomes(bearoff.one_sided(), bearoff.two_sided())

    def settled(state, chances):
        if state.stage == OVER:
            points = abs(state.first - state.second)
            for place in range(6):
                chances[place] = 0.0
            chances[points - 1 if state.first > state.second else points + 2] = 1.0
            return True
        mine, theirs, roller = on_roll(state)
        if state.stage == OPENING or has_contact(mine, theirs):
            return False
        found = in_race(mine, theirs)
        swap = 3 if roller == 1 else 0
        chances[swap] = found.win
        chances[1 + swap] = found.win_gammon
        chances[2 + swap] = found.win_backgammon
        chances[3 - swap] = found.loss
        chances[4 - swap] = found.loss_gammon
        chances[5 - swap] = found.loss_backgammon
        return True

    return Features(
        write_inputs,
        roller_of,
        tuple(name for name, _ in CALLED.values()),
        tuple(worth for _, worth in CALLED.values()),
        settled,
    )


def network_outcomes(shape: Shape, weights: SharedTable) -> Callable[[Any, Any], Outcomes]:
    """outcomes(mine, theirs) by a network where there is contact, and by the race where there is none."""
    in_race = race_outcomes(bearoff.one_sided(), bearoff.two_sided())
    forward, hidden = forward_for(shape), shape.hidden

    def in_contact(mine, theirs):
        seen, inner, chances = scratch(COUNT), scratch(hidden), scratch(6)
        write_position(mine, theirs, seen)
        forward(seen, weights, inner, chances)
        one = 1.0  # compiled, a product with it has double precision, as the numbers of the race have
        win, gammon, backgammon = float(one * chances[0]), float(one * chances[1]), float(one * chances[2])
        loss, lost_gammon, lost_backgammon = float(one * chances[3]), float(one * chances[4]), float(one * chances[5])
        if theirs & 15:  # with a checker off, the other side cannot lose a gammon
            win, gammon, backgammon = win + gammon + backgammon, 0.0, 0.0
        if mine & 15:
            loss, lost_gammon, lost_backgammon = loss + lost_gammon + lost_backgammon, 0.0, 0.0
        return Outcomes(win, gammon, backgammon, loss, lost_gammon, lost_backgammon)

    def outcomes(mine, theirs):
        return in_contact(mine, theirs) if has_contact(mine, theirs) else in_race(mine, theirs)

    return outcomes


def judge(
    shape: Shape, weights: SharedTable, length: int, cube: bool, jacoby: bool, crawford: bool, identifiers: str
) -> OutcomeOpinion:
    """The evaluation by a network that was learned, with the cube and the score by its chances."""
    return of_outcomes(network_outcomes(shape, weights), length, cube, jacoby, crawford)
