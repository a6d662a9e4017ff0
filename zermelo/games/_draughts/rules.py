"""The rules that checkers and international draughts share.

Their states have the same five fields: the pieces of player 0 and of player 1, the kings of both, the player to move,
and the plies since the last capture or move of a man. Pieces are words with one bit per dark square and a free bit
after every second row, so that each step on the board is a shift and a step over the edge lands on a free bit. Each
game has its own `board` (the bits that are squares) and `steps` (shifts, downward positive; the first two are forward
for player 0, the last two for player 1).
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import fold, mix
from zermelo.game import State

SALTS = tuple(mix(number) for number in range(1, 5))


def to_move(state: State) -> int:
    """The player to move."""
    return state.player


def reversible(state: State) -> int:
    """Plies since the last capture or move of a man."""
    return state.quiet


def step(word: int, by: int) -> int:
    """Every square of the word moved one step; steps over the edge are on no square of the board."""
    return word << by if by > 0 else word >> -by


def sides(state: State, board: int) -> tuple[int, int, int]:
    """The pieces of the player to move, those of the other, and the empty squares."""
    empty = board ^ state[0] ^ state[1]
    if state.player == 0:
        return state[0], state[1], empty
    return state[1], state[0], empty


def movers(state: State, mine: int, way: int) -> int:
    """Those of my pieces that may move by the step of this index: all of them forward, kings backward too."""
    return mine if (way < 2) == (state.player == 0) else mine & state.kings


def has_step(state: State, board: int, steps: tuple[int, ...]) -> bool:
    """Is there a move without a capture?"""
    mine, _, empty = sides(state, board)
    for way in range(4):
        if movers(state, mine, way) & step(empty, -steps[way]):
            return True
    return False


def add_once(buffer: Any, begin: int, total: int, action: int) -> int:
    """Adds an action after the `total` that are there, unless it is among those from `begin` on already."""
    for place in range(begin, total):
        if buffer[place] == action:
            return total
    buffer[total] = action
    return total + 1


def moved(
    state: State, captured: int, origin: int, target: int, king_rows: tuple[int, int]
) -> tuple[int, int, int, int]:
    """The mover's pieces, the other's, the kings and the quiet plies after a move.

    king_rows: where the men of player 0 and of player 1 are crowned.
    """
    start, end = 1 << origin, 1 << target
    mine, theirs = (state[0], state[1]) if state.player == 0 else (state[1], state[0])
    is_king = state.kings & start
    kings = state.kings & ~(start | captured)
    if is_king or end & (king_rows[0] if state.player == 0 else king_rows[1]):
        kings |= end
    quiet = state.quiet + 1 if is_king and captured == 0 else 0
    return mine & ~start | end, theirs & ~captured, kings, quiet


def key(state: State) -> int:
    """A hash of the position as repetition sees it: the quiet plies are left out."""
    pieces = fold(state[0] ^ SALTS[0], state[1] ^ SALTS[1])
    return pieces ^ fold(state.kings ^ SALTS[2], state.player ^ SALTS[3])
