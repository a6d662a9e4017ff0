"""English draughts (checkers) on bitboards: captures are forced, and a multiple jump is one move."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.bits import fold, lowest, mix, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._draughts_text import Position, cells_of, draw, read_position, write_position
from zermelo.picture import Board

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
SQUARES = {bit: square + 1 for square, bit in enumerate(BITS)}
BOARD = sum(1 << bit for bit in BITS)
TOP_ROW, BOTTOM_ROW = 0b1111, 0b1111 << 31
BLACK_MEN, WHITE_MEN = BOARD & (1 << 13) - 1, BOARD & -1 << 22  # at the start

STEPS = (4, 5, -4, -5)  # down the board, where black's men go, and up, where white's go
PATIENCE = 80  # plies without a capture or a man's move that make a draw

# No position has more actions. Without a capture each of the 49 diagonal pairs of squares gives at most one; with
# captures a piece stays on one of four sets of 8 squares joined by 9 jumps, and each set gives at most 14 (all its
# boards were counted), 56 together.
MOST = 64
SALTS = tuple(mix(number) for number in range(1, 5))


class CheckersState(NamedTuple):
    black: int  # the men and kings of a side: a bit a square
    white: int
    kings: int  # of both sides
    player: int  # to move: 0 black, 1 white
    quiet: int  # plies since the last capture or move of a man


def checkers() -> Game:
    """Black begins. A man that reaches the king row is crowned and stops; who cannot move has lost.

    An action is the jumped pieces, the start and the end; two paths that share all three are one action.
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
        summary="English draughts: jump when you can, and block or take all",
        best_utility=1.0,
        player_names=("black", "white"),
        format_action=format_action,
        format_state=format_state,
        parse_state=parse_state,
        picture=picture,
        touches=touches,
    )


# --- rules ----------------------------------------------------------------------------------------------------------


def initial() -> CheckersState:
    return CheckersState(BLACK_MEN, WHITE_MEN, 0, 0, 0)


def to_move(state: CheckersState) -> int:
    return state.player


def step(word: int, by: int) -> int:
    """Every square of the word moved one step; steps over the edge are on no square of BOARD."""
    return word << by if by > 0 else word >> -by


def sides(state: CheckersState) -> tuple[int, int, int]:
    """The pieces of the player to move, those of the other, and the empty squares."""
    empty = BOARD ^ state.black ^ state.white
    if state.player == 0:
        return state.black, state.white, empty
    return state.white, state.black, empty


def movers(state: CheckersState, mine: int, by: int) -> int:
    """Those of my pieces that may move this way: all of them forward, kings backward too."""
    return mine if (by > 0) == (state.player == 0) else mine & state.kings


def jumpers(state: CheckersState) -> int:
    """The pieces that can capture."""
    mine, theirs, empty = sides(state)
    found = 0
    for by in STEPS:
        found |= movers(state, mine, by) & step(theirs & step(empty, -by), -by)
    return found


def is_blocked(state: CheckersState) -> bool:
    """Is there no move at all?"""
    mine, _, empty = sides(state)
    for by in STEPS:
        if movers(state, mine, by) & step(empty, -by):
            return False
    return jumpers(state) == 0


def pack(captured: int, origin: int, target: int) -> int:
    return captured << 12 | origin << 6 | target


def unpack(action: int) -> tuple[int, int, int]:
    return action >> 12, action >> 6 & 63, action & 63


def fill(state: CheckersState, buffer: Any) -> int:
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
    mine, _, empty = sides(state)
    total = 0
    for by in STEPS:
        targets = step(movers(state, mine, by), by) & empty
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
    _, theirs, empty = sides(state)
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


def add_once(buffer: Any, begin: int, total: int, action: int) -> int:
    """Adds an action unless another path has led to it already."""
    for place in range(begin, total):
        if buffer[place] == action:
            return total
    buffer[total] = action
    return total + 1


def result(state: CheckersState, action: int) -> CheckersState:
    captured, origin, target = unpack(action)
    start, end = 1 << origin, 1 << target
    mine, theirs, _ = sides(state)
    mine = mine & ~start | end
    theirs &= ~captured
    is_king = state.kings & start
    kings = state.kings & ~(start | captured)
    if is_king or end & (TOP_ROW | BOTTOM_ROW):  # a man never stands on his own home row after a move
        kings |= end
    quiet = state.quiet + 1 if is_king and captured == 0 else 0
    if state.player == 0:
        return CheckersState(mine, theirs, kings, 1, quiet)
    return CheckersState(theirs, mine, kings, 0, quiet)


def adjudicated(state: CheckersState) -> bool:
    return state.quiet >= PATIENCE


def is_terminal(state: CheckersState) -> bool:
    return adjudicated(state) or is_blocked(state)


def utility(state: CheckersState, player: int) -> float:
    if is_blocked(state):
        return -1.0 if state.player == player else 1.0
    return 0.0


def key(state: CheckersState) -> int:
    """Of the position as repetition sees it: quiet plies do not matter."""
    pieces = fold(state.black ^ SALTS[0], state.white ^ SALTS[1])
    return pieces ^ fold(state.kings ^ SALTS[2], state.player ^ SALTS[3])


def reversible(state: CheckersState) -> int:
    return state.quiet


# --- text and picture -----------------------------------------------------------------------------------------------


def format_action(state: CheckersState, action: int) -> str:
    """As in PDN: 11-15, 15x22, and by all its squares, 2x9x18, where another capture has the same two ends."""
    captured, origin, target = unpack(action)
    if not captured:
        return f"{SQUARES[origin]}-{SQUARES[target]}"
    buffer = [0] * MOST
    ends = [unpack(other)[1:] for other in buffer[: fill(state, buffer)]]
    if ends.count((origin, target)) == 1:
        return f"{SQUARES[origin]}x{SQUARES[target]}"
    landings = sides(state)[2] | 1 << origin
    return "x".join(str(SQUARES[bit]) for bit in _route(origin, target, captured, landings))


def _route(origin: int, target: int, captured: int, landings: int) -> list[int]:
    """The squares of a path over exactly these pieces; empty where there is none."""
    if not captured:
        return [origin] if origin == target else []
    for by in STEPS:
        jumped = step(1 << origin, by) & captured
        if step(jumped, by) & landings:
            rest = _route(origin + 2 * by, target, captured ^ jumped, landings)
            if rest:
                return [origin, *rest]
    return []


def format_state(state: CheckersState) -> str:
    """As in PDN, B:W21,K25:B1,K3, and with :H12 after 12 plies without a capture or a man's move."""
    return write_position(_position(state), BITS)


def parse_state(text: str) -> CheckersState:
    read = read_position(text, BITS, PATIENCE)
    return CheckersState(read.black, read.white, read.kings, "BW".index(read.mover), read.quiet)


def picture(state: CheckersState) -> Board:
    return draw(_position(state), BITS, "" if is_terminal(state) else f"{('black', 'white')[state.player]} to move")


def touches(state: CheckersState, action: int) -> tuple[tuple[int, int], ...]:
    """Where the piece stands and where its last jump ends."""
    return cells_of(unpack(action)[1:], BITS)


def _position(state: CheckersState) -> Position:
    return Position("BW"[state.player], state.white, state.black, state.kings, state.quiet)
