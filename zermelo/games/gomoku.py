"""Gomoku: five of your stones in a row, on boards of several 64-bit words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._board_text import drawn, read_rows, square, star_points, write_rows
from zermelo.games._named import named
from zermelo.games._words import NONE, SALT, has, hashed, toggler, words_of
from zermelo.installed import np
from zermelo.picture import Arranging, written_rows

FIVE = 5
RULES = ("free", "exact")
OPENING = 3  # stones that the first player places where colours may be swapped


class GomokuState(NamedTuple):
    black: Any  # words of stones: one bit per cell, row by row from a1, with one free bit after each row
    white: Any
    stones: int  # of both; black has the even ones
    holder: int  # the player who has the black stones
    won: int  # 1: the last stone made five


class Rows(NamedTuple):
    """How rows of stones run on one board, for the rules and for evaluations."""

    stride: int  # from a cell to the one above it
    bits: int
    ways: tuple[int, ...]  # a row of stones runs along →, ↖, ↑ or ↗
    beyond: Callable[..., int]  # (stones, cell, by) how many stones in a row begin beside the cell, in this direction


def rows_of(size: int) -> Rows:
    """The rows of a board of that size."""
    stride = size + 1
    bits = size * stride

    def beyond(stones, cell, by):
        length = 0
        cell += by
        while 0 <= cell < bits and has(stones, cell):
            length += 1
            cell += by
        return length

    return Rows(stride, bits, (1, stride - 1, stride, stride + 1), beyond)


def gomoku(size: int = 15, rule: str = "free", swap: bool = False) -> Game:
    """Black begins.

    Players put a stone on a crossing in turn; five in a row win. A full board is a draw. Cells are a1, b1, … with row 1
    at the bottom.

    size (5 to 19): of the board.
    rule (free or exact): free, where more than five win too, or exact, where only five do.
    swap: the first player places three stones, black, white and black. Then the second plays on as white, or says
        "swap" to have the black stones, and the first plays on as white.
    """
    if not FIVE <= size <= 19:
        raise ValueError(f"size must be 5 to 19, not {size}")
    if rule not in RULES:
        raise ValueError(f"rule must be {' or '.join(RULES)}, not '{rule}'")
    stride, bits, ways, beyond = rows_of(size)
    swapping = bits  # the action after the last cell
    exact = rule == "exact"
    count = (bits + 63) // 64
    toggled = toggler(count)
    board = words_of((row * stride + column for row in range(size) for column in range(size)), count)
    middle = words_of([size // 2 * stride + size // 2], count)
    shifts = tuple((np.uint64(by), np.uint64(64 - by)) for by in ways)

    def initial():
        return GomokuState(words_of((), count), words_of((), count), 0, 0, 0)

    def to_move(state):
        if swap and state.stones < OPENING:
            return 0
        return state.holder if state.stones & 1 == 0 else 1 - state.holder

    def may_swap(state):
        return swap and state.stones == OPENING and state.holder == 0

    def near(before, here, after):
        """The cells of a word that touch a stone in it, or in the words before and after."""
        found = NONE
        for by, rest in shifts:
            found |= (here << by) | (before >> rest) | (here >> by) | (after << rest)
        return found

    def fill(state, buffer):
        """First the cells beside a stone and the middle, then the others."""
        total = 0
        for beside in (True, False):
            before, here = NONE, state.black[0] | state.white[0]
            for which in range(count):
                after = NONE
                if which + 1 < count:
                    after = state.black[which + 1] | state.white[which + 1]
                good = near(before, here, after) | middle[which]
                waiting = board[which] & ~here & (good if beside else ~good)
                while waiting:
                    buffer[total] = 64 * which + lowest(waiting)
                    waiting = without_lowest(waiting)
                    total += 1
                before, here = here, after
        if may_swap(state):
            buffer[total] = swapping
            total += 1
        return total

    def makes_five(stones, cell):
        """Does a stone on the cell stand in a row that wins?"""
        for by in ways:
            length = 1 + beyond(stones, cell, by) + beyond(stones, cell, -by)
            if length == FIVE or (length > FIVE and not exact):
                return 1
        return 0

    def result(state, action):
        if action == swapping:
            return GomokuState(state.black, state.white, state.stones, 1, 0)
        if state.stones & 1 == 0:
            won = makes_five(state.black, action)
            return GomokuState(toggled(state.black, action), state.white, state.stones + 1, state.holder, won)
        won = makes_five(state.white, action)
        return GomokuState(state.black, toggled(state.white, action), state.stones + 1, state.holder, won)

    def is_terminal(state):
        return state.won == 1 or state.stones == size * size

    def utility(state, player):
        if state.won == 0:
            return 0.0
        winner = state.holder if state.stones & 1 else 1 - state.holder
        return 1.0 if player == winner else -1.0

    def ending(state):
        return "with five in a row" if state.won else "because the board is full"

    def key(state):
        return hashed(state.white, hashed(state.black, SALT + np.uint64(state.holder)))

    def name(action):
        return "swap" if action == swapping else square(action // stride, action % stride)

    def stone_at(state, row, column):
        cell = row * stride + column
        return "X" if has(state.black, cell) else "O" if has(state.white, cell) else "."

    def winning(stones):
        """The (row, column) of all stones in rows that win."""
        places = [(row, column) for row in range(size) for column in range(size)]
        cells = [(row * stride + column, (row, column)) for row, column in places]
        return [place for cell, place in cells if has(stones, cell) and makes_five(stones, cell)]

    def format_state(state):
        board = write_rows(lambda row, column: stone_at(state, row, column), size, size)
        return f"{board} swapped" if state.holder else board

    def parse_state(text):
        found, rest = read_rows(text.replace("x", "X").replace("o", "O"), size, size, "XO", format_state(initial()))
        swapped = [word.lower() for word in rest] == ["swapped"]
        if rest and not (swapped and swap):
            allowed = "nothing but 'swapped' comes" if swap else "nothing comes"
            raise ValueError(f"after the rows {allowed}, not '{' '.join(rest)}'")
        ahead = len(found["X"]) - len(found["O"])
        if ahead not in (0, 1):
            raise ValueError(f"X begins: {len(found['X'])} X and {len(found['O'])} O cannot be")
        stones = len(found["X"]) + len(found["O"])
        if swapped and stones < OPENING:
            raise ValueError(f"colours are swapped after {OPENING} stones, not after {stones}")
        black, white = (words_of((row * stride + column for row, column in found[who]), count) for who in "XO")
        last, other = (black, white) if ahead else (white, black)
        if winning(other):
            raise ValueError("the game would have ended before")
        return GomokuState(black, white, stones, int(swapped), int(bool(winning(last))))

    def picture(state):
        colour, turn = ("black", "white")[state.stones & 1], ""
        if not is_terminal(state):
            mover = f"{('first', 'second')[to_move(state)]} player to move as {colour}" if swap else f"{colour} to move"
            turn = f"{mover}, or swap" if may_swap(state) else mover
        won = winning(state.black if state.stones & 1 else state.white) if state.won else ()
        stones = drawn(
            lambda row, column: stone_at(state, row, column),
            size,
            size,
            {"X": "●", "O": "○"},
            turn,
            won,
        )
        return replace(stones, shape="crossing", stars=star_points(size, size))

    def touches(state, action):
        return () if action == swapping else ((size - 1 - action // stride, action % stride),)

    def written(state, cells, mover):
        swapped = " swapped" if state.holder else ""
        return written_rows(cells, {"●": "X", "○": "O"}) + swapped

    return game_from_fill(
        fill,
        arranging=Arranging(("●", "○"), written, has_turns=False),
        max_actions=size * size,
        key_is_whole=True,
        label="Gomoku",
        summary="five stones in a row",
        max_plies=size * size + int(swap),
        best_utility=1.0,
        player_names=("first", "second") if swap else ("black", "white"),
        format_action=lambda state, action: name(action),
        **named(initial, to_move, result, is_terminal, utility, key),
        **named(format_state, parse_state, picture, ending, touches),
    )
