"""Advice on Gomoku for Monte Carlo search: extend and block rows, and leave far cells for later."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.guide import Guide
from zermelo.games._words import has, words_of
from zermelo.games.gomoku import FIVE, rows_of

# what a move does: (mean, visits)
WINS = (1.0, 200.0)
STOPS_FIVE = (0.95, 100.0)
MAKES_OPEN_FOUR = (0.95, 60.0)
STOPS_OPEN_FOUR = (0.85, 40.0)
MAKES_FOUR = (0.65, 12.0)
MAKES_OPEN_THREE = (0.65, 12.0)
STOPS_OPEN_THREE = (0.55, 8.0)
NEAR = (0.5, 4.0)
FAR = (0.25, 12.0)


def guide(size: int = 15, rule: str = "free", swap: bool = False) -> Guide:
    """The advice for gomoku(size, rule, swap)."""
    stride, bits, ways, beyond = rows_of(size)
    exact = rule == "exact"
    board = words_of((row * stride + column for row in range(size) for column in range(size)), (bits + 63) // 64)
    around = tuple(by for way in ways for by in (way, -way))

    def is_empty(mine, theirs, cell):
        return 0 <= cell < bits and has(board, cell) and not has(mine, cell) and not has(theirs, cell)

    def grown(mine, theirs, cell):
        """The best row that a stone on the cell makes: ten times its length, and how many of its ends are free."""
        best = 0
        for way in ways:
            ahead, behind = beyond(mine, cell, way), beyond(mine, cell, -way)
            length = 1 + ahead + behind
            if length > FIVE and exact:
                continue
            ends = is_empty(mine, theirs, cell + (ahead + 1) * way) + is_empty(mine, theirs, cell - (behind + 1) * way)
            if ends or length >= FIVE:
                best = max(best, 10 * min(length, FIVE) + ends)
        return best

    def prior(state, action):
        if action == bits:
            return 0.5, 4.0
        mine, theirs = (state.black, state.white) if state.stones & 1 == 0 else (state.white, state.black)
        own = grown(mine, theirs, action)
        if own >= 10 * FIVE:
            return WINS
        other = grown(theirs, mine, action)
        if other >= 10 * FIVE:
            return STOPS_FIVE
        if own == 42:
            return MAKES_OPEN_FOUR
        if other == 42:
            return STOPS_OPEN_FOUR
        if own == 41:
            return MAKES_FOUR
        if own == 32:
            return MAKES_OPEN_THREE
        if other >= 32:
            return STOPS_OPEN_THREE
        for by in around:
            cell = action + by
            if 0 <= cell < bits and (has(mine, cell) or has(theirs, cell)):
                return NEAR
        return FAR

    return Guide(prior=prior)


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    is_free = parameters["size"] == 15 and parameters["rule"] == "free" and not parameters["swap"]
    return Expert(guide=partial(guide, **parameters), solved="the first player wins" if is_free else "")
