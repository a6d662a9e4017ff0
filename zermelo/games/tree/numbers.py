"""Numbers and probabilities as people write them in trees."""

from __future__ import annotations

import re
from fractions import Fraction

LEVELS = 100  # a tree may be this high
NUMBER = r"[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"


def read_number(text: str) -> float | None:
    """The number that a text is, or None."""
    return float(text.replace("−", "-")) if re.fullmatch(NUMBER, text) else None


def read_probability(text: str) -> float | None:
    """The probability that "0.25", "1/4" or "25%" says, or None."""
    if match := re.fullmatch(r"(\d+)\s*/\s*(\d+)", text):
        return float(Fraction(int(match[1]), int(match[2]))) if int(match[2]) else None
    number = read_number(text.removesuffix("%").rstrip())
    return number / 100 if number is not None and text.endswith("%") else number
