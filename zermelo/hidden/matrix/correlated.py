"""Correlated equilibria: a referee draws a cell and tells each player only its own action; to obey is a best reply.

They are the solutions of linear inequalities, so the best one by any weighing of the utilities is a linear programme.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.hidden.matrix.programme import as_mixture, maximise, recognised, scaled
from zermelo.hidden.matrix.table import MatrixGame


@dataclass(frozen=True)
class Correlated:
    """A correlated equilibrium: the probability of every cell, and what the players get on average."""

    chances: tuple[tuple[Fraction, ...], ...]  # [row][column]
    utilities: tuple[Fraction, Fraction]


def correlated_equilibrium(game: MatrixGame, weights: tuple[float, float] = (1.0, 1.0)) -> Correlated:
    """The correlated equilibrium with the largest weighted sum of utilities: by default the largest sum.

    weights (1, 0) and (0, 1) give the best for one of the players. Several may be as good; one of them is returned.
    """
    rows, columns = game.shape
    low = min(min(map(min, game.first)), min(map(min, game.second)))
    high = max(max(map(max, game.first)), max(map(max, game.second)))
    spread = float(high - low) or 1.0
    sums = [weights[0] * float(one) + weights[1] * float(two) for one, two in (game.cell(*c) for c in game.cells())]
    found = maximise(
        [weight / spread for weight in sums],
        constraints := _incentives(game),
        [0.0] * len(constraints),
        [[1.0] * rows * columns],
        [1.0],
    )
    flat = as_mixture(found)
    chances = tuple(flat[row * columns : (row + 1) * columns] for row in range(rows))
    totals = [Fraction(), Fraction()]
    for row, column in game.cells():
        for player in range(2):
            totals[player] += chances[row][column] * game.cell(row, column)[player]
    one, two = (recognised(float(total)) or total for total in totals)
    return Correlated(chances, (one, two))


def gain(game: MatrixGame, found: Correlated) -> Fraction:
    """The most that a player gains by disobeying; 0 or less: it is a correlated equilibrium."""
    rows, columns = game.shape
    gains = [Fraction()]
    for told in range(rows):
        for other in range(rows):
            changes = [game.first[other][column] - game.first[told][column] for column in range(columns)]
            gains.append(sum((p * c for p, c in zip(found.chances[told], changes, strict=True)), Fraction()))
    for told in range(columns):
        for other in range(columns):
            changes = [game.second[other][row] - game.second[told][row] for row in range(rows)]
            gains.append(sum((found.chances[row][told] * changes[row] for row in range(rows)), Fraction()))
    return max(gains)


def _incentives(game: MatrixGame) -> list[list[float]]:
    """Rows of coefficients of the cells' probabilities: what is gained by disobeying, which is at most 0."""
    rows, columns = game.shape
    first, second = scaled(game.first), scaled(game.second)
    found = []
    for told in range(rows):
        for other in range(rows):
            if other != told:
                line = [0.0] * (rows * columns)
                for column in range(columns):
                    line[told * columns + column] = first[other][column] - first[told][column]
                found.append(line)
    for told in range(columns):
        for other in range(columns):
            if other != told:
                line = [0.0] * (rows * columns)
                for row in range(rows):
                    line[row * columns + told] = second[other][row] - second[told][row]
                found.append(line)
    return found
