"""Checkers, in men: men and kings, the home row, the way to the king row, mobility, and how to win what is won."""

from __future__ import annotations

from zermelo.bits import count, reverse
from zermelo.evaluate.linear import Vector
from zermelo.experts._draughts import evaluation, rows_of, squares_of
from zermelo.games.checkers import (
    BITS,
    BOARD,
    BOTTOM_ROW,
    KING_ROWS,
    TOP_ROW,
    CheckersState,
    fill,
    is_blocked,
    jumpers,
    unpack,
)

CENTRE = squares_of(BITS, 10, 11, 14, 15, 18, 19, 22, 23)
DOUBLE_CORNERS = squares_of(BITS, 1, 5, 28, 32)  # where a king can walk to and fro for ever
SINGLE_CORNERS = squares_of(BITS, 4, 29)  # where a king is caught
ODD_ROWS, SECOND_ROWS, LOW_ROWS = rows_of(BITS, 1, 3, 5, 7), rows_of(BITS, 2, 3, 6, 7), rows_of(BITS, 4, 5, 6, 7)
FEW = 10  # pieces on the board: from here on the opposition and the kings' distances decide

# What each feature is worth, in men; benchmarks/fit_checkers.py says which of them tell most about results.
WEIGHTS = {
    "men": 1.0,
    "kings": 1.4,
    "home row": 0.12,
    "bridge": 0.3,
    "advance": 0.01,
    "centre": 0.02,
    "mobility": 0.03,
    "runaway men": 0.35,
    "trading when ahead": 0.02,
    "kings in the double corner": 0.1,
    "kings in the single corner": -0.1,
    "kings away from their prey": -0.05,
    "the move": 0.1,
    "tempo": 0.02,
}


def evaluator() -> Vector:
    """In men; a won game outweighs any position."""
    return evaluation(WEIGHTS, features, 100.0, rank, fill, jumpers, is_blocked, unpack, KING_ROWS)


# --- features: black's minus white's --------------------------------------------------------------------------------


def features(state: CheckersState) -> tuple[float, ...]:
    """Each side is counted as if its men went down the board; the sides' numbers are then subtracted."""
    first = state.player == 0
    black, white, kings = turned(state.black), turned(state.white), turned(state.kings)
    blacks = of_side(state.black, state.white, state.kings)
    whites = of_side(white, black, kings)
    mine, theirs = count(black), count(white)
    turn = 1.0 if first else -1.0
    ending, opposition = (0.0, 0.0, 0.0), 0.0
    if mine + theirs <= FEW:
        ours = of_ending(state.black & state.kings, state.white, mine - theirs)
        others = of_ending(white & kings, black, theirs - mine)
        ending = (ours[0] - others[0], ours[1] - others[1], ours[2] - others[2])
        if mine == theirs:
            opposition = turn if has_the_move(state) else -turn
    running = runaway(state.black & ~state.kings, state.white, state.white & state.kings, state.black, first)
    running -= runaway(white & ~kings, black, black & kings, white, not first)
    return (
        float(blacks[0] - whites[0]),
        float(blacks[1] - whites[1]),
        float(blacks[2] - whites[2]),
        float(blacks[3] - whites[3]),
        float(blacks[4] - whites[4]),
        float(blacks[5] - whites[5]),
        float(blacks[6] - whites[6]),
        running,
        float((mine - theirs) * (24 - mine - theirs)),
        ending[0],
        ending[1],
        ending[2],
        opposition,
        turn,
    )


def of_side(mine: int, theirs: int, kings: int) -> tuple[int, ...]:
    """What one side has on the board, its men going down."""
    men, kings = mine & ~kings, mine & kings
    reach = mine << 4 | mine << 5 | kings >> 4 | kings >> 5
    return (
        count(men),
        count(kings),
        count(men & TOP_ROW),
        men & men >> 2 & 1,  # on squares 1 and 3
        count(men & ODD_ROWS) + 2 * count(men & SECOND_ROWS) + 4 * count(men & LOW_ROWS),
        count(mine & CENTRE),
        count(reach & BOARD & ~mine & ~theirs),
    )


def of_ending(kings: int, theirs: int, lead: int) -> tuple[float, float, float]:
    """Where one side's kings stand when few pieces are left: the side behind hides, the side ahead hunts."""
    return (
        float(count(kings & DOUBLE_CORNERS)) if lead < 0 else 0.0,
        float(count(kings & SINGLE_CORNERS)),
        away(kings, theirs) if lead > 0 else 0.0,
    )


def turned(word: int) -> int:
    """The board seen from the other side."""
    return reverse(word) >> 29 & BOARD


def around(word: int) -> int:
    """The squares one step off, and the word's own."""
    return (word | word << 4 | word << 5 | word >> 4 | word >> 5) & BOARD


def runaway(men: int, foes: int, foe_kings: int, mine: int, first: bool) -> float:
    """1 for a man that cannot be stopped on his last step to the king row, less for every further step.

    All men run at once, over squares that are free of their own side and that no foe can come near in time.
    """
    runners, dangerous, kings, free = men, foes, foe_kings, BOARD & ~mine
    if not first:
        kings = around(kings)
        dangerous |= (dangerous >> 4 | dangerous >> 5) & BOARD | kings
    for steps in range(5):
        kings = around(kings)
        dangerous |= (dangerous >> 4 | dangerous >> 5) & BOARD | kings
        runners = (runners << 4 | runners << 5) & free & ~dangerous
        if runners & BOTTOM_ROW:
            return 1.0 - 0.15 * steps
        if runners == 0:
            return 0.0
    return 0.0


def away(kings: int, prey: int) -> float:
    """Steps between the kings and the nearest of their prey, added up."""
    total = 0
    for _ in range(6):  # no two squares are further apart
        prey = around(prey)
        kings &= ~prey
        if kings == 0:
            break
        total += count(kings)
    return float(total)


def has_the_move(state: CheckersState) -> bool:
    """Has the player to move the opposition? That is so when an odd number of pieces stands on his rows."""
    own_rows = BOARD & ~ODD_ROWS if state.player == 0 else ODD_ROWS
    return count((state.black | state.white) & own_rows) & 1 == 1


# --- tactics --------------------------------------------------------------------------------------------------------


def rank(state: CheckersState, move: int) -> int:
    """Captures are noisy, long ones first; each is forced."""
    captured, _, _ = unpack(move)
    return count(captured)
