"""Hex on words of bits: join your two sides of a board of hexagons. There are no draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.bits import count, lowest, mix, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._named import named
from zermelo.games._words import reverser, word_for
from zermelo.picture import Arranging, Board, written_rows

LARGEST = 11
NAMES = ("red", "blue")


class HexState(NamedTuple):
    red: Any  # one bit per cell, row by row from the top
    blue: Any
    top: Any  # the red stones that are joined with the top side
    left: Any  # the blue stones that are joined with the left side
    stones: int  # of both; red has the even ones
    holder: int  # the player who has the red stones


class Hexagons(NamedTuple):
    """The cells of one board as words, for the rules and for advice."""

    word: type
    everywhere: Any
    rows: tuple[Any, ...]  # [row] its cells
    columns: tuple[Any, ...]
    left: Callable[..., Any]  # (word) the cells to the left of these
    right: Callable[..., Any]
    up: Callable[..., Any]  # (word) those above them, which touch them on the left
    down: Callable[..., Any]  # (word) those below them, which touch them on the right
    near: Callable[..., Any]  # (word) those that touch one of these
    nth: Callable[..., Any]  # (word, n) the index of its bit number n


def hexagons(size: int) -> Hexagons:
    """The cells of a board of that size."""
    word = word_for(size * size)
    everywhere = word((1 << size * size) - 1)
    rows = tuple(word(((1 << size) - 1) << size * row) for row in range(size))
    columns = tuple(word(sum(1 << size * row + column for row in range(size))) for column in range(size))
    not_first, not_last = everywhere ^ columns[0], everywhere ^ columns[-1]
    halves = (32, 16, 8, 4, 2, 1) if word is int else (64, 32, 16, 8, 4, 2, 1)
    one = word(1)

    def left(cells):
        return (cells & not_first) >> 1

    def right(cells):
        return (cells & not_last) << 1

    def up(cells):
        return cells >> size

    def down(cells):
        return (cells << size) & everywhere

    def near(cells):
        aside, back = right(cells), left(cells)
        return aside | back | up(cells | aside) | down(cells | back)

    def nth(cells, n):
        """Halves the word until one bit is left."""
        place = 0
        for half in halves:
            below = count(cells & ((one << half) - one))
            if n >= below:
                n -= below
                cells >>= half
                place += half
        return place

    return Hexagons(word, everywhere, rows, columns, left, right, up, down, near, nth)


def _rings(size: int, word: type) -> tuple[Any, ...]:
    """The cells by their distance from the middle, the nearest first."""
    middle, found = (size - 1) / 2, dict[int, int]()
    for row in range(size):
        for column in range(size):
            down, right = row - middle, column - middle
            distance = round(max(abs(down), abs(right), abs(down + right)))
            found[distance] = found.get(distance, 0) | 1 << row * size + column
    return tuple(word(found[distance]) for distance in sorted(found))


def hex(size: int = 11, swap: bool = False) -> Game:
    """Red begins.

    Players put a stone on a hexagon in turn. Red joins top and bottom with a chain of stones, blue left and right;
    nobody can do so if the other has, and there are no draws. Cells are a1, b1, … with row 1 on top.

    size (1 to 11): of the board.
    swap: after the first stone the second player plays on as blue, or says "swap" to have red, and the first player
        plays on as blue.
    """
    if not 1 <= size <= LARGEST:
        raise ValueError(f"size must be 1 to {LARGEST}, not {size}")
    cells = size * size
    word, everywhere, rows, columns, *_, near, nth = hexagons(size)
    rings = _rings(size, word)
    turned = reverser(cells, word)  # by half
    none, one = word(0), word(1)
    first_row, last_row, first_column, last_column = rows[0], rows[-1], columns[0], columns[-1]
    swapping = cells  # the action after the last cell

    def initial():
        return HexState(none, none, none, none, 0, 0)

    def to_move(state):
        return state.holder if state.stones & 1 == 0 else 1 - state.holder

    def may_swap(state):
        return swap and state.stones == 1 and state.holder == 0

    def fill(state, buffer):
        """The middle first."""
        empty = everywhere & ~(state.red | state.blue)
        total = 0
        for ring in rings:
            waiting = empty & ring
            while waiting != none:
                buffer[total] = lowest(waiting)
                waiting = without_lowest(waiting)
                total += 1
        if may_swap(state):
            buffer[total] = swapping
            total += 1
        return total

    def pick(state, fraction):
        empty = everywhere & ~(state.red | state.blue)
        here = cells - state.stones
        n = int(fraction * (here + 1 if may_swap(state) else here))
        return swapping if n == here else nth(empty, n)

    def grown(joined, stones):
        """These stones and those that are joined with them."""
        fresh = joined
        while fresh != none:
            fresh = near(fresh) & stones & ~joined
            joined |= fresh
        return joined

    def extended(joined, stones, stone, side):
        """The stones joined with a side after a new stone, which is among `stones`."""
        if stone & side == none and near(stone) & joined == none:
            return joined
        return joined | grown(stone, stones & ~joined)

    def result(state, action):
        if action == swapping:
            return HexState(state.red, state.blue, state.top, state.left, state.stones, 1)
        stone = one << action
        if state.stones & 1 == 0:
            red = state.red | stone
            top = extended(state.top, red, stone, first_row)
            return HexState(red, state.blue, top, state.left, state.stones + 1, state.holder)
        blue = state.blue | stone
        left = extended(state.left, blue, stone, first_column)
        return HexState(state.red, blue, state.top, left, state.stones + 1, state.holder)

    def is_terminal(state):
        return (state.top & last_row) | (state.left & last_column) != none

    def utility(state, player):
        winner = state.holder if state.top & last_row != none else 1 - state.holder
        return 1.0 if player == winner else -1.0

    def ending(state):
        return "by joining top and bottom" if state.top & last_row != none else "by joining left and right"

    def key(state):
        return mix(mix(state.red) ^ mix(mix(state.blue) ^ state.holder))

    def symmetries(state):
        red, blue = turned(state.red), turned(state.blue)
        yield HexState(
            red, blue, grown(red & first_row, red), grown(blue & first_column, blue), state.stones, state.holder
        )

    def name(action):
        return "swap" if action == swapping else f"{chr(ord('a') + action % size)}{action // size + 1}"

    def stone_at(state, cell):
        bit = one << cell
        return "r" if state.red & bit != none else "b" if state.blue & bit != none else "."

    def format_state(state):
        board = "/".join("".join(stone_at(state, row * size + column) for column in range(size)) for row in range(size))
        return f"{board} swapped" if state.holder else board

    def parse_state(text):
        words = text.lower().replace("/", " ").split()
        lines, rest = words[:size], words[size:]
        if len(lines) != size or any(len(line) != size or set(line) - set("rb.") for line in lines):
            raise ValueError(f"give {size} rows of {size} from the top as r, b or . such as {format_state(initial())}")
        if rest and not (swap and rest == ["swapped"]):
            allowed = "nothing but 'swapped' comes" if swap else "nothing comes"
            raise ValueError(f"after the rows {allowed}, not '{' '.join(rest)}'")
        board = "".join(lines)
        red, blue = (word(sum(1 << cell for cell in range(cells) if board[cell] == who)) for who in "rb")
        stones, ahead = count(red | blue), count(red) - count(blue)
        if ahead not in (0, 1):
            raise ValueError(f"red begins: {count(red)} red and {count(blue)} blue stones cannot be")
        if rest and not stones:
            raise ValueError("sides are swapped after the first stone")
        state = HexState(
            red, blue, grown(red & first_row, red), grown(blue & first_column, blue), stones, 1 if rest else 0
        )
        if is_terminal(state) and not _may_end(state):
            raise ValueError("the game would have ended before")
        return state

    def _may_end(state):
        """Has the last stone, one of the winner's, joined the sides?"""
        is_red = state.top & last_row != none
        if is_red != (state.stones & 1 == 1):
            return False
        stones, side, goal = (state.red, first_row, last_row) if is_red else (state.blue, first_column, last_column)
        waiting = stones
        while waiting != none:
            without = stones & ~(one << lowest(waiting))
            if grown(without & side, without) & goal == none:
                return True
            waiting = without_lowest(waiting)
        return False

    def winning(state):
        """The (row, column) of the stones that join the winner's sides."""
        if not is_terminal(state):
            return frozenset()
        if state.top & last_row != none:
            joined = grown(state.red & last_row, state.red) & state.top
        else:
            joined = grown(state.blue & last_column, state.blue) & state.left
        return frozenset((cell // size, cell % size) for cell in range(cells) if joined & (one << cell) != none)

    def picture(state):
        turn = ""
        if not is_terminal(state):
            colour = NAMES[state.stones & 1]
            mover = f"{('first', 'second')[to_move(state)]} player to move as {colour}" if swap else f"{colour} to move"
            turn = f"; {mover}, or swap" if may_swap(state) else f"; {mover}"
        stones = {"r": "red", "b": "blue", ".": ""}
        return Board(
            cells=tuple(
                tuple(stones[stone_at(state, row * size + column)] for column in range(size)) for row in range(size)
            ),
            rows=tuple(str(row + 1) for row in range(size)),
            columns=tuple(chr(ord("a") + column) for column in range(size)),
            marked=winning(state),
            shape="hex",
            sides=NAMES,
            caption=f"red joins top and bottom, blue left and right{turn}",
        )

    def touches(state, action):
        return () if action == swapping else ((action // size, action % size),)

    def written(state, cells, mover):
        swapped = " swapped" if state.holder else ""
        return written_rows(cells, {"red": "r", "blue": "b"}) + swapped

    return game_from_fill(
        fill,
        arranging=Arranging(NAMES, written, has_turns=False),
        max_actions=cells,
        key_is_whole=True,
        label="Hex",
        summary="join your two sides of a board of hexagons",
        max_plies=cells + int(swap),
        best_utility=1.0,
        player_names=("first", "second") if swap else NAMES,
        format_action=lambda state, action: name(action),
        **named(initial, to_move, result, is_terminal, utility, key, pick, symmetries),
        **named(format_state, parse_state, picture, ending, touches),
    )
