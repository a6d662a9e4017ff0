"""Advice on Breakthrough for Monte Carlo search: win where you can, stop a pawn that is about to win, lose none."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.bits import count
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.guide import Guide
from zermelo.games._words import NONE, ONE, word_of
from zermelo.games.breakthrough import steps
from zermelo.installed import np

TAKE = 0.6  # share of the playout moves that take where something can be taken
WINS, SAVES, TAKES, FREE, LOSES = (1.0, 100.0), (0.9, 30.0), (0.65, 8.0), (0.8, 12.0), (0.25, 10.0)  # mean, visits
STEP = 0.03  # that a row further on is worth
USUAL = 4.0  # visits of a move that nothing is known of


def guide(rows: int = 8, columns: int = 8, ranks: int = 2) -> Guide:
    """The advice for breakthrough(rows, columns, ranks)."""
    cells = rows * columns
    _, ahead, drawn = steps(rows, columns)
    last = (word_of(range(cells - columns, cells)), word_of(range(columns)))  # row of each player
    second = (word_of(range(columns, 2 * columns)), word_of(range(cells - 2 * columns, cells - columns)))

    def sides(state):
        return (state.white, state.black) if state.player == 0 else (state.black, state.white)

    def playout(state, fraction):
        player = state.player
        mine, theirs = sides(state)
        left, straight, right = ahead(mine, player)
        straight &= ~(mine | theirs)
        left, right = left & ~mine, right & ~mine
        goal = last[player]
        if (left | straight | right) & goal != NONE:
            return drawn(left & goal, straight & goal, right & goal, player, fraction)
        danger = theirs & second[player]
        if (left | right) & danger != NONE:
            return drawn(left & danger, NONE, right & danger, player, fraction)
        if (left | right) & theirs != NONE:
            if fraction < TAKE:
                return drawn(left & theirs, NONE, right & theirs, player, fraction / TAKE)
            fraction = (fraction - TAKE) / (1.0 - TAKE)
        return drawn(left, straight, right, player, fraction)

    def prior(state, action):
        player = state.player
        mine, theirs = sides(state)
        start, end = ONE << np.uint64(action & 63), ONE << np.uint64(action >> 6)
        if end & last[player] != NONE:
            return WINS
        if end & theirs & second[player] != NONE:
            return SAVES
        rest, others = mine ^ start, theirs & ~end
        left, _, right = ahead(rest, player)
        guards = count(left & end) + count(right & end)
        left, _, right = ahead(others, 1 - player)
        attackers = count(left & end) + count(right & end)
        if end & theirs != NONE:
            return FREE if attackers == 0 else TAKES
        if attackers > guards:
            return LOSES
        gone = (action >> 6) // columns
        return 0.5 + STEP * (gone - 2 if player == 0 else rows - 3 - gone), USUAL

    return Guide(playout, prior)


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(guide=partial(guide, **parameters))
