"""International draughts, 10×10, on bitboards: kings fly, men capture backward too, the most pieces must be taken."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.bits import fold, lowest, mix, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._draughts_text import Position, cells_of, draw, read_position, write_position
from zermelo.games.checkers import add_once, step
from zermelo.picture import Board

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
SQUARES = {bit: square + 1 for square, bit in enumerate(BITS)}
BOARD = sum(1 << bit for bit in BITS)
TOP_ROW, BOTTOM_ROW = 0b11111, 0b11111 << 49
BLACK_MEN, WHITE_MEN = BOARD & (1 << 21) - 1, BOARD & -1 << 33  # at the start
PAIRS = tuple(0b1111111111 << 10 * pair for pair in range(5))  # two rows of squares each, without free bits

STEPS = (-5, -6, 5, 6)  # up the board, where white's men go, and down, where black's go
PATIENCE = 50  # plies without a capture or a man's move that make a draw

# Room for the actions, and for two rounds of a capture that grows. The worst boards that hill climbing found have 246
# actions, and one king on them needs room for 668.
MOST = 2048
SALTS = tuple(mix(number) for number in range(1, 5))


class DraughtsState(NamedTuple):
    white: int  # the men and kings of a side: a bit a square
    black: int
    kings: int  # of both sides
    player: int  # to move: 0 white, 1 black
    quiet: int  # plies since the last capture or move of a man


def draughts() -> Game:
    """White begins. A man is crowned where his move ends on the last row; who cannot move has lost.

    An action is the captured pieces, the start and the end; two paths that share all three are one action.
    """
    return game_from_fill(
        fill,
        max_actions=MOST,
        initial=initial,
        to_move=to_move,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        key=key,
        adjudicated=adjudicated,
        reversible=reversible,
        summary="international draughts, 10×10: kings fly, and you must take the most",
        best_utility=1.0,
        player_names=("white", "black"),
        format_action=format_action,
        format_state=format_state,
        parse_state=parse_state,
        picture=picture,
        touches=touches,
    )


# --- rules ----------------------------------------------------------------------------------------------------------


def initial() -> DraughtsState:
    return DraughtsState(WHITE_MEN, BLACK_MEN, 0, 0, 0)


def to_move(state: DraughtsState) -> int:
    return state.player


def sides(state: DraughtsState) -> tuple[int, int, int]:
    """The pieces of the player to move, those of the other, and the empty squares."""
    empty = BOARD ^ state.white ^ state.black
    if state.player == 0:
        return state.white, state.black, empty
    return state.black, state.white, empty


def goes_forward(state: DraughtsState, by: int) -> bool:
    return (by < 0) == (state.player == 0)


def jumpers(state: DraughtsState) -> int:
    """The pieces that can capture."""
    mine, theirs, empty = sides(state)
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
    mine, _, empty = sides(state)
    for by in STEPS:
        movers = mine if goes_forward(state, by) else mine & state.kings
        if movers & step(empty, -by):
            return False
    return jumpers(state) == 0


def pack(captured: int, origin: int, target: int) -> int:
    """An action in 62 bits: the captured pieces by their squares, without the free bits between them."""
    squares = captured & PAIRS[0] | captured >> 1 & PAIRS[1] | captured >> 2 & PAIRS[2]
    squares |= captured >> 3 & PAIRS[3] | captured >> 4 & PAIRS[4]
    return squares << 12 | origin << 6 | target


def unpack(action: int) -> tuple[int, int, int]:
    squares = action >> 12
    captured = squares & PAIRS[0] | (squares & PAIRS[1]) << 1 | (squares & PAIRS[2]) << 2
    captured |= (squares & PAIRS[3]) << 3 | (squares & PAIRS[4]) << 4
    return captured, action >> 6 & 63, action & 63


def fill(state: DraughtsState, buffer: Any) -> int:
    jumping = jumpers(state)
    return fill_jumps(state, jumping, buffer) if jumping else fill_steps(state, buffer)


def fill_steps(state: DraughtsState, buffer: Any) -> int:
    """Writes the moves without capture."""
    mine, _, empty = sides(state)
    kings = mine & state.kings
    total = 0
    for by in STEPS:
        targets = step(mine if goes_forward(state, by) else kings, by) & empty
        flying = step(kings, by) & empty
        way = by
        while targets:
            rest = targets
            while rest:
                target = lowest(rest)
                rest = without_lowest(rest)
                buffer[total] = pack(0, target - way, target)
                total += 1
            targets = flying = step(flying, by) & empty
            way += by
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

    All its captures grow together, one piece a round, until none can: so the last round has the longest.
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
    _, theirs, empty = sides(state)
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
    captured, origin, target = unpack(action)
    start, end = 1 << origin, 1 << target
    mine, theirs, _ = sides(state)
    mine = mine & ~start | end
    theirs &= ~captured
    is_king = state.kings & start
    kings = state.kings & ~(start | captured)
    if is_king or end & (TOP_ROW if state.player == 0 else BOTTOM_ROW):
        kings |= end
    quiet = state.quiet + 1 if is_king and captured == 0 else 0
    if state.player == 0:
        return DraughtsState(mine, theirs, kings, 1, quiet)
    return DraughtsState(theirs, mine, kings, 0, quiet)


def adjudicated(state: DraughtsState) -> bool:
    return state.quiet >= PATIENCE


def is_terminal(state: DraughtsState) -> bool:
    return adjudicated(state) or is_blocked(state)


def utility(state: DraughtsState, player: int) -> float:
    if is_blocked(state):
        return -1.0 if state.player == player else 1.0
    return 0.0


def key(state: DraughtsState) -> int:
    """Of the position as repetition sees it: quiet plies do not matter."""
    pieces = fold(state.white ^ SALTS[0], state.black ^ SALTS[1])
    return pieces ^ fold(state.kings ^ SALTS[2], state.player ^ SALTS[3])


def reversible(state: DraughtsState) -> int:
    return state.quiet


# --- text and picture -----------------------------------------------------------------------------------------------


def format_action(state: DraughtsState, action: int) -> str:
    """As in PDN: 32-28, 28x19, and by all its squares, 26x37x48, where another capture has the same two ends."""
    captured, origin, target = unpack(action)
    if not captured:
        return f"{SQUARES[origin]}-{SQUARES[target]}"
    buffer = [0] * MOST
    ends = [unpack(other)[1:] for other in buffer[: fill(state, buffer)]]
    if ends.count((origin, target)) == 1:
        return f"{SQUARES[origin]}x{SQUARES[target]}"
    empty = sides(state)[2] | 1 << origin
    route = _route(origin, target, captured, empty, bool(state.kings >> origin & 1))
    return "x".join(str(SQUARES[bit]) for bit in route)


def _route(place: int, target: int, captured: int, empty: int, is_king: bool) -> list[int]:
    """The squares of a path over exactly these pieces; empty where there is none."""
    if not captured:
        return [place] if place == target else []
    for by in STEPS:
        ahead = step(1 << place, by)
        while is_king and ahead & empty:
            ahead = step(ahead, by)
        jumped = ahead & captured
        landing = step(jumped, by) & empty
        while landing:
            rest = _route(lowest(landing), target, captured ^ jumped, empty, is_king)
            if rest:
                return [place, *rest]
            landing = step(landing, by) & empty if is_king else 0
    return []


def format_state(state: DraughtsState) -> str:
    """As in PDN, W:W31,K46:B1,K3, and with :H12 after 12 plies without a capture or a man's move."""
    return write_position(_position(state), BITS)


def parse_state(text: str) -> DraughtsState:
    read = read_position(text, BITS, PATIENCE)
    return DraughtsState(read.white, read.black, read.kings, "WB".index(read.mover), read.quiet)


def picture(state: DraughtsState) -> Board:
    return draw(_position(state), BITS, "" if is_terminal(state) else f"{('white', 'black')[state.player]} to move")


def touches(state: DraughtsState, action: int) -> tuple[tuple[int, int], ...]:
    """Where the piece stands and where its last jump ends."""
    return cells_of(unpack(action)[1:], BITS)


def _position(state: DraughtsState) -> Position:
    return Position("WB"[state.player], state.white, state.black, state.kings, state.quiet)
