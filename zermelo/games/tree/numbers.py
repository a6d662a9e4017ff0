"""Numbers and probabilities as people write them in trees, and how we write them."""

from __future__ import annotations

import math
import re
from fractions import Fraction

LEVELS = 100  # a tree may be this high
NUMBER = r"[-+−–]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
FRACTION = rf"{NUMBER}\s*/\s*\d+(?:\.\d+)?"


def read_number(text: str) -> float | None:
    """The number that a text is, 3, −0.5 or 1/3, or None."""
    over, slash, under = (part.strip() for part in text.partition("/"))
    if not re.fullmatch(NUMBER, over) or (slash and not re.fullmatch(r"\d+(?:\.\d+)?", under)):
        return None
    number = float(re.sub("[−–]", "-", over))
    if not slash:
        return number
    divisor = float(under)
    if not divisor:
        return None
    exact = number.is_integer() and divisor.is_integer() and math.isfinite(divisor)
    return float(Fraction(int(number), int(divisor))) if exact else number / divisor


def read_probability(text: str) -> float | None:
    """The probability that "0.25", "1/4" or "25%" says, or None."""
    number = read_number(text.removesuffix("%").rstrip())
    return number / 100 if number is not None and text.endswith("%") else number


def short(number: float) -> str:
    """A number as a drawing shows it."""
    return f"{number:z.6g}"


def exactly(number: float) -> str:
    """A number in as many digits as it takes to read the same again."""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
