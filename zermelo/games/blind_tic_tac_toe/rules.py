"""The rules of blind tic-tac-toe: a try on a cell that the other has taken fails, and tells the player that it is."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from zermelo.bits import count
from zermelo.game import Game
from zermelo.games._board_text import drawn, read_rows, square, write_rows
from zermelo.games._rows import check_board, row_finder, row_utility
from zermelo.games.blind_tic_tac_toe.draw import Layout, drawer
from zermelo.picture import in_a_row

FAILED = ("again", "lost")
HIDDEN = -1  # a number that the player is not told


class BlindView(NamedTuple):
    mine: int  # the player's own marks
    found: int  # those marks of the other that the player has run into
    tries: int  # of both players so far, failed ones included; HIDDEN: they are not counted aloud
    failures: int  # failed tries of the other; HIDDEN: they are not told


class BlindState(NamedTuple):
    x: int  # one bit per cell, row by row from the bottom, one free bit after each row
    o: int
    found_by_x: int  # marks of O that X has run into
    found_by_o: int
    player: int


def blind_tic_tac_toe(
    rows: int = 3,
    columns: int = 3,
    k: int = 3,
    failed: str = "again",
    told: bool = False,
    counted: bool = False,
) -> Game:
    """X begins, and k in a row win.

    Nobody sees the other's marks; to try a cell that is taken is to learn that it is.

    rows, columns (1 to 26): of the board, at most 62 cells with a spare one per row.
    k (1 to 26): how many marks in a row win.
    failed (again or lost): after a try that failed the player tries again, or the turn is lost.
    told: a player is told when a try of the other fails.
    counted: players hear every try, and so can count them; where a player tries again, that tells the same.
    """
    check_board(rows, columns, k)
    if failed not in FAILED:
        raise ValueError(f"failed must be {' or '.join(FAILED)}, not '{failed}'")
    has_row = row_finder(columns, k)
    utility = row_utility(has_row)
    stride, cells = columns + 1, rows * columns
    board = sum(1 << (cell + cell // columns) for cell in range(cells))
    keeps_turn = failed == "again"

    def bit(cell):
        return 1 << (cell + cell // columns)

    def initial():
        return BlindState(0, 0, 0, 0, 0)

    def to_move(state):
        return state.player

    def actions(state):
        taken = state.x | state.found_by_x if state.player == 0 else state.o | state.found_by_o
        for cell in range(cells):
            if not taken >> (cell + cell // columns) & 1:
                yield cell

    def result(state, cell):
        mark = bit(cell)
        after = state.player if keeps_turn else 1 - state.player
        if state.player == 0:
            if state.o & mark:
                return BlindState(state.x, state.o, state.found_by_x | mark, state.found_by_o, after)
            return BlindState(state.x | mark, state.o, state.found_by_x, state.found_by_o, 1)
        if state.x & mark:
            return BlindState(state.x, state.o, state.found_by_x, state.found_by_o | mark, after)
        return BlindState(state.x, state.o | mark, state.found_by_x, state.found_by_o, 0)

    def is_terminal(state):
        return has_row(state.x) or has_row(state.o) or state.x | state.o == board

    def view(state, player):
        failures = count(state.found_by_o if player == 0 else state.found_by_x) if told else HIDDEN
        tries = HIDDEN
        if counted:
            tries = count(state.x | state.o) + count(state.found_by_x) + count(state.found_by_o)
        if player == 0:
            return BlindView(state.x, state.found_by_x, tries, failures)
        return BlindView(state.o, state.found_by_o, tries, failures)

    deal = drawer(Layout(board, columns, keeps_turn, has_row), BlindState)

    def ending(state):
        return f"with {k} in a row" if has_row(state.x) or has_row(state.o) else "because the board is full"

    def letter(state, row, column):
        """A mark that the other has found is a capital."""
        here = 1 << (row * stride + column)
        mark = "x" if state.x & here else "o" if state.o & here else "."
        return mark.upper() if (state.found_by_x | state.found_by_o) & here else mark

    def format_state(state):
        return write_rows(lambda row, column: letter(state, row, column), rows, columns)

    def parse_state(text):
        found, rest = read_rows(text, rows, columns, "xoXO", format_state(initial()))
        if rest:
            raise ValueError(f"nothing comes after the rows, not '{' '.join(rest)}'")
        words = {mark: sum(1 << (row * stride + column) for row, column in found[mark]) for mark in found}
        x, o = words["x"] | words["X"], words["o"] | words["O"]
        turns = count(x), count(o)
        if not keeps_turn:
            turns = count(x) + count(words["O"]), count(o) + count(words["X"])
        if turns[0] - turns[1] not in (0, 1):
            raise ValueError(f"X begins: {turns[0]} turns of X and {turns[1]} of O cannot be")
        state = BlindState(x, o, words["O"], words["X"], turns[0] - turns[1])
        if has_row(x) and (has_row(o) or state.player == 0) or has_row(o) and state.player == 1:
            raise ValueError("the game would have ended before")
        return state

    def picture(state):
        shown = [(row, column) for row in range(rows) for column in range(columns)]
        found = [place for place in shown if letter(state, *place) in "XO"]
        turn = "" if is_terminal(state) else f"{'XO'[state.player]} to move"
        symbols = {"x": "X", "o": "O", "X": "X", "O": "O"}
        board = drawn(lambda row, column: letter(state, row, column), rows, columns, symbols, turn, found)
        return replace(board, marked=in_a_row(board.cells, k) or board.marked)

    def scene(seen, player):
        def symbol(row, column):
            here = 1 << (row * stride + column)
            return "XO"[player] if seen.mine & here else "XO"[1 - player] if seen.found & here else "."

        heard = [f"you are {'XO'[player]}"]
        if counted:
            heard.append(f"tries so far: {seen.tries}")
        if told:
            heard.append(f"failed tries of {'XO'[1 - player]}: {seen.failures}")
        return drawn(symbol, rows, columns, {"X": "X", "O": "O"}, "; ".join(heard))

    def heard(before, after, player):
        is_own = after.mine != before.mine or after.found != before.found
        return None if is_own else (1 - player, "")

    return Game(
        initial, to_move, actions, result, is_terminal, utility, view=view, deal=deal,
        max_actions=cells, max_plies=2 * cells, best_utility=1.0, player_names=("X", "O"),
        label="Blind tic-tac-toe",
        summary="k in a row, without seeing the other's marks",
        format_action=lambda state, cell: square(*divmod(cell, columns)),
        format_state=format_state, parse_state=parse_state, picture=picture, scene=scene, heard=heard, ending=ending,
        touches=lambda state, cell: [(rows - 1 - cell // columns, cell % columns)],
    )  # fmt: skip
