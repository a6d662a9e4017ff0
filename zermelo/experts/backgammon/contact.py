"""Positions with contact, as digits that a fitted table weighs.

A position is three rows of digits: how many checkers each side has at each place, and signs that tell more than counts
do, such as how many rolls hit a blot. Each digit has five weights in the table, one for each question: does the side on
roll win? Is a win a gammon, a gammon a backgammon? Is a loss a gammon, a gammon a backgammon? The sum over all digits
is the logit of the chance.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any

from zermelo.bits import Wide, count, highest, lowest
from zermelo.experts.backgammon.hits import hits
from zermelo.experts.backgammon.outcomes import of_shares
from zermelo.games.backgammon.board import BAR, BAR_BITS, HOME, POINT_BITS, POINTS, bit, occupied, opened
from zermelo.installed import np

WEIGHTS = Path(__file__).parent / "weights" / "contact.txt"
PLACES = BAR + 1
SIGNS = 27
SLOTS = 2 * PLACES + SIGNS
LEVELS = 16  # of a digit
QUESTIONS = 5
PHASES = 4
NONE = Wide(0)
ALL_HOME = Wide(sum(1 << 4 * place for place in range(1, HOME + 1)))
FAR_HOME = Wide(sum(1 << 4 * place for place in range(POINTS - HOME + 1, POINTS + 1)))
SIX = Wide(sum(1 << 4 * place for place in range(6)))
FAR = 4 * (POINTS - HOME + 1)  # where the bits of the other's home board, and of the bar, begin

# The signs of one side, in the order of their digits
OF_SIDE = (
    "rolls that hit it",
    "what a hit costs it",
    "points made at home",
    "checkers against its home board",
    "places blocked before the last checker",
    "prime before the last checker",
    "checkers behind a long prime",
    "checkers back",
    "anchor",
    "blots at home",
    "blots elsewhere",
    "pips",
)


def phase_of(mine, theirs):
    """0 to 3: has either side a checker in the other's home board, or on the bar?"""
    return (1 if mine >> FAR else 0) | (2 if theirs >> FAR else 0)


def pips(side):
    """How far the checkers have to go in all."""
    total = 0
    for place in range(1, PLACES):
        total += place * int(side >> 4 * place & 15)
    return total


def signs_of_side(own, other):
    """The digits of one side, see OF_SIDE; other: the side that it plays against."""
    there, last = occupied(own), highest(other) >> 2
    closed = POINT_BITS & ~opened(own)  # as the other side numbers them
    made = there & (own >> 1 | own >> 2 | own >> 3)
    alone = there & POINT_BITS & ~made
    made_at_home = count(made & ALL_HOME)
    their_barred = int(other >> BAR_BITS)
    their_home = count(occupied(other) & (other >> 1 | other >> 2 | other >> 3) & ALL_HOME)
    hit = hits(other, own).rolls
    ahead = closed & (bit(last) - bit(0))
    blocked = count(ahead >> 4 * (last - 6) & SIX) if last > 6 else count(ahead)
    prime, run = 0, ahead
    while run:
        prime += 1
        run &= run >> 4
    behind = back = 0
    for place in range(POINTS - HOME + 1, PLACES):
        behind += int(other >> 4 * place & 15)
        back += int(own >> 4 * place & 15)
    anchors = made & FAR_HOME
    barred = 0
    if their_barred:
        barred = 1 + made_at_home if their_barred == 1 else 8 + made_at_home
    word = min(hit // 3, 12) | min(hit * (1 + their_home) * 15 // 252, 15) << 4
    word |= made_at_home << 8 | barred << 12 | blocked << 16 | min(prime, 7) << 20
    if prime >= 4 and behind:
        word |= min(behind, 5) * 3 + min(prime, 6) - 6 << 24
    word |= min(back, 15) << 28
    if anchors:
        word |= (lowest(anchors) >> 2) - (POINTS - HOME) << 32
    word |= min(count(alone & ALL_HOME), 7) << 36 | min(count(alone & ~ALL_HOME), 7) << 40
    return NONE | word | min(pips(own) // 12, 15) << 44


def signs(mine, theirs):
    """The digits of both sides, then those that compare them: a constant, and two scales of the lead in pips."""
    word = signs_of_side(mine, theirs) | signs_of_side(theirs, mine) << 48
    own, other = pips(mine), pips(theirs)
    lead = max(0, min(15, 8 + (other - own) // 8))
    share = max(0, min(15, 8 + (other - own) * 30 // (other + own + 1)))
    return word | (NONE | (1 | lead << 4 | share << 8)) << 96


def chance(logit):
    """The logistic function, with care for large numbers."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, logit))))


def sums(mine, theirs, table):
    """The five logits; table: [phase, slot, digit, question], flat."""
    base = phase_of(mine, theirs) * SLOTS
    win = gammon = backgammon = lost_gammon = lost_backgammon = 0.0
    for row in range(3):
        word = mine if row == 0 else theirs if row == 1 else signs(mine, theirs)
        while word:
            place = lowest(word) >> 2
            digit = int(word >> 4 * place & 15)
            word ^= (NONE | digit) << 4 * place
            start = ((base + row * PLACES + place) * LEVELS + digit) * QUESTIONS
            win += table[start]
            gammon += table[start + 1]
            backgammon += table[start + 2]
            lost_gammon += table[start + 3]
            lost_backgammon += table[start + 4]
    return win, gammon, backgammon, lost_gammon, lost_backgammon


def contact_outcomes(table):
    """outcomes(mine, theirs) of a position with contact; table: see `sums`."""

    def outcomes(mine, theirs):
        win, gammon, backgammon, lost_gammon, lost_backgammon = sums(mine, theirs, table)
        won, lost = chance(gammon), chance(lost_gammon)
        if theirs & 15:
            won = 0.0
        if mine & 15:
            lost = 0.0
        return of_shares(chance(win), won, chance(backgammon), lost, chance(lost_backgammon))

    return outcomes


def load_table() -> Any:
    """The table that comes with the program, flat."""
    return read_table(WEIGHTS.read_text(encoding="ascii"))


def read_table(text: str) -> Any:
    """The table from its text: lines of phase, slot, question, and the digits' weights from 1 on in thousandths.

    Digits above the last that is listed weigh as much as that one.
    """
    table = np.zeros((PHASES, SLOTS, LEVELS, QUESTIONS), np.float32)
    for line in text.splitlines():
        if line and not line.startswith("#"):
            phase, slot, question, *weights = map(int, line.split())
            table[phase, slot, 1 : len(weights) + 1, question] = weights
            table[phase, slot, len(weights) + 1 :, question] = weights[-1]
    return table.reshape(-1) / np.float32(1000)


def write_table(table: Any) -> str:
    """The text of a table, as `read_table` reads it."""
    lines = [
        "# Thousandths of a logit (see contact.py): phase, slot, question, then the weights of the digits from 1 on.",
        "# Fitted by benchmarks/fit_backgammon.py.",
    ]
    whole = np.rint(np.asarray(table, float).reshape(PHASES, SLOTS, LEVELS, QUESTIONS) * 1000).astype(int)
    for phase, slot, question in np.ndindex(PHASES, SLOTS, QUESTIONS):
        weights = whole[phase, slot, 1:, question].tolist()
        while len(weights) > 1 and weights[-1] == weights[-2]:
            weights.pop()
        if any(weights):
            lines.append(" ".join(map(str, (phase, slot, question, *weights))))
    return "\n".join(lines) + "\n"
