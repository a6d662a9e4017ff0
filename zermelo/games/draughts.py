"""International draughts, 10×10, on bitboards: kings fly, men capture backward too, the most pieces must be taken."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.game import Game
from zermelo.games._draughts.game import family_game
from zermelo.games._draughts.pdn import Notation
from zermelo.games._draughts.rules import add_once, has_step, moved, movers, sides, step
from zermelo.games._named import named

# The 50 dark squares are numbered 1 to 50 from the top left. Their bits run likewise, with one free bit after every
# second row: so each step down the board is a shift by 5 or 6, and a step over the edge lands on a free bit.
#
#        .   0   .   1   .   2   .   3   .   4      squares 1 to 5, where black begins and white's men are crowned
#        5   .   6   .   7   .   8   .   9   .  10
#        .  11   .  12   .  13   .  14   .  15
#       16   .  17   .  18   .  19   .  20   .  21
#        …
#       49   .  50   .  51   .  52   .  53   .      squares 46 to 50, where white begins and black's men are crowned
BITS = tuple(square + square // 10 for square in range(50))
BOARD = sum(1 << bit for bit in BITS)
TOP_ROW, BOTTOM_ROW = 0b11111, 0b11111 << 49
BLACK_MEN, WHITE_MEN = BOARD & (1 << 21) - 1, BOARD & -1 << 33  # at the start
PAIRS = tuple(0b1111111111 << 10 * pair for pair in range(5))  # two rows of squares each, without free bits

STEPS = (-5, -6, 5, 6)  # up the board, where white's men go, and down, where black's go
KING_ROWS = (TOP_ROW, BOTTOM_ROW)  # where the men of white and of black are crowned
PATIENCE = 50  # plies without a capture or a man's move that make a draw
PDN = Notation(("white", "black"), BITS, STEPS, PATIENCE)

# Room for the actions, and for two rounds of a capture that grows. The worst boards that hill climbing found have 246
# actions, and one king on them needs room for 668.
MOST = 2048


class DraughtsState(NamedTuple):
    white: int  # the men and kings of a side, one bit per square
    black: int
    kings: int  # of both sides
    player: int  # to move: 0 white, 1 black
    quiet: int  # plies since the last capture or move of a man


def draughts() -> Game:
    """White begins.

    Men step diagonally forward, and jump over pieces of the other side, forward and back, to take them. Who can take
    must take as many as possible. A man is crowned where its move ends on the last row; kings move and take over any
    distance. Who cannot move has lost.
    """
    return family_game(
        kind=DraughtsState,
        most=MOST,
        board=BOARD,
        notation=PDN,
        flies=True,
        label="International draughts",
        summary="international draughts, 10×10: kings fly, and you must take the most",
        **named(initial, fill, unpack, result, is_blocked),
    )


def initial() -> DraughtsState:
    """The start."""
    return DraughtsState(WHITE_MEN, BLACK_MEN, 0, 0, 0)


def jumpers(state: DraughtsState) -> int:
    """The pieces that can capture."""
    mine, theirs, empty = sides(state, BOARD)
    kings = mine & state.kings
    found = 0
    for by in STEPS:
        before = step(theirs & step(empty, -by), -by)  # from here the piece next to it can be jumped
        found |= mine & before
        if kings:
            while before:
                before = step(before & empty, -by)
                found |= kings & before
    return found


def is_blocked(state: DraughtsState) -> bool:
    """Is there no move at all?"""
    return not has_step(state, BOARD, STEPS) and jumpers(state) == 0


def pack(captured: int, origin: int, target: int) -> int:
    """An action in 62 bits: the captured pieces by their squares, without the free bits between them."""
    squares = captured & PAIRS[0] | captured >> 1 & PAIRS[1] | captured >> 2 & PAIRS[2]
    squares |= captured >> 3 & PAIRS[3] | captured >> 4 & PAIRS[4]
    return squares << 12 | origin << 6 | target


def unpack(action: int) -> tuple[int, int, int]:
    """The captured pieces, the start and the end of an action."""
    squares = action >> 12
    captured = squares & PAIRS[0] | (squares & PAIRS[1]) << 1 | (squares & PAIRS[2]) << 2
    captured |= (squares & PAIRS[3]) << 3 | (squares & PAIRS[4]) << 4
    return captured, action >> 6 & 63, action & 63


def fill(state: DraughtsState, buffer: Any) -> int:
    """Writes the legal actions and returns how many there are."""
    jumping = jumpers(state)
    return fill_jumps(state, jumping, buffer) if jumping else fill_steps(state, buffer)


def fill_steps(state: DraughtsState, buffer: Any) -> int:
    """Writes the moves without capture."""
    mine, _, empty = sides(state, BOARD)
    kings = mine & state.kings
    total = 0
    for way in range(4):
        by = STEPS[way]
        targets = step(movers(state, mine, way), by) & empty
        flying = step(kings, by) & empty
        far = by
        while targets:
            rest = targets
            while rest:
                target = lowest(rest)
                rest = without_lowest(rest)
                buffer[total] = pack(0, target - far, target)
                total += 1
            targets = flying = step(flying, by) & empty
            far += by
    return total


def fill_jumps(state: DraughtsState, jumping: int, buffer: Any) -> int:
    """Writes the captures that take the most pieces."""
    total = most = 0
    while jumping:
        end, taken = fill_longest(state, lowest(jumping), buffer, total)
        jumping = without_lowest(jumping)
        if taken > most:
            move_down(buffer, 0, total, end)
            total, most = end - total, taken
        elif taken == most:
            total = end
    return total


def fill_longest(state: DraughtsState, origin: int, buffer: Any, begin: int) -> tuple[int, int]:
    """Writes the longest captures of one piece from `begin` on; returns where they end and how many pieces they take.

    All its captures grow together, one piece per round, until none can grow: so the last round has the longest.
    """
    buffer[begin] = pack(0, origin, origin)
    middle, taken = begin + 1, 0
    while True:
        end = middle
        for place in range(begin, middle):
            end = fill_longer(state, buffer[place], buffer, middle, end)
        if end == middle:
            return end, taken
        move_down(buffer, begin, middle, end)
        middle, taken = begin + end - middle, taken + 1


def move_down(buffer: Any, begin: int, start: int, end: int) -> None:
    """Moves what lies from `start` to `end` so that it lies from `begin` on."""
    for place in range(end - start):
        buffer[begin + place] = buffer[start + place]


def fill_longer(state: DraughtsState, action: int, buffer: Any, begin: int, total: int) -> int:
    """Adds the captures that go on from this one with one more piece; what was captured still stands in the way."""
    captured, origin, place = unpack(action)
    _, theirs, empty = sides(state, BOARD)
    empty |= 1 << origin  # the piece has left it, and may come back
    is_king = (state.kings >> origin) & 1
    for by in STEPS:
        ahead = step(1 << place, by)
        while is_king and ahead & empty:
            ahead = step(ahead, by)
        jumped = ahead & theirs & ~captured
        landing = step(jumped, by) & empty
        while landing:
            total = add_once(buffer, begin, total, pack(captured | jumped, origin, lowest(landing)))
            landing = step(landing, by) & empty if is_king else 0
    return total


def result(state: DraughtsState, action: int) -> DraughtsState:
    """The position after a move."""
    captured, origin, target = unpack(action)
    mine, theirs, kings, quiet = moved(state, captured, origin, target, KING_ROWS)
    if state.player == 0:
        return DraughtsState(mine, theirs, kings, 1, quiet)
    return DraughtsState(theirs, mine, kings, 0, quiet)
