"""Pubeval, Gerald Tesauro's public benchmark player: a position after a turn is a weighted sum of 122 inputs.

Five inputs for each point tell what is there, as the mover sees it: a blot of the other side, one checker, two or more,
three, more than three. The last two are the other side's checkers on the bar and the mover's that are off. There is one
set of weights for positions with contact and one for races. The weights are public but not part of this package: a file
gives them, contact first, 122 numbers each.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from zermelo.experts.backgammon.race import has_contact
from zermelo.game import ZermeloError, brief
from zermelo.games.backgammon.board import BAR, CHECKERS, OFF, POINTS
from zermelo.games.backgammon.turns import played
from zermelo.installed import np

INPUTS = 5 * POINTS + 2
COUNTS = 2 * CHECKERS + 1  # from -15, all of the other side's checkers on a point, to 15 of the mover's
ROWS = POINTS + 2  # of a table: the mover's off, each point, the other's on the bar
SIZE = ROWS * COUNTS


def read_weights(path: Path) -> Any:
    """[contact or race, input], from a file whose comments begin with #. Raises ZermeloError."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        numbers = [float(word) for line in lines if not line.startswith("#") for word in line.split()]
    except OSError as error:
        raise ZermeloError(f"pubeval: cannot read the weights in {path}: {error.strerror}") from None
    except ValueError as error:
        raise ZermeloError(f"pubeval: cannot read the weights in {path}: {brief(error)}") from None
    if not all(map(math.isfinite, numbers)):
        raise ZermeloError(f"pubeval: {path} has a weight that is infinite or no number")
    if len(numbers) != 2 * INPUTS:
        raise ZermeloError(
            f"pubeval: {path} has {len(numbers)} weights, not {INPUTS} for contact and {INPUTS} for races"
        )
    return np.array(numbers).reshape(2, INPUTS)


def tabulated(weights: Any) -> Any:
    """What each count on each point adds to the score, [contact or race, row, count + 15], flat."""
    table = np.zeros((2, ROWS, COUNTS))
    for kind in range(2):
        for point in range(1, POINTS + 1):
            blot, one, several, three, more = weights[kind, 5 * (POINTS - point) : 5 * (POINTS - point) + 5]
            table[kind, point, CHECKERS - 1] = blot
            table[kind, point, CHECKERS + 1] = one
            for count in range(2, CHECKERS + 1):
                spare = three if count == 3 else more * (count - 3) / 2 if count > 3 else 0.0
                table[kind, point, CHECKERS + count] = several + spare
        for count in range(CHECKERS + 1):
            table[kind, OFF, CHECKERS + count] = weights[kind, INPUTS - 1] * count / CHECKERS
            table[kind, BAR, CHECKERS + count] = weights[kind, INPUTS - 2] * count / 2
    return table.reshape(-1)


def score(mine, theirs, is_race, table):
    """Of a position after the mover's turn; mine: the mover's checkers. is_race: was it one before the turn?"""
    start = SIZE if is_race else 0
    start += CHECKERS
    total = table[start + int(mine & 15)] + table[start + BAR * COUNTS + int(theirs >> 4 * BAR & 15)]
    for point in range(1, POINTS + 1):
        here = int(mine >> 4 * point & 15) - int(theirs >> 4 * (BAR - point) & 15)
        total += table[start + point * COUNTS + here]
    return total


def best_turn(mine: Any, theirs: Any, dice: int, turns: list[int], table: Any) -> int:
    """The turn with the highest score, the first of several."""
    is_race = not has_contact(mine, theirs)

    def worth(turn: int) -> float:
        after, other = played(mine, theirs, dice, turn)
        return math.inf if after & CHECKERS == CHECKERS else score(after, other, is_race, table)

    return max(turns, key=worth)
