"""Linear programmes by SciPy's HiGHS, and the fractions that their solutions stand for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from zermelo.game import ZermeloError
from zermelo.hidden.matrix.table import Mixture, Payoffs

LARGEST = 10_000  # the denominator of a fraction that is recognised
CLOSE = 1e-9  # how near a number must be to a fraction to be taken for it


def maximise(
    weights: Sequence[float],
    at_most: Sequence[Sequence[float]],
    limits: Sequence[float],
    equal: Sequence[Sequence[float]] = (),
    to: Sequence[float] = (),
    free: Sequence[int] = (),
) -> list[float]:
    """The x ≥ 0 for which weights · x is largest, where at_most · x ≤ limits and equal · x = to.

    free: the places of x that may be negative. Raises ZermeloError if there is none.
    """
    from scipy.optimize import linprog

    bounds = [(None, None) if place in set(free) else (0.0, None) for place in range(len(weights))]
    found: Any = linprog(
        [-weight for weight in weights],
        A_ub=list(at_most) or None,
        b_ub=list(limits) or None,
        A_eq=list(equal) or None,
        b_eq=list(to) or None,
        bounds=bounds,
        method="highs",
    )
    if not found.success:
        raise ZermeloError(f"the linear programme has no solution: {found.message}")
    return [float(number) for number in found.x]


def recognised(number: float) -> Fraction | None:
    """The fraction with a small denominator that a number stands for; None: it is none."""
    near = Fraction(number).limit_denominator(LARGEST)
    return near if abs(float(near) - number) <= CLOSE * max(1.0, abs(number)) else None


def as_mixture(numbers: Sequence[float]) -> Mixture:
    """Probabilities that a programme found, as fractions that add up to 1: the recognised ones if they do."""
    clipped = [max(0.0, number) for number in numbers]
    found = [recognised(number) for number in clipped]
    known = [fraction for fraction in found if fraction is not None]
    if len(known) == len(found) and sum(known) == 1:
        return tuple(known)
    exact = [Fraction(number) for number in clipped]
    total = sum(exact, Fraction())
    return tuple(number / total for number in exact)


def scaled(payoffs: Payoffs) -> list[list[float]]:
    """The payoffs between 0 and 1, which the solver's tolerances suit; every constant table is 0."""
    low, high = min(map(min, payoffs)), max(map(max, payoffs))
    spread = high - low or Fraction(1)
    return [[float((worth - low) / spread) for worth in row] for row in payoffs]


def maximin(payoffs: Payoffs) -> tuple[Mixture, Fraction]:
    """The mixture that makes the most sure, whatever the other does, and what it makes sure.

    The second number is exact for the mixture that is returned.
    """
    table = scaled(payoffs)
    actions, others = len(table), len(table[0])
    at_most = [[-table[action][other] for action in range(actions)] + [1.0] for other in range(others)]
    found = maximise([0.0] * actions + [1.0], at_most, [0.0] * others, [[1.0] * actions + [0.0]], [1.0], [actions])
    mixture = as_mixture(found[:actions])
    return mixture, sure_worth(payoffs, mixture)


def sure_worth(payoffs: Payoffs, mixture: Mixture) -> Fraction:
    """The least that a mixture of a player's actions is worth on average, whatever the other does."""
    return min(
        sum((p * row[other] for p, row in zip(mixture, payoffs, strict=True)), Fraction())
        for other in range(len(payoffs[0]))
    )
