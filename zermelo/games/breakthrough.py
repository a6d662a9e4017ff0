"""Breakthrough on bitboards: pawns step forward and take diagonally; the first on the last row wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.bits import count, fold, highest, lowest, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._board_text import drawn, read_rows, square, write_rows
from zermelo.games._named import named
from zermelo.games._words import NONE, ONE, word_of
from zermelo.installed import np
from zermelo.picture import Arranging, written_rows

SALTS = tuple(np.uint64(salt) for salt in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))


class BreakthroughState(NamedTuple):
    white: np.uint64  # one bit per square, row by row from a1
    black: np.uint64
    player: int  # to move: 0 is white, who goes up the board


class Steps(NamedTuple):
    """How pawns step on one board, for the rules and for evaluations."""

    everywhere: np.uint64
    ahead: Callable[..., Any]  # (pawns, player) the squares they step to: to the left, straight on, to the right
    drawn: Callable[..., Any]  # (left, straight, right, player, fraction) one of the steps that end there, uniformly


def steps(rows: int, columns: int) -> Steps:
    """The steps on a board of so many rows and columns."""
    cells = rows * columns
    everywhere = word_of(range(cells))
    not_left = word_of(c for c in range(cells) if c % columns != 0)
    not_right = word_of(c for c in range(cells) if c % columns != columns - 1)
    short, row, long = (np.uint64(columns + by) for by in (-1, 0, 1))

    def ahead(pawns, player):
        if player == 0:
            left, right = (pawns & not_left) << short, (pawns & not_right) << long
            return left & everywhere, pawns << row & everywhere, right & everywhere
        return (pawns & not_left) >> long, pawns >> row, (pawns & not_right) >> short

    def drawn(left, straight, right, player, fraction):
        first, second = count(left), count(straight)
        n = int(fraction * (first + second + count(right)))
        ends, side = left, -1
        if n >= first + second:
            n, ends, side = n - first - second, right, 1
        elif n >= first:
            n, ends, side = n - first, straight, 0
        for _ in range(n):
            ends = without_lowest(ends)
        end = lowest(ends)
        start = end - columns - side if player == 0 else end + columns - side
        return start | end << 6

    return Steps(everywhere, ahead, drawn)


def breakthrough(rows: int = 8, columns: int = 8, ranks: int = 2) -> Game:
    """White begins.

    Pawns step straight or diagonally forward. A straight step needs an empty square; a diagonal one may take. Who gets
    a pawn to the other side's first row, or takes all pawns, has won. There is always a move: nothing of one's own
    stands before the foremost pawn.

    rows (4 to 32): of the board, at most 64 squares in all.
    columns (2 to 16): of the board.
    ranks (1 to 16): full of pawns on each side at the start, at most half of the rows.
    """
    if columns < 2 or rows < 4 or rows * columns > 64:
        raise ValueError(
            f"{rows} rows of {columns} do not fit: at least 4 rows, 2 columns, and at most 64 squares in all"
        )
    if not 1 <= ranks <= rows // 2:
        raise ValueError(f"ranks must be 1 to {rows // 2}, not {ranks}")
    cells = rows * columns
    home = columns * ranks  # pawns of a side
    everywhere, ahead, draw = steps(rows, columns)
    bottom, top = word_of(range(columns)), word_of(range(cells - columns, cells))

    def initial():
        return BreakthroughState(word_of(range(home)), word_of(range(cells - home, cells)), 0)

    def to_move(state):
        return state.player

    def write(targets, by, buffer, total):
        """Writes the steps to these squares, the most advanced first; `by` is the step from the pawn to the square."""
        while targets:
            target = highest(targets) if by > 0 else lowest(targets)
            targets ^= ONE << np.uint64(target)
            buffer[total] = (target - by) | target << 6
            total += 1
        return total

    def fill(state, buffer):
        """Captures first, then the steps straight on."""
        mine, theirs = (state.white, state.black) if state.player == 0 else (state.black, state.white)
        on = columns if state.player == 0 else -columns
        left, straight, right = ahead(mine, state.player)
        empty = everywhere & ~(mine | theirs)
        total = write(left & theirs, on - 1, buffer, 0)
        total = write(right & theirs, on + 1, buffer, total)
        total = write(straight & empty, on, buffer, total)
        total = write(left & empty, on - 1, buffer, total)
        return write(right & empty, on + 1, buffer, total)

    def pick(state, fraction):
        mine, theirs = (state.white, state.black) if state.player == 0 else (state.black, state.white)
        left, straight, right = ahead(mine, state.player)
        return draw(left & ~mine, straight & ~(mine | theirs), right & ~mine, state.player, fraction)

    def result(state, action):
        start, end = ONE << np.uint64(action & 63), ONE << np.uint64(action >> 6)
        if state.player == 0:
            return BreakthroughState(state.white ^ start ^ end, state.black & ~end, 1)
        return BreakthroughState(state.white & ~end, state.black ^ start ^ end, 0)

    def is_terminal(state):
        through = state.white & top | state.black & bottom
        return through != NONE or state.white == NONE or state.black == NONE

    def utility(state, player):
        return -1.0 if state.player == player else 1.0  # the winner has just moved

    def ending(state):
        through = state.white & top | state.black & bottom
        return "by reaching the last row" if through else "by taking all pawns"

    def key(state):
        return fold(fold(state.white ^ SALTS[0], SALTS[1]) ^ state.black, SALTS[2] + np.uint64(2 * state.player))

    def name(cell):
        return square(cell // columns, cell % columns)

    def format_action(state, action):
        start, end = action & 63, action >> 6
        is_capture = int(state.white | state.black) >> end & 1
        return f"{name(start)}{'x' if is_capture else ''}{name(end)}"

    def parse_action(state, text):
        """Also a2-a3, and captures without the x."""
        wanted = text.lower().replace("x", "").replace("-", "")
        buffer = [0] * (3 * home)
        legal = buffer[: fill(state, buffer)]
        return next((action for action in legal if name(action & 63) + name(action >> 6) == wanted), None)

    def pawn_at(state, row, column):
        cell = row * columns + column
        return "w" if int(state.white) >> cell & 1 else "b" if int(state.black) >> cell & 1 else "."

    def format_state(state):
        board = write_rows(lambda row, column: pawn_at(state, row, column), rows, columns)
        return f"{board} {'wb'[state.player]}"

    def parse_state(text):
        found, rest = read_rows(text.lower(), rows, columns, "wb", format_state(initial()))
        if rest not in (["w"], ["b"]):
            raise ValueError(f"after the rows comes the side to move, w or b, not '{' '.join(rest)}'")
        white, black = (word_of(row * columns + column for row, column in found[who]) for who in "wb")
        for side, pawns in (("white", white), ("black", black)):
            if count(pawns) > home:
                raise ValueError(f"{side} has {count(pawns)} pawns; {home} are the most")
        is_white = rest == ["w"]
        if (white & top if is_white else black & bottom) or not (black if is_white else white):
            raise ValueError("the game would have ended before")
        return BreakthroughState(white, black, 0 if is_white else 1)

    def picture(state):
        turn = "" if is_terminal(state) else f"{('white', 'black')[state.player]} to move"
        return drawn(lambda row, column: pawn_at(state, row, column), rows, columns, {"w": "♙", "b": "♟"}, turn)

    def touches(state, action):
        return tuple((rows - 1 - cell // columns, cell % columns) for cell in (action & 63, action >> 6))

    def written(state, cells, mover):
        return f"{written_rows(cells, {'♙': 'w', '♟': 'b'})} {'wb'[mover]}"

    return game_from_fill(
        fill,
        arranging=Arranging(("♙", "♟"), written),
        max_actions=3 * home,
        key_is_whole=True,
        label="Breakthrough",
        summary="pawns step forward and take diagonally: be the first on the last row",
        max_plies=1 + 2 * columns * sum(rows - 2 - rank for rank in range(ranks)),  # all but the last row, and one step
        best_utility=1.0,
        player_names=("white", "black"),
        **named(initial, to_move, result, is_terminal, utility, key, pick),
        **named(format_action, parse_action, format_state, parse_state, picture, ending, touches),
    )
