"""How the value of a position is written, wherever a person reads it: signs, digits, infinity, percentages, bounds.

The texts of `game`, the traces of `search/`, the words of `show/worth.py` and what the page prints are all made of
these. A rounding error is 0, and 0 has no sign.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

CLOSE = 1e-9  # values that differ by less, as a share of a scale of at most 1, are the same
ROUNDING = 1e-14  # the share of a larger scale that computing with 64-bit numbers loses


def rounding(scale: float) -> float:
    """How far a value may be from the true one by rounding, where utilities are about as large as `scale`.

    A large scale may be a bound that no game comes near, so it excuses only what the computer loses.
    """
    return max(CLOSE * min(scale, 1.0), ROUNDING * scale)


def is_zero(value: float, scale: float = 1.0) -> bool:
    """Is a value, or a difference of values, 0 but for rounding?"""
    return abs(value) <= rounding(scale)


def plain(value: float, scale: float = 1.0, digits: int = 6) -> str:
    """A value as text: 3, -0.25, 0 where it is a rounding error, +∞."""
    if math.isinf(value):
        return "-∞" if value < 0 else "+∞"
    return "0" if is_zero(value, scale) else f"{value:.{digits}g}"


def signed(value: float, scale: float = 1.0) -> str:
    """A value with its sign, with four digits: +1, -0.25, 0 where it is a rounding error, +∞."""
    if math.isinf(value) or is_zero(value, scale):
        return plain(value, scale)
    return f"{value:+.4g}"


def whole(value: float) -> str:
    """A difference as a whole number with its sign: +12, -3, +∞."""
    return f"{round(value):+d}" if math.isfinite(value) else plain(value)


def fixed(value: float) -> str:
    """A value with two decimals, for a column of them: 0.50, -0.25."""
    return f"{value:z.2f}"


def percent(share: float, digits: int = 0) -> str:
    """A share or a probability: 54%, with one digit 54.2%."""
    return f"{share:.{digits}%}"


def both_shares(share: float) -> tuple[str, str]:
    """The shares of two sides, which add up to 100%."""
    rounded = round(100 * share)
    return f"{rounded}%", f"{100 - rounded}%"


def worth(value: float | None, values: Sequence[float] = (), scale: float = 1.0, digits: int = 6) -> str:
    """A value, or those of all players, (1, 0, -1); "" if it is not known."""
    if values:
        return f"({', '.join(plain(one, scale, digits) for one in values)})"
    return "" if value is None else plain(value, scale, digits)


def bounded(worth: str, bound: str) -> str:
    """A value as far as it is known: 3, ≤2, ≥3, 1.5… while an average adds up, 2? where cuts leave it open."""
    return f"{bound}{worth}" if bound in ("≤", "≥") else f"{worth}{bound}"


def window(alpha: float, beta: float, scale: float = 1.0, gap: str = "  ") -> str:
    """Alpha and beta: "α -∞  β 3"."""
    return f"α {plain(alpha, scale)}{gap}β {plain(beta, scale)}"


def counted(number: str, noun: str) -> str:
    """A number, as it is written, of what a plural noun names: "3 tricks", "1 trick"."""
    if number.lstrip("-−+") != "1" or noun.endswith("ss"):
        return f"{number} {noun}"
    for ending, instead in (("ies", "y"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if noun.endswith(ending):
            return f"{number} {noun.removesuffix(ending)}{instead}"
    return f"{number} {noun}"
