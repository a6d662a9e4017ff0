"""Connect Four on bitboards: drop discs into columns, four in a row wins."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import Game
from zermelo.games._named import named
from zermelo.picture import Arranging, Board, in_a_row, written_rows


class ConnectFourState(NamedTuple):
    mine: (
        int  # the discs of the player to move: one bit per cell, column by column from the bottom, one free bit on top
    )
    full: int  # the discs of both
    ply: int


def _doubling(length: int) -> tuple[int, ...]:
    """Steps that find a row of this length: each is as long as the row found so far, the last may be shorter."""
    steps, found = [], 1
    while found < length:
        steps.append(min(found, length - found))
        found += steps[-1]
    return tuple(steps)


def connect_four(columns: int = 7, rows: int = 6, connect: int = 4) -> Game:
    """Players drop a disc into a column in turn, red first; it falls to the lowest free cell.

    Four in a row win: across, upwards or diagonally. A full board is a draw.

    columns (1 to 15): of the board; columns × (rows + 1) is at most 62.
    rows (1 to 61): of the board.
    connect (2 to 15): discs in a row that win.
    """
    height = rows + 1
    if columns < 1 or rows < 1 or columns * height > 62 or columns > 15:
        raise ValueError(f"{columns} columns of {rows} rows do not fit: columns × (rows + 1) is at most 62, columns 15")
    if not 2 <= connect <= max(columns, rows):
        raise ValueError(f"connect must be 2 to {max(columns, rows)}, not {connect}")
    cells = columns * rows
    names = ("red", "yellow")
    steps = _doubling(connect)
    middle_first = sum(
        column << (4 * i) for i, column in enumerate(sorted(range(columns), key=lambda c: abs(2 * c - columns + 1)))
    )

    def initial():
        return ConnectFourState(0, 0, 0)

    def to_move(state):
        return state.ply & 1

    def actions(state):
        waiting = middle_first
        for _ in range(columns):
            column = waiting & 15
            waiting >>= 4
            if not (state.full >> (column * height + rows - 1)) & 1:
                yield column

    def result(state, column):
        full = state.full | (state.full + (1 << (column * height)))  # the carry lands on the first free cell
        return ConnectFourState(state.full ^ state.mine, full, state.ply + 1)

    def has_row(discs):
        for shift in (1, height - 1, height, height + 1):
            found = discs
            for step in steps:
                found &= found >> step * shift
            if found:
                return True
        return False

    def is_terminal(state):
        return has_row(state.full ^ state.mine) or state.ply == cells

    def utility(state, player):
        if has_row(state.full ^ state.mine):
            return -1.0 if state.ply & 1 == player else 1.0
        return 0.0

    def ending(state):
        return f"with {connect} in a row" if has_row(state.full ^ state.mine) else "because the board is full"

    def disc_at(state, row, column):
        """The disc in a cell, row 0 at the bottom: x for the first player (red), o for the second (yellow)."""
        bit = 1 << (column * height + row)
        if not state.full & bit:
            return "."
        mover, other = ("x", "o") if state.ply % 2 == 0 else ("o", "x")
        return mover if state.mine & bit else other

    def format_state(state):
        return "/".join(
            "".join(disc_at(state, row, column) for column in range(columns)) for row in reversed(range(rows))
        )

    def parse_state(text):
        text = text.strip().lower()
        return _from_board(text) if set(text) & set("xo./") else _from_columns(text)

    def _from_columns(text):
        state = initial()
        for number in text if columns < 10 else text.split():
            column = int(number) - 1 if number.isdigit() else -1
            if is_terminal(state):
                raise ValueError(f"the game is over before '{number}', at move {state.ply}")
            if column not in list(actions(state)):
                raise ValueError(f"'{number}' at move {state.ply + 1} is not a free column of 1 to {columns}")
            state = result(state, column)
        return state

    def _from_board(text):
        lines = text.split("/")
        if len(lines) != rows or any(len(line) != columns or set(line) - set("xo.") for line in lines):
            raise ValueError(
                f"give columns such as 4453, or {rows} rows from the top such as {format_state(initial())}"
            )
        words = {"x": 0, "o": 0}
        for row, line in enumerate(reversed(lines)):
            for column, disc in enumerate(line):
                if disc == ".":
                    continue
                if row and lines[rows - row][column] == ".":
                    raise ValueError(f"the disc in column {column + 1}, row {row + 1} hangs in the air")
                words[disc] |= 1 << (column * height + row)
        ahead = words["x"].bit_count() - words["o"].bit_count()
        if ahead not in (0, 1):
            raise ValueError("x (red) moves first: it has as many discs as o (yellow), or one more")
        mine = words["o"] if ahead else words["x"]
        if has_row(mine):
            raise ValueError("the game would have ended before")
        full = words["x"] | words["o"]
        return ConnectFourState(mine, full, full.bit_count())

    def picture(state):
        discs = {"x": "R", "o": "Y", ".": ""}
        cells = tuple(
            tuple(discs[disc_at(state, row, column)] for column in range(columns)) for row in reversed(range(rows))
        )
        return Board(
            cells,
            columns=tuple(str(column + 1) for column in range(columns)),
            marked=in_a_row(cells, connect),
            shape="hole",
            caption="" if is_terminal(state) else f"{names[state.ply & 1]} to move",
        )

    return Game(
        arranging=Arranging(("R", "Y"), lambda state, cells, mover: written_rows(cells, {"R": "x", "Y": "o"}), False),
        label="Connect Four",
        summary="four in a row, dropped into columns",
        max_actions=columns,
        max_plies=cells,
        best_utility=1.0,
        player_names=names,
        format_action=lambda state, column: str(column + 1),
        **named(initial, to_move, actions, result, is_terminal, utility),
        **named(format_state, parse_state, picture, ending),
    )
