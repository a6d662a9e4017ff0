"""The n queens: as many queens as the board has rows, none of which attacks another.

Queens are placed column by column (`complete=false`), or all stand on the board and one at a time is moved within its
column (`complete=true`): the form that local search works on.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.games._named import named
from zermelo.picture import Board
from zermelo.problem import Problem, problem

BITS, PLACE = 4, 15
LEAST, MOST = 1, 15


class NQueensState(NamedTuple):
    rows: int  # four bits per column, the first lowest: the row of its queen, from the top
    placed: int  # columns that have a queen


def n_queens(size: int = 8, complete: bool = False) -> Problem:
    """A queen is put into each column of a chessboard so that none attacks another.

    size (1 to 15): of the board.
    complete: all queens stand on the board from the start, all in the first row, and an action moves one.
    """
    if not LEAST <= size <= MOST:
        raise ValueError(f"size must be {LEAST} to {MOST}, not {size}")

    def initial():
        return NQueensState(0, size if complete else 0)

    def row_of(state, column):
        return state.rows >> BITS * column & PLACE

    def conflicts(state):
        """Pairs of queens that attack each other."""
        pairs = 0
        for column in range(state.placed):
            for other in range(column):
                apart = row_of(state, column) - row_of(state, other)
                if apart == 0 or apart == column - other or apart == other - column:
                    pairs += 1
        return pairs

    def is_attacked(state, column, row):
        """Would a queen there be attacked by those in the columns before it?"""
        for other in range(column):
            apart = row - row_of(state, other)
            if apart == 0 or apart == column - other or apart == other - column:
                return True
        return False

    def actions(state):
        if complete:
            for column in range(size):
                for row in range(size):
                    if row_of(state, column) != row:
                        yield column << BITS | row
        elif state.placed < size:
            for row in range(size):
                if not is_attacked(state, state.placed, row):
                    yield state.placed << BITS | row

    def result(state, action):
        shift = BITS * (action >> BITS)
        rows = (state.rows & ~(PLACE << shift)) | (action & PLACE) << shift
        return NQueensState(rows, state.placed if complete else state.placed + 1)

    def is_goal(state):
        return state.placed == size and conflicts(state) == 0

    def heuristic(state):
        return float(size - state.placed)

    def value(state):
        return -float(conflicts(state))

    def sample(fraction):
        """A board with a random queen in each column."""
        word = 0
        for column in range(size):
            fraction = fraction * size
            row = int(fraction)
            fraction = fraction - row
            word |= row << BITS * column
        return NQueensState(word, size)

    def crossover(first, second, fraction):
        """The columns of the first up to a random one, and those of the second from there on."""
        cut = BITS * (1 + int(fraction * (size - 1)))
        low = (1 << cut) - 1
        return NQueensState((first.rows & low) | (second.rows & ~low), size)

    def format_state(state):
        return " ".join(str(row_of(state, column) + 1) for column in range(state.placed)) or "-"

    def parse_state(text):
        words = text.replace(",", " ").replace("-", " ").split()
        if len(words) == 1 and size < 10:
            words = list(words[0])
        is_right = all(word.isdecimal() and 1 <= int(word) <= size for word in words) and len(words) <= size
        if not is_right or (complete and len(words) != size):
            often = f"{size} numbers" if complete else f"up to {size} numbers"
            raise ValueError(f"give {often} from 1 to {size}: the row of the queen in each column")
        rows = sum((int(word) - 1) << BITS * column for column, word in enumerate(words))
        state = NQueensState(rows, len(words))
        if not complete and conflicts(state):
            raise ValueError("two of these queens attack each other; n-queens:complete=true takes such boards")
        return state

    def name(state, action):
        return f"{chr(ord('a') + (action >> BITS))}{size - (action & PLACE)}"

    def picture(state):
        cells = [["" for _ in range(size)] for _ in range(size)]
        for column in range(state.placed):
            cells[row_of(state, column)][column] = "♛"
        attacks = conflicts(state)
        told = "no two attack each other" if not attacks else f"{attacks} pair{'s' * (attacks > 1)} attack each other"
        return Board(
            tuple(map(tuple, cells)),
            rows=tuple(str(size - row) for row in range(size)),
            columns=tuple(chr(ord("a") + column) for column in range(size)),
            caption=f"{state.placed} of {size} queens, {told}",
        )

    return problem(
        heuristic=None if complete else heuristic,
        value=value if complete else None,  # queens that are placed do not attack each other: as many as can be
        sample=sample if complete else None,
        crossover=crossover if complete else None,
        admissible=True,
        label="N-queens",
        summary="place queens so that none attacks another",
        max_actions=size * size,
        max_plies=None if complete else size,
        format_action=name,
        touches=lambda state, action: ((action & PLACE, action >> BITS),),
        ending=lambda state: "no queen attacks another" if is_goal(state) else "there is no safe square in this column",
        **named(initial, actions, result, is_goal),
        **named(format_state, parse_state, picture),
    )
