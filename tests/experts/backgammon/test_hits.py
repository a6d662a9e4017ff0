"""Hits, against the turns of the game itself."""

import random
from typing import Any

import numpy as np
import pytest

from zermelo.experts.backgammon.hits import Hits, hits
from zermelo.games.backgammon.board import BAR, CHECKERS, START, counts_of, side_of
from zermelo.games.backgammon.turns import MOST_TURNS, fill_turns, played


def random_sides(draw: random.Random) -> tuple[Any, Any]:
    """A position, most often with blots, sometimes with checkers on the bar."""
    mine, theirs = [0] * (BAR + 1), [0] * (BAR + 1)
    for _ in range(CHECKERS):
        mine[draw.choice([place for place in range(1, BAR) if place % 3 or draw.random() < 0.3])] += 1
    open_to_them = [place for place in range(1, BAR) if not mine[BAR - place]]
    for _ in range(CHECKERS):
        theirs[draw.choice(open_to_them)] += 1
    if draw.random() < 0.2:
        mine[next(place for place in range(BAR - 1, 0, -1) if mine[place])] -= 1
        mine[BAR] += 1
    return side_of(mine), side_of(theirs)


def by_turns(mine: Any, theirs: Any, dice: int) -> tuple[int, int]:
    """The most pips that a roll makes the other side lose, by all turns; and how many blots they can hit in all."""
    buffer, before, hit = np.zeros(MOST_TURNS, np.int64), counts_of(theirs), set()
    for turn in buffer[: fill_turns(mine, theirs, dice, buffer)]:
        after = counts_of(played(mine, theirs, dice, int(turn))[1])
        hit |= {place for place in range(1, BAR) if before[place] == 1 and after[place] == 0}
    return max((BAR - place for place in hit), default=0), len(hit)


def expected(mine: Any, theirs: Any) -> Hits:
    rolls = twice = loss = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = 1 if high == low else 2
            most, blots = by_turns(mine, theirs, 10 * high + low)
            rolls += weight * (most > 0)
            twice += weight * (blots > 1)
            loss += weight * most
    return Hits(rolls, twice, loss)


def test_nothing_is_hit_at_the_start():
    assert hits(START, START) == Hits(0, 0, 0)


def test_a_blot_seven_pips_away():
    mine, theirs = side_of([13, *[0] * 12, 2, *[0] * 12]), side_of([14, *[0] * 18, 1, *[0] * 6])
    assert hits(mine, theirs) == Hits(6, 0, 6 * 6)


@pytest.mark.parametrize("seed", range(2))
def test_as_the_turns_say(seed):
    draw = random.Random(seed)
    for _ in range(8):
        mine, theirs = random_sides(draw)
        if not counts_of(mine)[BAR]:
            assert hits(mine, theirs) == expected(mine, theirs)
