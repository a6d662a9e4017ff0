"""The mean of the games' results, for a game whose utilities are more than won, drawn and lost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

NORMAL = 1.959964  # standard errors that hold 95%


class Mean(NamedTuple):
    """A mean and its 95% interval; infinite where one result or none says nothing about the spread."""

    value: float
    low: float
    high: float


def mean_of(numbers: Sequence[float]) -> Mean:
    """The mean, with the normal interval of its standard error; 0 where there are no numbers."""
    if not numbers:
        return Mean(0.0, -math.inf, math.inf)
    value = math.fsum(numbers) / len(numbers)
    if len(numbers) == 1:
        return Mean(value, -math.inf, math.inf)
    spread = math.fsum((number - value) ** 2 for number in numbers) / (len(numbers) - 1)
    half = NORMAL * math.sqrt(spread / len(numbers))
    return Mean(value, value - half, value + half)
