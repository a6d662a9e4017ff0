"""English draughts (checkers) on bitboards: captures are forced, and a multiple jump is one move."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.game import Game
from zermelo.games._draughts.game import family_game
from zermelo.games._draughts.pdn import Notation
from zermelo.games._draughts.rules import add_once, has_step, moved, movers, sides, step
from zermelo.games._named import named

# The 32 dark squares are numbered 1 to 32 from the top left. Their bits run likewise, with one free bit after every
# second row: so each step down the board is a shift by 4 or 5, and a step over the edge lands on a free bit.
#
#        .   0   .   1   .   2   .   3      squares 1 to 4, black's home and white's king row
#        4   .   5   .   6   .   7   .   8
#        .   9   .  10   .  11   .  12
#       13   .  14   .  15   .  16   .  17
#        .  18   .  19   .  20   .  21
#       22   .  23   .  24   .  25   .  26
#        .  27   .  28   .  29   .  30
#       31   .  32   .  33   .  34   .      squares 29 to 32, white's home and black's king row
BITS = tuple(square + square // 8 for square in range(32))
BOARD = sum(1 << bit for bit in BITS)
TOP_ROW, BOTTOM_ROW = 0b1111, 0b1111 << 31
BLACK_MEN, WHITE_MEN = BOARD & (1 << 13) - 1, BOARD & -1 << 22  # at the start

STEPS = (4, 5, -4, -5)  # down the board, where black's men go, and up, where white's go
KING_ROWS = (BOTTOM_ROW, TOP_ROW)  # where the men of black and of white are crowned
PATIENCE = 80  # plies without a capture or a man's move that make a draw
PDN = Notation(("black", "white"), BITS, STEPS, PATIENCE)

# No position has more actions. Without a capture each of the 49 diagonal pairs of squares gives at most one; with
# captures a piece stays on one of four sets of 8 squares joined by 9 jumps, and each set gives at most 14 (all its
# boards were counted), 56 together.
MOST = 64


class CheckersState(NamedTuple):
    black: int  # the men and kings of a side, one bit per square
    white: int
    kings: int  # of both sides
    player: int  # to move: 0 black, 1 white
    quiet: int  # plies since the last capture or move of a man


def checkers() -> Game:
    """Black begins.

    Men step diagonally forward, and jump over a piece of the other side to take it, several times in a row if they can.
    Who can jump must. A man that reaches the last row is crowned and stops; kings also move back. Who cannot move has
    lost.
    """
    return family_game(
        kind=CheckersState,
        most=MOST,
        board=BOARD,
        notation=PDN,
        flies=False,
        label="Checkers",
        summary="English draughts: jump when you can, and block or take all",
        **named(initial, fill, unpack, result, is_blocked),
    )


def initial() -> CheckersState:
    """The start."""
    return CheckersState(BLACK_MEN, WHITE_MEN, 0, 0, 0)


def jumpers(state: CheckersState) -> int:
    """The pieces that can capture."""
    mine, theirs, empty = sides(state, BOARD)
    found = 0
    for way in range(4):
        by = STEPS[way]
        found |= movers(state, mine, way) & step(theirs & step(empty, -by), -by)
    return found


def is_blocked(state: CheckersState) -> bool:
    """Is there no move at all?"""
    return not has_step(state, BOARD, STEPS) and jumpers(state) == 0


def pack(captured: int, origin: int, target: int) -> int:
    """An action as one number."""
    return captured << 12 | origin << 6 | target


def unpack(action: int) -> tuple[int, int, int]:
    """The captured pieces, the start and the end of an action."""
    return action >> 12, action >> 6 & 63, action & 63


def fill(state: CheckersState, buffer: Any) -> int:
    """Writes the legal actions and returns how many there are."""
    jumping = jumpers(state)
    if jumping == 0:
        return fill_steps(state, buffer)
    total = 0
    while jumping:
        total = fill_jumps(state, lowest(jumping), buffer, total)
        jumping = without_lowest(jumping)
    return total


def fill_steps(state: CheckersState, buffer: Any) -> int:
    """Writes the moves of one step."""
    mine, _, empty = sides(state, BOARD)
    total = 0
    for way in range(4):
        by = STEPS[way]
        targets = step(movers(state, mine, way), by) & empty
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            buffer[total] = pack(0, target - by, target)
            total += 1
    return total


def fill_jumps(state: CheckersState, origin: int, buffer: Any, total: int) -> int:
    """Writes the captures of one piece after the `total` actions that are there, each jumped to its end.

    Goes through the jumps depth first. `path` keeps the steps taken, two bits each below a leading 1.
    """
    _, theirs, empty = sides(state, BOARD)
    empty |= 1 << origin  # the piece has left it, and may come back
    king = (state.kings >> origin) & 1
    first = 0 if king or state.player == 0 else 2
    last = 4 if king or state.player == 1 else 2
    begin = total
    square, captured, path = origin, 0, 1
    way, is_end = first, True
    while True:
        if way < last:
            by = STEPS[way]
            jumped = step(1 << square, by) & theirs & ~captured
            if step(jumped, by) & empty:
                square += 2 * by
                captured |= jumped
                path = path << 2 | way
                way, is_end = first, True
            else:
                way += 1
        else:
            if is_end:
                total = add_once(buffer, begin, total, pack(captured, origin, square))
            if path == 1:
                return total
            by = STEPS[path & 3]
            square -= 2 * by
            captured ^= step(1 << square, by)
            way, is_end = (path & 3) + 1, False
            path >>= 2


def result(state: CheckersState, action: int) -> CheckersState:
    """The position after a move."""
    captured, origin, target = unpack(action)
    mine, theirs, kings, quiet = moved(state, captured, origin, target, KING_ROWS)
    if state.player == 0:
        return CheckersState(mine, theirs, kings, 1, quiet)
    return CheckersState(theirs, mine, kings, 0, quiet)
