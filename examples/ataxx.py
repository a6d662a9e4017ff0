"""Ataxx on one word of bits per side: pieces split or jump, and turn over what they land beside. No evaluation.

A piece splits into a square beside it, also diagonally, or jumps two squares away and leaves its own. Every piece of
the other side around the square where it lands changes sides. Who cannot move passes. The game ends when nobody can
move or one side has no piece left, and after so many jumps running; who then has more pieces wins.

It is the example of docs/learning.md: an own game whose evaluation is learned.
"""

from typing import NamedTuple

from zermelo import Game
from zermelo.bits import count, lowest
from zermelo.picture import Board


class AtaxxState(NamedTuple):
    red: int  # a bit for each square, row by row from a1
    blue: int
    jumps: int  # moves running that were jumps
    player: int


def ataxx(size: int = 7, jumps: int = 24) -> Game:
    """size: of the board, 3 to 7; jumps: running, after which the game ends."""
    if not 3 <= size <= 7 or jumps < 1:
        raise ValueError("size must be 3 to 7, and jumps at least 1")
    cells = size * size
    everywhere = (1 << cells) - 1

    def around(cell, steps):
        """The squares so many steps away, in the sense of a chess king."""
        word = 0
        for other in range(cells):
            if max(abs(other // size - cell // size), abs(other % size - cell % size)) == steps:
                word |= 1 << other
        return word

    near = tuple(around(cell, 1) for cell in range(cells))
    far = tuple(around(cell, 2) for cell in range(cells))

    def can_move(mine, theirs):
        empty = everywhere & ~(mine | theirs)
        while empty:
            cell = lowest(empty)
            empty &= empty - 1
            if (near[cell] | far[cell]) & mine:
                return True
        return False

    def initial():
        a1, top_right = 1, 1 << (cells - 1)
        return AtaxxState(a1 | top_right, 1 << (size - 1) | 1 << (cells - size), 0, 0)

    def to_move(state):
        return state.player

    def actions(state):
        """From × cells + to, splits first: there both are the same, as it does not matter which neighbour splits."""
        mine = state.red if state.player == 0 else state.blue
        left = everywhere & ~(state.red | state.blue)
        while left:
            cell = lowest(left)
            left &= left - 1
            if near[cell] & mine:
                yield cell * cells + cell
        left = everywhere & ~(state.red | state.blue)
        while left:
            cell = lowest(left)
            left &= left - 1
            origins = far[cell] & mine
            while origins:
                origin = lowest(origins)
                origins &= origins - 1
                yield origin * cells + cell

    def result(state, action):
        mine, theirs = (state.red, state.blue) if state.player == 0 else (state.blue, state.red)
        origin, target = action // cells, action % cells
        turned = near[target] & theirs
        mine |= turned | 1 << target
        theirs &= ~turned
        running = 0
        if origin != target:
            mine &= ~(1 << origin)
            running = state.jumps + 1
        player = 1 - state.player if can_move(theirs, mine) else state.player
        if state.player == 0:
            return AtaxxState(mine, theirs, running, player)
        return AtaxxState(theirs, mine, running, player)

    def is_terminal(state):
        if state.red == 0 or state.blue == 0 or state.jumps >= jumps:
            return True
        mine, theirs = (state.red, state.blue) if state.player == 0 else (state.blue, state.red)
        return not can_move(mine, theirs)

    def utility(state, player):
        lead = count(state.red) - count(state.blue)
        won = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        return won if player == 0 else -won

    def name(cell):
        return f"{'abcdefg'[cell % size]}{cell // size + 1}"

    def format_action(state, action):
        origin, target = action // cells, action % cells
        return name(target) if origin == target else f"{name(origin)}-{name(target)}"

    def picture(state):
        def piece(cell):
            return "red" if state.red >> cell & 1 else "blue" if state.blue >> cell & 1 else ""

        rows = range(size - 1, -1, -1)
        return Board(
            tuple(tuple(piece(row * size + column) for column in range(size)) for row in rows),
            rows=tuple(str(row + 1) for row in rows),
            columns=tuple("abcdefg"[:size]),
        )

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=17 * cells, best_utility=1.0, player_names=("red", "blue"), picture=picture,
        format_action=format_action, summary="Split or jump, and turn over what you land beside.",
    )  # fmt: skip
