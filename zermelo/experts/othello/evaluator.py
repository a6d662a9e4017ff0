"""Othello, in discs: corners and what gives them away, moves now and to come, stable discs, parity, fitted lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zermelo.bits import count
from zermelo.evaluate.guide import Guide
from zermelo.evaluate.linear import Vector
from zermelo.evaluate.tactics import Tactics
from zermelo.experts.othello.counts import counter, word
from zermelo.experts.othello.lines import line_sums, load_table
from zermelo.games.othello import finders
from zermelo.installed import np

Curve = tuple[float, float, float, float]  # a weight at the four moments of the game; straight lines between them


class Weights(NamedTuple):
    """What one of each is worth, in discs; fitted by benchmarks/fit_othello.py."""

    corner: float
    corner_given: float
    move: Curve
    move_to_come: Curve
    stable: Curve
    odd: Curve  # to be the one to move with an odd number of squares left
    even: Curve


ALONE = Weights(
    corner=1.77,
    corner_given=-3.27,
    move=(0.63, 0.91, 1.22, 3.09),
    move_to_come=(0.99, 1.33, 1.17, 0.10),
    stable=(10.00, 3.86, 1.75, 0.87),
    odd=(0.00, -2.26, -2.11, -0.67),
    even=(0.00, -3.17, -1.77, -1.86),
)
WITH_LINES = Weights(
    corner=5.20,
    corner_given=-6.36,
    move=(1.06, 1.25, 1.43, 2.65),
    move_to_come=(0.45, 0.24, -0.30, -1.19),
    stable=(7.60, 3.82, 1.82, 0.54),
    odd=(0.00, -4.00, -3.54, -0.76),
    even=(0.00, -5.23, -3.56, -1.55),
)

MARGIN = 16.0  # discs: a quiet move rarely gains more; the search with this margin beats the search without one
FIRST, APART = 4, 3  # sixteenths of the board that are full at the first moment, and from one moment to the next


def guide(size: int) -> Guide:
    """Playouts are cut at once: the evaluation knows more than they show."""
    return Guide(longest=1, trust=10.0)


def evaluator(size: int) -> Vector:
    """Discs on the board say little before the end; who can move, and where, says much.

    On the full board, tables say what each line's and corner's filling is worth beyond that. The weights change as the
    board fills up; on smaller boards less is at stake. The corners' features are counts, all others are in discs.
    """
    cells = size * size
    weights, stake = (WITH_LINES, 1.0) if size == 8 else (ALONE, size / 8)
    counts = counter(size)
    tactics = Tactics(order=_order(size), margin=stake * MARGIN)
    # By the number of empty squares: the moment before, the part of the way to the next, and the weights there
    moments = [moment_of((cells - empty) / cells) for empty in range(cells + 1)]
    moment_before = np.array([moment for moment, _ in moments])
    part_beyond = np.array([beyond for _, beyond in moments])
    curves = stake * np.array([weights.move, weights.move_to_come, weights.stable, weights.odd, weights.even])
    worth = np.array([curves[:, i] * (1 - part) + curves[:, i + 1] * part for i, part in moments])  # [empty, curve]
    corner, corner_given, most = stake * weights.corner, stake * weights.corner_given, cells - 1.0

    def counted(state):
        """The features that need no tables, for the mover, with their sum and how many squares are empty."""
        found = counts(state.mine, state.theirs)
        empty = found.empty
        mobility, to_come = found.moves * worth[empty, 0], found.moves_to_come * worth[empty, 1]
        stable, parity = found.stable * worth[empty, 2], worth[empty, 4 - (empty & 1)]
        total = corner * found.corners + corner_given * found.corners_given + mobility + to_come + stable + parity
        return (found.corners, found.corners_given, mobility, to_come, stable, parity), total, empty

    def factor(state, total):
        """Features are Black's; nobody can win by more discs than there are squares."""
        bounded = most / abs(total) if abs(total) > most else 1.0
        return bounded if state.player == 0 else -bounded

    def features(state):
        (corners, given, mobility, to_come, stable, parity), total, _ = counted(state)
        f = factor(state, total)
        return f * corners, f * given, f * mobility, f * to_come, f * stable, f * parity

    names = ("corners", "corners given away", "mobility", "moves to come", "stable discs", "parity")
    factors = (corner, corner_given, 1.0, 1.0, 1.0, 1.0)
    if size != 8:
        return Vector(names, factors, features, tactics=tactics)

    sums = line_sums(load_table())

    def features_and_lines(state):
        (corners, given, mobility, to_come, stable, parity), total, empty = counted(state)
        edges, blocks, inner, diagonals = sums(state.mine, state.theirs, moment_before[empty], part_beyond[empty])
        f = factor(state, total + edges + blocks + inner + diagonals)
        seen = f * corners, f * given, f * mobility, f * to_come, f * stable, f * parity
        return (*seen, f * edges, f * blocks, f * inner, f * diagonals)

    names_of_lines = ("edges", "corner squares", "inner lines", "diagonals")
    return Vector((*names, *names_of_lines), (*factors, *(1.0,) * 4), features_and_lines, tactics=tactics)


def moment_of(full: float) -> tuple[int, float]:
    """With this part of the board full: the moment before, and the part of the way from it to the next."""
    way = min(3.0, max(0.0, (16 * full - FIRST) / APART))
    moment = min(2, int(way))
    return moment, way - moment


def _order(size: int) -> Callable[..., int]:
    """order(state, move): corners first, squares beside empty corners last, and the fewer replies the better."""
    cells = size * size
    moves, caught_by = finders(size)
    one = np.uint64(1)
    corners = (0, size - 1, cells - size, cells - 1)
    all_corners = word(corners)
    corner_beside = np.zeros(cells, np.uint64)  # the corner that a square lies beside
    for corner in corners:
        row, column = (1 if place == 0 else -1 for place in divmod(corner, size))
        corner_beside[[corner + column, corner + size * row, corner + size * row + column]] = 1 << corner

    def order(state, move):
        if move == cells:
            return 0
        disc = one << np.uint64(move)
        caught = caught_by(disc, state.mine, state.theirs)
        mine, theirs = state.mine | caught | disc, state.theirs ^ caught
        urgency = 6 - count(moves(theirs, mine))
        if disc & all_corners:
            urgency += 8
        elif corner_beside[move] & ~(mine | theirs):
            urgency -= 4
        return 1000 * urgency

    return order
