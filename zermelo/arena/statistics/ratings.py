"""Ratings of several engines from the games between them: Elo by maximum likelihood, with a model of draws.

The model is Davidson's: where one engine is stronger by x, games are won, drawn and lost in proportion to e^(x/2), ν
and e^(-x/2). Elo is x times 400 / ln 10 times 2 / (2 + ν), so that near-even opponents score what Elo's formula says,
however many games are drawn. The logarithm of the likelihood is concave in x and ln ν, so Newton's method finds the
only maximum; its curvature there gives the intervals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.elo import Elo
from zermelo.arena.mean import NORMAL
from zermelo.arena.statistics.estimate import LOGISTIC
from zermelo.installed import np

STEPS, SHORT, LONGEST = 200, 1e-10, 2.0  # of Newton's method: how many, which one is the last, and how far one goes
ASSUMED = 0.25  # games won by each of a pair that met, where somebody never lost or never won


@dataclass(frozen=True)
class Comparison:
    """One engine against another in one game; in a game for more players, each pair of engines is compared."""

    first: int
    second: int
    points: float  # of the first: 0, 1/2 or 1
    game: int  # comparisons of one game depend on each other


@dataclass(frozen=True)
class Ratings:
    """Each engine's Elo over the mean of all."""

    elos: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]  # of the elos; infinite where nothing is known
    draws: float  # the share of games that even opponents draw
    is_assumed: bool  # was half a game of each pair assumed, because somebody never lost or never won?

    def interval(self, engine: int) -> Elo:
        """An engine's Elo over the mean, and its 95% interval."""
        half = NORMAL * math.sqrt(max(0.0, self.covariance[engine][engine]))
        return Elo(self.elos[engine], self.elos[engine] - half, self.elos[engine] + half)

    def superiority(self, first: int, second: int) -> float:
        """How likely it is that the first engine is better than the second."""
        variances = self.covariance[first][first] + self.covariance[second][second]
        spread = math.sqrt(max(0.0, variances - 2 * self.covariance[first][second])) if math.isfinite(variances) else 0
        if not spread:
            return 0.5
        return 0.5 * math.erfc(-(self.elos[first] - self.elos[second]) / spread / math.sqrt(2))


def rate(engines: int, comparisons: Sequence[Comparison]) -> Ratings:
    """The ratings of so many engines. Those that no chain of games connects are rated within each group that is."""
    won, drawn = np.zeros((engines, engines)), np.zeros((engines, engines))  # [winner, loser]; [one, other], symmetric
    for one in comparisons:
        if one.points == 0.5:
            drawn[one.first, one.second] += 1
            drawn[one.second, one.first] += 1
        elif one.points == 1:
            won[one.first, one.second] += 1
        else:
            won[one.second, one.first] += 1
    if not won.any():
        known = 0.0 if engines < 2 else math.inf
        return Ratings((0.0,) * engines, ((known,) * engines,) * engines, 1.0 if drawn.any() else 0.0, False)
    assumed = not _is_balanced(won, won + won.T + drawn)
    if assumed:
        won = won + ASSUMED * ((won + won.T + drawn) > 0)
    x, nu = _fitted(won, drawn)
    curvature = _curvature(x, nu, won + won.T + drawn)
    spread = np.linalg.pinv(curvature, rcond=1e-9, hermitian=True)
    games = {one.game for one in comparisons}
    if len(games) < len(comparisons):  # comparisons of one game depend on each other
        spread = spread @ _scatter(x, nu, comparisons) @ spread
    scale = 2 / (2 + nu)
    # elos = LOGISTIC * scale * x, where the scale depends on ln ν
    turn = np.zeros((engines, engines + 1))
    turn[:, :engines] = LOGISTIC * scale * np.eye(engines)
    turn[:, engines] = -LOGISTIC * x * 2 * nu / (2 + nu) ** 2
    covariance = turn @ spread @ turn.T
    for lonely in range(engines):
        if not (won + won.T + drawn)[lonely].any():
            covariance[lonely, :] = covariance[:, lonely] = math.inf
    return Ratings(
        tuple(float(one) for one in LOGISTIC * scale * x),
        tuple(tuple(float(one) for one in row) for row in covariance),
        float(nu / (2 + nu)),
        assumed,
    )


def chances(difference: float, draws: float) -> tuple[float, float, float]:
    """How often an engine that is better by so many Elo wins, draws and loses, where even ones draw this share."""
    half = difference / LOGISTIC / (1 - draws) / 2
    nu = 2 * draws / (1 - draws)
    whole = math.exp(half) + nu + math.exp(-half)
    return math.exp(half) / whole, nu / whole, math.exp(-half) / whole


def _fitted(won: Any, drawn: Any) -> tuple[Any, float]:
    """The strengths, with the mean 0, and ν, that make the results the likeliest."""
    engines, met = len(won), won + won.T + drawn
    draws = drawn.sum() / 2
    x, log_nu = np.zeros(engines), math.log(2 * draws / (met.sum() / 2 - draws)) if draws else -math.inf
    for _ in range(STEPS):
        nu = math.exp(log_nu)
        up, even, _ = _shares(x, nu)
        slope = np.zeros(engines + 1)
        slope[:engines] = (won + drawn / 2 - met * (up + even / 2)).sum(axis=1)
        slope[engines] = draws - (met * even).sum() / 2 if draws else 0.0
        step = np.linalg.pinv(_curvature(x, nu, met), rcond=1e-9, hermitian=True) @ slope
        step *= min(1.0, LONGEST / max(float(np.abs(step).max()), 1e-300))
        x = x + step[:engines]
        x -= x.mean()
        log_nu += float(step[engines]) if draws else 0.0
        if np.abs(step).max() < SHORT:
            break
    return x, math.exp(log_nu)


def _shares(x: Any, nu: float) -> tuple[Any, Any, Any]:
    """How often the engine of the row wins, draws and loses against that of the column."""
    half = (x[:, None] - x[None, :]) / 2
    up, down = np.exp(half), np.exp(-half)
    whole = up + nu + down
    return up / whole, nu / whole, down / whole


def _curvature(x: Any, nu: float, met: Any) -> Any:
    """Minus the second derivatives of the logarithm of the likelihood by the strengths and ln ν."""
    engines = len(x)
    up, even, down = _shares(x, nu)
    scores = up + even / 2
    # half of (won - lost), and whether drawn: their variances and covariance in one game
    variance = met * ((up + down) / 4 - (scores - 0.5) ** 2)
    mixed = met * (-(scores - 0.5) * even)
    found = np.zeros((engines + 1, engines + 1))
    found[:engines, :engines] = np.diag(variance.sum(axis=1)) - variance
    if nu > 0:
        found[engines, :engines] = found[:engines, engines] = mixed.sum(axis=1)
        found[engines, engines] = (met * even * (1 - even)).sum() / 2
    return found


def _scatter(x: Any, nu: float, comparisons: Iterable[Comparison]) -> Any:
    """The sum over games of the squares of their slopes, for intervals that allow for dependence within a game."""
    engines = len(x)
    up, even, _ = _shares(x, nu)
    slopes: dict[int, Any] = {}
    for one in comparisons:
        slope = slopes.setdefault(one.game, np.zeros(engines + 1))
        excess = one.points - up[one.first, one.second] - even[one.first, one.second] / 2
        slope[one.first] += excess
        slope[one.second] -= excess
        slope[engines] += (one.points == 0.5) - even[one.first, one.second] if nu > 0 else 0.0
    whole = np.array(list(slopes.values()))
    return whole.T @ whole


def _is_balanced(won: Any, met: Any) -> bool:
    """Has the likelihood a maximum: did every group of engines lose a game to one of the others that it met?"""
    return bool((_reach(won > 0) == _reach(met > 0)).all())


def _reach(edges: Any) -> Any:
    """From whom whom can be reached, each by itself."""
    reach = edges | np.eye(len(edges), dtype=bool)
    while True:
        further = reach @ reach
        if (further == reach).all():
            return reach
        reach = further
