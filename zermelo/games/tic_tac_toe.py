"""Tic-tac-toe as an m,n,k game: k of your marks in a row, on a board of any size that fits in 62 bits."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.game import Game
from zermelo.games._named import named
from zermelo.games._rows import check_board, row_finder, row_utility
from zermelo.picture import Arranging, Board, in_a_row, written_rows


class TicTacToeState(NamedTuple):
    x: int  # one bit per cell, row by row from the top, one free bit after each row
    o: int
    ply: int


def tic_tac_toe(rows: int = 3, columns: int = 3, k: int = 3) -> Game:
    """Players put their mark into an empty cell in turn, X first.

    Whoever has k of them in a row first, across, down or diagonally, wins; a full board is a draw. Cells are a1, b1, …
    with row 1 at the bottom, as on a chessboard.

    rows (1 to 30): of the board; rows × (columns + 1) is at most 62.
    columns (1 to 26): of the board.
    k (1 to 30): how many marks in a row win.
    """
    check_board(rows, columns, k)
    has_row = row_finder(columns, k)
    utility = row_utility(has_row)
    stride = columns + 1
    cells = rows * columns
    turns = 8 if rows == columns else 4
    board = sum(1 << (cell + cell // columns) for cell in range(cells))

    def initial():
        return TicTacToeState(0, 0, 0)

    def to_move(state):
        return state.ply & 1

    def actions(state):
        taken = state.x | state.o
        for cell in range(cells):
            if not (taken >> (cell + cell // columns)) & 1:
                yield cell

    def result(state, cell):
        mark = 1 << (cell + cell // columns)
        if state.ply & 1:
            return TicTacToeState(state.x, state.o | mark, state.ply + 1)
        return TicTacToeState(state.x | mark, state.o, state.ply + 1)

    def pick(state, fraction):
        free = board & ~(state.x | state.o)
        for _ in range(int(fraction * (cells - state.ply))):
            free = without_lowest(free)
        place = lowest(free)
        return place - place // stride

    def is_terminal(state):
        last = state.x if state.ply & 1 else state.o
        return has_row(last) or state.ply == cells

    def image(word, turn):
        """A board upside down (turn 1, 3, …), mirrored (2, 3, …), or with rows and columns exchanged (4 and more)."""
        turned = 0
        for cell in range(cells):
            row, column = cell // columns, cell % columns
            if (word >> (row * stride + column)) & 1:
                if turn & 1:
                    row = rows - 1 - row
                if turn & 2:
                    column = columns - 1 - column
                if turn & 4:
                    row, column = column, row
                turned |= 1 << (row * stride + column)
        return turned

    def symmetries(state):
        for turn in range(1, turns):
            yield TicTacToeState(image(state.x, turn), image(state.o, turn), state.ply)

    def ending(state):
        return f"with {k} in a row" if has_row(state.x) or has_row(state.o) else "because the board is full"

    def name(cell):
        return f"{chr(ord('a') + cell % columns)}{rows - cell // columns}"

    def mark_at(state, row, column):
        bit = 1 << (row * stride + column)
        return "x" if state.x & bit else "o" if state.o & bit else "."

    def format_state(state):
        return "/".join("".join(mark_at(state, row, column) for column in range(columns)) for row in range(rows))

    def parse_state(text):
        board = text.lower().replace("/", "").replace(" ", "").removesuffix(",x").removesuffix(",o")
        if len(board) != cells or set(board) - set("xo."):
            raise ValueError(f"give {cells} cells from the top left as x, o or . such as {format_state(initial())}")
        x, o = (
            sum(1 << (cell + cell // columns) for cell, mark in enumerate(board) if mark == who) for who in ("x", "o")
        )
        ahead = board.count("x") - board.count("o")
        if ahead not in (0, 1):
            raise ValueError(f"X moves first: {board.count('x')} X and {board.count('o')} O cannot be")
        state = TicTacToeState(x, o, board.count("x") + board.count("o"))
        if has_row(x) and (has_row(o) or ahead == 0) or has_row(o) and ahead == 1:
            raise ValueError("the game would have ended before")
        return state

    def picture(state):
        marks = tuple(tuple(mark_at(state, row, column).upper() for column in range(columns)) for row in range(rows))
        return Board(
            cells=tuple(tuple(mark.replace(".", "") for mark in row) for row in marks),
            rows=tuple(str(rows - row) for row in range(rows)),
            columns=tuple(chr(ord("a") + column) for column in range(columns)),
            marked=in_a_row(marks, k),
            caption="" if is_terminal(state) else f"{'XO'[state.ply & 1]} to move",
        )

    return Game(
        arranging=Arranging(("X", "O"), lambda state, cells, mover: written_rows(cells, {"X": "x", "O": "o"}), False),
        label="Tic-tac-toe",
        summary="k in a row on a board of rows and columns",
        max_actions=cells,
        max_plies=cells,
        best_utility=1.0,
        player_names=("X", "O"),
        format_action=lambda state, cell: name(cell),
        **named(initial, to_move, actions, result, is_terminal, utility, pick, symmetries),
        **named(format_state, parse_state, picture, ending),
    )
