"""Everything that is told about a matrix game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zermelo.hidden.matrix.correlated import Correlated, correlated_equilibrium
from zermelo.hidden.matrix.dominance import Domination, dominations, eliminate
from zermelo.hidden.matrix.equilibria import Equilibria, equilibria, zero_sum_value
from zermelo.hidden.matrix.programme import maximin
from zermelo.hidden.matrix.table import MatrixGame, Mixture


@dataclass(frozen=True)
class Security:
    """What a player can make sure of, whatever the other does: by one action, and by a mixture."""

    action: int
    sure: Fraction
    mixture: Mixture
    value: Fraction  # on average


@dataclass(frozen=True)
class Elimination:
    """The dominated actions that were removed one after another, and what was left."""

    steps: tuple[Domination, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True)
class MatrixReport:
    """The solution of a matrix game."""

    game: MatrixGame
    dominated: tuple[Domination, ...]
    strictly: Elimination  # by strict dominance
    weakly: Elimination  # also by weak dominance, in the order told
    equilibria: Equilibria
    value: Fraction | None  # of a game of constant sum, to the first player
    security: tuple[Security, Security]
    correlated: Correlated  # the largest sum of utilities
    favourites: tuple[Correlated, Correlated]  # the best for each player
    improved: dict[tuple[int, int], tuple[int, int]]  # cells, and one that is better for one and no worse for both

    def to_json(self) -> dict[str, Any]:
        """The object that `solve --json` prints of a matrix game; utilities and probabilities are numbers."""
        game, found = self.game, self.equilibria
        return {
            "game": game.title,
            "rows": list(game.rows),
            "columns": list(game.columns),
            "payoffs": [
                [[float(u) for u in game.cell(r, c)] for c in range(game.shape[1])] for r in range(game.shape[0])
            ],
            "zero_sum": game.total is not None,
            "total": None if game.total is None else float(game.total),
            "value": None if self.value is None else float(self.value),
            "dominated": [self._domination(one) for one in self.dominated],
            "strictly": self._elimination(self.strictly),
            "weakly": self._elimination(self.weakly),
            "equilibria": [
                {
                    "rows": _numbers(one.first),
                    "columns": _numbers(one.second),
                    "utilities": _numbers(one.utilities),
                    "pure": one.is_pure,
                }
                for one in found.listed
            ],
            "regions": [
                {"rows": [_numbers(x) for x in region.firsts], "columns": [_numbers(y) for y in region.seconds]}
                for region in found.regions
            ],
            "complete": found.largest is None,
            "security": [
                {
                    "action": game.names(player)[one.action],
                    "sure": float(one.sure),
                    "mixture": _numbers(one.mixture),
                    "value": float(one.value),
                }
                for player, one in enumerate(self.security)
            ],
            "correlated": _correlated(self.correlated),
            "favourites": [_correlated(one) for one in self.favourites],
            "improved": [
                {"cell": self._cell(cell), "by": self._cell(better)} for cell, better in self.improved.items()
            ],
        }

    def _domination(self, one: Domination) -> dict[str, Any]:
        names = self.game.names(one.player)
        return {
            "player": one.player,
            "action": names[one.action],
            "by": {names[action]: float(chance) for action, chance in enumerate(one.by) if chance},
            "strict": one.strict,
        }

    def _elimination(self, one: Elimination) -> dict[str, Any]:
        return {
            "steps": [self._domination(step) for step in one.steps],
            "rows": [self.game.rows[row] for row in one.rows],
            "columns": [self.game.columns[column] for column in one.columns],
        }

    def _cell(self, cell: tuple[int, int]) -> list[str]:
        return [self.game.rows[cell[0]], self.game.columns[cell[1]]]


def solve_matrix(game: MatrixGame) -> MatrixReport:
    """Dominance, equilibria, security and correlated equilibria of a matrix game."""
    found = equilibria(game)
    value = None if game.total is None else found.listed[0].utilities[0] if found.listed else zero_sum_value(game)
    return MatrixReport(
        game,
        tuple(dominations(game)),
        _elimination(game, False),
        _elimination(game, True),
        found,
        value,
        (security(game, 0), security(game, 1)),
        correlated_equilibrium(game),
        (correlated_equilibrium(game, (1.0, 0.0)), correlated_equilibrium(game, (0.0, 1.0))),
        improved(game),
    )


def security(game: MatrixGame, player: int) -> Security:
    """The most that a player can make sure of."""
    payoffs = game.payoffs(player)
    action = max(range(len(payoffs)), key=lambda one: min(payoffs[one]))
    mixture, value = maximin(payoffs)
    return Security(action, min(payoffs[action]), mixture, value)


def improved(game: MatrixGame) -> dict[tuple[int, int], tuple[int, int]]:
    """The Pareto-dominated cells: for each the cell, of those that are no worse for both, with the largest sum."""
    found = {}
    for cell in game.cells():
        here = game.cell(*cell)
        better = [
            other
            for other in game.cells()
            if game.cell(*other) != here and all(b >= a for a, b in zip(here, game.cell(*other), strict=True))
        ]
        if better:
            found[cell] = max(better, key=lambda other: sum(game.cell(*other)))
    return found


def _elimination(game: MatrixGame, weakly: bool) -> Elimination:
    steps, rows, columns = eliminate(game, weakly)
    return Elimination(tuple(steps), tuple(rows), tuple(columns))


def _numbers(mixture: tuple[Fraction, ...]) -> list[float]:
    return [float(number) for number in mixture]


def _correlated(found: Correlated) -> dict[str, Any]:
    return {"chances": [_numbers(row) for row in found.chances], "utilities": _numbers(found.utilities)}
