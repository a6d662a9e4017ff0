"""Checkers, in men: men and kings, the home row that keeps kings out, men on their way, and the centre."""

from __future__ import annotations

from zermelo.bits import count
from zermelo.evaluate.linear import Feature, Linear
from zermelo.games.checkers import BITS, BOTTOM_ROW, TOP_ROW

CENTRE = sum(1 << BITS[square - 1] for square in (10, 11, 14, 15, 18, 19, 22, 23))
ROWS = tuple(sum(1 << BITS[row * 4 + place] for place in range(4)) for row in range(8))  # from the top


def evaluator() -> Linear:
    """A won game outweighs any board."""

    def signed(value, player):
        return value if player == 0 else -value

    def men(state, player):
        return signed(float(count(state.black & ~state.kings) - count(state.white & ~state.kings)), player)

    def kings(state, player):
        return signed(float(count(state.black & state.kings) - count(state.white & state.kings)), player)

    def home_row(state, player):
        black, white = state.black & ~state.kings & TOP_ROW, state.white & ~state.kings & BOTTOM_ROW
        return signed(float(count(black) - count(white)), player)

    def advance(state, player):
        """Rows that men have gone, beyond their homes."""
        black, white = state.black & ~state.kings, state.white & ~state.kings
        total = 0.0
        for row in range(8):
            total += row * count(black & ROWS[row]) - (7 - row) * count(white & ROWS[row])
        return signed(total, player)

    def centre(state, player):
        return signed(float(count(state.black & CENTRE) - count(state.white & CENTRE)), player)

    def to_move(state, player):
        """The one to move has a tempo; with the board nearly empty that decides who has the opposition."""
        return 1.0 if state.player == player else -1.0

    return Linear(
        (
            Feature("men", 1.0, men),
            Feature("kings", 1.5, kings),
            Feature("home row", 0.15, home_row),
            Feature("advance", 0.04, advance),
            Feature("centre", 0.06, centre),
            Feature("tempo", 0.02, to_move),
        ),
        win=100.0,
    )
