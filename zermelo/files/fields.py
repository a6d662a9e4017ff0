"""The values of a header, checked one by one: what was written by hand, or by another version, is told and not used."""

from __future__ import annotations

import math
from typing import Any

MOST = 1 << 53  # what a count can be: all whole numbers up to it are floats too


def whole(value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number within bounds. Raises ValueError."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"not a whole number from {least} to {most}")
    return value


def number(value: Any, least: float = 0.0, most: float = 1e15) -> float:
    """A finite number within bounds. Raises ValueError."""
    if type(value) not in (int, float) or not math.isfinite(value) or not least <= value <= most:
        raise ValueError(f"not a number from {least} to {most}")
    return float(value)


def switch(value: Any) -> bool:
    """True or false. Raises ValueError."""
    if type(value) is not bool:
        raise ValueError("neither true nor false")
    return value
