"""Othello, in discs: corners, the squares that give them away, moves to choose from, and moves to come."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from zermelo.bits import count
from zermelo.evaluate.linear import Feature, Linear
from zermelo.games.othello import OthelloState, othello


def evaluator(size: int) -> Linear:
    """Discs on the board say little before the end; who can move, and where, says much."""
    cells = size * size
    actions = othello(size).actions
    none, one, across = np.uint64(0), np.uint64(1), np.uint64(size)
    everywhere = _word(range(cells))
    not_left = _word(c for c in range(cells) if c % size)
    not_right = _word(c for c in range(cells) if (c + 1) % size)
    corner_cells = (0, size - 1, cells - size, cells - 1)
    inner = (size + 1, 2 * size - 2, cells - 2 * size + 1, cells - size - 2)
    corner_words = tuple(np.uint64(1 << c) for c in corner_cells)
    inner_words = tuple(np.uint64(1 << c) for c in inner)
    corners = _word(corner_cells)

    def signed(value, state, player):
        return value if state.player == player else -value

    def corners_held(state, player):
        return signed(float(count(state.mine & corners) - count(state.theirs & corners)), state, player)

    def corners_given(state, player):
        """Discs on the diagonal squares beside corners that are still empty: the other will get those corners."""
        taken = state.mine | state.theirs
        total = 0.0
        for i in range(4):
            if not taken & corner_words[i]:
                if state.mine & inner_words[i]:
                    total += 1.0
                elif state.theirs & inner_words[i]:
                    total -= 1.0
        return signed(total, state, player)

    def moves_of(state):
        total = 0.0
        for action in actions(state):
            if action != cells:
                total += 1.0
        return total

    def mobility(state, player):
        other = OthelloState(state.theirs, state.mine, 1 - state.player)
        return signed(moves_of(state) - moves_of(other), state, player)

    def touching(discs):
        """The squares around some discs."""
        wide = discs | ((discs << one) & not_left) | ((discs >> one) & not_right)
        return (wide | (wide << across) | (wide >> across)) & everywhere

    def frontier(state, player):
        """Empty squares beside discs of the other's, less those beside ours: moves to come."""
        empty = everywhere & ~(state.mine | state.theirs)
        ours = count(empty & touching(state.theirs)) if state.theirs != none else 0
        others = count(empty & touching(state.mine)) if state.mine != none else 0
        return signed(float(ours - others), state, player)

    return Linear(
        (
            Feature("corners", 6.0, corners_held),
            Feature("corners given away", -1.5, corners_given),
            Feature("mobility", 0.5, mobility),
            Feature("moves to come", 0.2, frontier),
        )
    )


def _word(squares: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << square for square in squares))
