"""What a network sees of backgammon: Tesauro's inputs, and signs that tell what such counts hide.

For each side, the side that is about to roll first: per point, whether there is a checker, two, three, and half of what
there is beyond three; half of the checkers on the bar; the share of those that are off. (Tesauro's 198 inputs are these
and two for whose turn it is, which the order of the sides tells here.) Then come the signs of each side, see OF_SIDE,
which phase the game is in, and the lead in the race.

Positions without contact need no network: their chances are known from the bear-off databases and the race.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.bits import count, highest, lowest
from zermelo.compile.plain.scratch import scratch
from zermelo.compile.plain.shared import SharedTable
from zermelo.evaluate.learned.features import Features
from zermelo.evaluate.learned.perceptron import Shape, forward_for
from zermelo.experts.backgammon import bearoff
from zermelo.experts.backgammon.blockade import ESCAPES, STEPS, closed_by, packed, window
from zermelo.experts.backgammon.contact import phase_of
from zermelo.experts.backgammon.evaluator import CALLED, OutcomeOpinion, of_outcomes
from zermelo.experts.backgammon.hits import hits
from zermelo.experts.backgammon.outcomes import Outcomes
from zermelo.experts.backgammon.race import has_contact, race_outcomes
from zermelo.games.backgammon.board import BAR, BAR_BITS, CHECKERS, HOME, POINT_BITS, POINTS, occupied
from zermelo.games.backgammon.state import OPENING, OVER, on_roll

# One network serves every way to play: it is trained for money without the cube, and the cube and the score follow
# from its chances.
TRAINED_AS = {"length": 0, "cube": False, "jacoby": False, "crawford": True, "identifiers": "gnubg"}
PER_POINT = 4
OF_BOARD = PER_POINT * POINTS + 2  # of one side
TESAURO = 2 * OF_BOARD
FAR = POINTS - HOME  # the last point before the other's home board
AT_HOME = (1 << HOME) - 1  # of packed points

# The signs of a side, about 0 to 1
OF_SIDE = (
    "escapes of its last checker",
    "steps of its last checker",
    "steps of all its checkers",
    "escapes of a checker that it has hit",
    "escapes of the checker that it holds best",
    "rolls that hit it",
    "rolls that reach two of its blots",
    "what a hit costs it in pips",
    "points made at home",
    "rolls that do not enter against it",
    "prime",
    "checkers behind a long prime",
    "checkers back",
    "anchors",
    "foremost anchor",
    "blots at home",
    "blots elsewhere",
    "pips",
    "pips to come home",
    "pips to play on the way",
    "pips to pass the other side",
)
SIGNS = len(OF_SIDE)
PHASES = TESAURO + 2 * SIGNS
COUNT = PHASES + 5


class Way(NamedTuple):
    """What lies before a side's checkers."""

    total: int  # pips to bear off all
    home: int  # pips until all are at home
    outside: int  # those of the checkers that are neither at home nor in the other's home board
    passing: int  # pips until all have passed the other side
    steps: float  # pips that those not yet at home get on with a roll, each alone


def way_of(own, other, closed):
    """The way of a side; closed: what the other side has made, see `closed_by`."""
    total = home = outside = passing = 0
    steps = 0.0
    past = BAR - (highest(other) >> 2)  # a checker here or before it has passed the other side
    for place in range(1, BAR + 1):
        here = int(own >> 4 * place & 15)
        if here:
            total += here * place
            passing += here * max(0, place - past)
            if place > HOME:
                home += here * (place - HOME)
                steps += here * STEPS[window(closed, place)]
                if place <= FAR:
                    outside += here * (place - HOME)
    return Way(total, home, outside, passing, steps)


def longest_run(points):
    """How many points in a row there are at most, of packed ones."""
    length, run = 0, points
    while run:
        length += 1
        run &= run >> 1
    return length


def checkers_back(side):
    """Those in the other's home board and on the bar."""
    total = 0
    for place in range(FAR + 1, BAR + 1):
        total += int(side >> 4 * place & 15)
    return total


def write_checkers(side, buffer, start):
    """One side's checkers, as Tesauro has them."""
    for point in range(1, POINTS + 1):
        here = int(side >> 4 * point & 15)
        at = start + PER_POINT * (point - 1)
        buffer[at] = 1.0 if here >= 1 else 0.0
        buffer[at + 1] = 1.0 if here >= 2 else 0.0
        buffer[at + 2] = 1.0 if here >= 3 else 0.0
        buffer[at + 3] = (here - 3) / 2 if here > 3 else 0.0
    buffer[start + PER_POINT * POINTS] = int(side >> 4 * BAR & 15) / 2
    buffer[start + PER_POINT * POINTS + 1] = int(side & 15) / CHECKERS


def write_signs(own, other, closed, closing, buffer, start):
    """One side's signs, see OF_SIDE; closed, closing: what the other side and this one have made, see `closed_by`.

    Returns its pips.
    """
    there = occupied(own) & POINT_BITS
    made = there & (own >> 1 | own >> 2 | own >> 3)
    points, alone = packed(made), packed(there & ~made)
    anchors, at_home = points >> FAR, count(points & AT_HOME)
    last, their_last = window(closed, highest(own) >> 2), highest(other) >> 2
    held, most = 0.0, 1.0  # how a checker of the other side escapes, from its bar and before
    for place in range(FAR - 3, BAR + 1):
        escapes = ESCAPES[window(closing, place)]
        if place > FAR:
            held += escapes
        most = min(most, escapes)
    prime = longest_run(closing & (1 << their_last - 1) - 1) if their_last else 0
    behind = checkers_back(other) if prime > 3 else 0
    hit, way = hits(other, own), way_of(own, other, closed)
    buffer[start] = ESCAPES[last]
    buffer[start + 1] = STEPS[last] / 8
    buffer[start + 2] = way.steps / 80
    buffer[start + 3] = held / 7
    buffer[start + 4] = most
    buffer[start + 5] = hit.rolls / 36
    buffer[start + 6] = hit.twice / 36
    buffer[start + 7] = hit.loss / 432
    buffer[start + 8] = at_home / 6
    buffer[start + 9] = at_home / 6 * (at_home / 6) if other >> BAR_BITS else 0.0
    buffer[start + 10] = prime / 6
    buffer[start + 11] = behind * (min(prime, 6) - 3) / 9
    buffer[start + 12] = checkers_back(own) / 4
    buffer[start + 13] = count(anchors) / 2
    buffer[start + 14] = 1.0 - lowest(anchors) / 6 if anchors else 0.0
    buffer[start + 15] = count(alone & AT_HOME) / 3
    buffer[start + 16] = count(alone >> HOME) / 4
    buffer[start + 17] = way.total / 167
    buffer[start + 18] = way.home / 100
    buffer[start + 19] = way.outside / 50
    buffer[start + 20] = way.passing / 100
    return way.total


def write_position(mine, theirs, buffer):
    """As the side sees them that rolls next, whose checkers come first."""
    closing, closed = closed_by(mine), closed_by(theirs)
    write_checkers(mine, buffer, 0)
    write_checkers(theirs, buffer, OF_BOARD)
    own = write_signs(mine, theirs, closed, closing, buffer, TESAURO)
    other = write_signs(theirs, mine, closing, closed, buffer, TESAURO + SIGNS)
    phase = phase_of(mine, theirs)
    for place in range(4):
        buffer[PHASES + place] = 1.0 if place == phase else 0.0
    buffer[PHASES + 4] = (other - own) / 100
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
