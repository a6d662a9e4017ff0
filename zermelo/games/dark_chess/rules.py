"""The rules of dark chess: there is no check, and whoever takes the other's king wins."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games.dark_chess.text import layout_rows, notation

MOST_CELLS = 49


class DarkChessView(NamedTuple):
    pawns: int  # on squares that the player sees, of both colours
    knights: int
    diagonal: int
    straight: int
    kings: int
    mine: int
    theirs: int
    seen: int  # squares with own pieces, and those that they can move to
    ply: int


class DarkChessState(NamedTuple):
    pawns: int  # of both colours, one bit per square, row by row from a1
    knights: int
    diagonal: int  # bishops and queens
    straight: int  # rooks and queens
    kings: int
    white: int
    black: int
    ply: int


def dark_chess(layout: str = "microchess", plies: int = 100) -> Game:
    """Players see their own pieces and the squares that these can move to; all others are dark.

    White begins, and whoever takes the other's king wins: there is no check. Pieces move as in chess, without castling;
    pawns go one step at a time and become queens. A player who cannot move draws.

    layout: microchess, silverman (both 4×5), gardner (5×5), or rows of one's own from the top, such as k.../.../..K.
    plies (2 to 1000): after so many the game is drawn.
    """
    start_rows = layout_rows(layout)
    rows, columns = len(start_rows), len(start_rows[0])
    if rows * columns > MOST_CELLS:
        raise ValueError(f"a board of {rows} rows and {columns} columns has more than {MOST_CELLS} squares")
    if not 2 <= plies <= 1000:
        raise ValueError(f"plies must be 2 to 1000, not {plies}")
    cells = rows * columns
    written = notation(start_rows, plies, DarkChessState)
    start = written["parse_state"]("/".join(start_rows))
    most = _most_moves(start_rows)

    def initial():
        return start

    def to_move(state):
        return state.ply & 1

    def stepped(row, column, down, right):
        """The square after a step; -1: it is off the board."""
        row += down
        column += right
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else -1

    def targets(state, start):
        """The squares that the piece on a square can move to."""
        row, column, here = start // columns, start % columns, 1 << start
        is_white = state.white & here != 0
        mine, theirs = (state.white, state.black) if is_white else (state.black, state.white)
        found = 0
        if state.pawns & here:
            ahead = 1 if is_white else -1
            for side in (-1, 0, 1):
                cell = stepped(row, column, ahead, side)
                if cell >= 0:
                    wanted = theirs if side else ~(mine | theirs)
                    found |= 1 << cell & wanted
            return found
        leaps = 1 if state.knights & here else 0
        reach = 1 if (state.knights | state.kings) & here else cells
        for down in range(-1 - leaps, 2 + leaps):
            for right in range(-1 - leaps, 2 + leaps):
                size = down * down + right * right
                if leaps:
                    may = size == 5
                elif state.kings & here:
                    may = size > 0
                else:
                    may = (size == 1 and state.straight & here != 0) or (size == 2 and state.diagonal & here != 0)
                if may:
                    for distance in range(1, reach + 1):
                        cell = stepped(row, column, down * distance, right * distance)
                        if cell < 0 or mine >> cell & 1:
                            break
                        found |= 1 << cell
                        if theirs >> cell & 1:
                            break
        return found

    def fill(state, buffer):
        """Captures first."""
        mine, theirs = (state.white, state.black) if state.ply & 1 == 0 else (state.black, state.white)
        total = 0
        for wanted in (theirs, ~theirs):
            movers = mine
            while movers:
                start = lowest(movers)
                movers = without_lowest(movers)
                ends = targets(state, start) & wanted
                while ends:
                    buffer[total] = start | lowest(ends) << 6
                    ends = without_lowest(ends)
                    total += 1
        return total

    def carry(word, start, end):
        """The word after whatever stood on `start` has gone to `end`, where nothing else is left."""
        carried = (word >> start & 1) << end
        return word & ~(1 << start) & ~(1 << end) | carried

    def result(state, move):
        start, end = move & 63, move >> 6
        pawns = carry(state.pawns, start, end)
        diagonal, straight = carry(state.diagonal, start, end), carry(state.straight, start, end)
        if pawns >> end & 1 and end // columns == (rows - 1 if state.ply & 1 == 0 else 0):
            pawns ^= 1 << end
            diagonal |= 1 << end
            straight |= 1 << end
        return DarkChessState(
            pawns,
            carry(state.knights, start, end),
            diagonal,
            straight,
            carry(state.kings, start, end),
            carry(state.white, start, end),
            carry(state.black, start, end),
            state.ply + 1,
        )

    def adjudicated(state):
        return not state.kings & state.white or not state.kings & state.black or state.ply >= plies

    def is_terminal(state):
        if adjudicated(state):
            return True
        movers = state.white if state.ply & 1 == 0 else state.black
        while movers:
            if targets(state, lowest(movers)):
                return False
            movers = without_lowest(movers)
        return True

    def utility(state, player):
        if not state.kings & state.white:
            return 1.0 if player == 1 else -1.0
        if not state.kings & state.black:
            return 1.0 if player == 0 else -1.0
        return 0.0

    def view(state, player):
        mine, theirs = (state.white, state.black) if player == 0 else (state.black, state.white)
        seen, movers = mine, mine
        while movers:
            seen |= targets(state, lowest(movers))
            movers = without_lowest(movers)
        return DarkChessView(
            state.pawns & seen,
            state.knights & seen,
            state.diagonal & seen,
            state.straight & seen,
            state.kings & seen,
            mine,
            theirs & seen,
            seen,
            state.ply,
        )

    def ending(state):
        if not (state.kings & state.white and state.kings & state.black):
            return "by taking the king"
        return f"after {plies} plies" if state.ply >= plies else "because there is no move"

    return game_from_fill(
        fill, max_actions=most, initial=initial, to_move=to_move, result=result, is_terminal=is_terminal,
        utility=utility, adjudicated=adjudicated, view=view, max_plies=plies, best_utility=1.0,
        label="Dark chess",
        summary="chess on a small board, where players see the squares that they can move to",
        player_names=("White", "Black"), ending=ending, **written,
    )  # fmt: skip


def _most_moves(rows: list[str]) -> int:
    """No player ever has more moves: each piece as a queen, a knight with its eight."""
    reach = max(8, 3 * (len(rows) - 1) + len(rows[0]) - 1, 3 * (len(rows[0]) - 1) + len(rows) - 1)
    return reach * max(
        sum(piece.isupper() for row in rows for piece in row), sum(piece.islower() for row in rows for piece in row)
    )
