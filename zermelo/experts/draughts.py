"""International draughts, in men: men and kings, the home row, the way to the king row, the centre and mobility."""

from __future__ import annotations

from typing import Any

from zermelo.bits import count, reverse
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Vector
from zermelo.evaluate.odds import Odds
from zermelo.experts._draughts import evaluation, guide, rows_of, squares_of
from zermelo.games.draughts import (
    BITS,
    BOARD,
    BOTTOM_ROW,
    KING_ROWS,
    TOP_ROW,
    DraughtsState,
    fill,
    is_blocked,
    jumpers,
    unpack,
)

CENTRE = squares_of(BITS, 17, 18, 19, 22, 23, 24, 27, 28, 29, 32, 33, 34)
# The rows that a man has gone up the board, 9 - row, in binary: which rows have the 1, the 2, the 4 and the 8.
ROWS_GONE = rows_of(BITS, 0, 2, 4, 6, 8), rows_of(BITS, 2, 3, 6, 7), rows_of(BITS, 2, 3, 4, 5), rows_of(BITS, 0, 1)

# What each feature is worth, in men.
WEIGHTS = {
    "men": 1.0,
    "kings": 2.6,
    "home row": 0.05,
    "advance": 0.02,
    "centre": 0.04,
    "mobility": 0.02,
    "runaway men": 1.2,
    "trading when ahead": 0.01,
    "tempo": 0.02,
}


def evaluator() -> Vector:
    """In men; a won game outweighs any position."""
    return evaluation(WEIGHTS, features, 200.0, rank, fill, jumpers, is_blocked, unpack, KING_ROWS)


# --- features: white's minus black's --------------------------------------------------------------------------------


def features(state: DraughtsState) -> tuple[float, ...]:
    """Each side is counted as if its men went up the board; the sides' numbers are then subtracted."""
    first = state.player == 0
    white, black, kings = turned(state.white), turned(state.black), turned(state.kings)
    whites = of_side(state.white, state.black, state.kings)
    blacks = of_side(black, white, kings)
    running = runaway(state.white, state.black, state.kings, first) - runaway(black, white, kings, not first)
    mine, theirs = count(white), count(black)
    return (
        float(whites[0] - blacks[0]),
        float(whites[1] - blacks[1]),
        float(whites[2] - blacks[2]),
        float(whites[3] - blacks[3]),
        float(whites[4] - blacks[4]),
        float(whites[5] - blacks[5]),
        running,
        float((mine - theirs) * (40 - mine - theirs)),
        1.0 if first else -1.0,
    )


def of_side(mine: int, theirs: int, kings: int) -> tuple[int, ...]:
    """What one side has on the board, its men going up."""
    men, kings = mine & ~kings, mine & kings
    gone = count(men & ROWS_GONE[0]) + 2 * count(men & ROWS_GONE[1])
    gone += 4 * count(men & ROWS_GONE[2]) + 8 * count(men & ROWS_GONE[3])
    reach = mine >> 5 | mine >> 6 | kings << 5 | kings << 6
    return (
        count(men),
        count(kings),
        count(men & BOTTOM_ROW),
        gone,
        count(mine & CENTRE),
        count(reach & BOARD & ~mine & ~theirs),
    )


def turned(word: int) -> int:
    """The board seen from the other side."""
    return reverse(word) >> 10 & BOARD


def runaway(mine: int, foes: int, kings: int, first: bool) -> float:
    """1 for a man that cannot be stopped on his last step to the king row, less for every further step.

    All men run at once, over squares that are free of their own side and that no foe can come near in time. A king,
    who flies, is always near.
    """
    if foes & kings:
        return 0.0
    runners, free = mine & ~kings, BOARD & ~mine
    if not first:
        foes |= (foes << 5 | foes << 6) & BOARD
    for steps in range(6):
        runners = (runners >> 5 | runners >> 6) & free & ~around(foes)
        foes |= (foes << 5 | foes << 6) & BOARD
        if runners & TOP_ROW:
            return 1.0 - 0.1 * steps
        if runners == 0:
            return 0.0
    return 0.0


def around(word: int) -> int:
    """The squares one step off, and the word's own."""
    return word | word << 5 | word << 6 | word >> 5 | word >> 6


# --- tactics --------------------------------------------------------------------------------------------------------


def rank(state: DraughtsState, move: int) -> int:
    """Captures are noisy; those that are legal take equally many, and kings are worth more than men."""
    captured, _, _ = unpack(move)
    return count(captured) + 2 * count(captured & state.kings)


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(evaluator=evaluator, odds=Odds(lead=2.1, drawn=1.01), guide=guide)
