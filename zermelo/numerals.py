"""How the value of a position is written, wherever a person reads it: signs, digits, infinity, percentages, bounds.

The texts of `game`, the traces of `search/`, the words of `show/worth.py` and what the page prints are all made of
these. A rounding error is 0, and 0 has no sign. Here are also the few words and numbers that `Game` needs to speak of
its players and to read a position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

CLOSE = 1e-9  # values that differ by less, as a share of a scale of at most 1, are the same
ROUNDING = 1e-14  # the share of a larger scale that computing with 64-bit numbers loses
TENTHS, HUNDREDTHS = 1, 2  # decimals of an estimate: of what can only be counted, and of everything else
TINY = 1e-6  # below it a number is written as a power of ten
MANY = 1000.0  # from here on an estimate is a whole number
VAST = 1e15  # from here on a number is written as a power of ten: nobody counts so many zeros
PLURALS = {"mice", "geese", "sheep", "people", "men", "women", "children", "police", "cattle", "oxen", "fish", "deer"}


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
    return "0" if is_zero(value, scale) else _written(value, digits)


def signed(value: float, scale: float = 1.0) -> str:
    """A value with its sign, with four digits: +1, -0.25, 0 where it is a rounding error, +∞."""
    if math.isinf(value) or is_zero(value, scale):
        return plain(value, scale)
    return f"{'+' if value > 0 else ''}{_written(value, 4)}"


def _written(value: float, digits: int) -> str:
    """A number with so many digits that count: 1230000, 0.000012; a power of ten beyond: 2e-09, 3·10^20."""
    text = f"{value:.{digits}g}"
    if "e" not in text or abs(value) < TINY:
        return text
    if abs(value) >= VAST:
        return _power(value, digits)
    places = digits - 1 - math.floor(math.log10(abs(value)))
    return f"{value:.{places}f}".rstrip("0") if places > 0 else f"{round(value, places):.0f}"


def _power(value: float, digits: int) -> str:
    """A number beyond what people count: 1.5·10^55."""
    factor, exponent = f"{value:.{digits - 1}e}".split("e")
    return f"{factor.rstrip('0').rstrip('.') if '.' in factor else factor}·10^{int(exponent)}"


def estimated(value: float, decimals: int = HUNDREDTHS, scale: float = 1.0) -> str:
    """A value that people compare with others in its unit, with its sign: +0.31, -12.5, +233,600, 0.00.

    decimals: TENTHS or HUNDREDTHS, the same for all values of a unit; from MANY on there are none. What is rounded to 0
    has no sign. Utilities of a game that are all tiny are written as `signed` does.
    """
    if math.isinf(value):
        return plain(value, scale)
    if abs(value) >= VAST:
        return f"{'+' if value > 0 else ''}{_power(value, 3)}"
    if scale < 10.0**-decimals:
        return signed(value, scale)
    places = 0 if abs(value) >= MANY else decimals
    rounded = 0.0 if is_zero(value, scale) else round(value, places)
    return f"{rounded:+,.{places}f}" if rounded else f"{0:.{places}f}"


def settled(value: float, scale: float = 1.0) -> str:
    """A value that is known for certain: a whole number is written as one, +8, 0, +12,000; others with four digits."""
    if abs(value) < VAST and is_zero(value - round(value), scale):
        return f"{round(value):+,d}" if round(value) else "0"
    return signed(value, scale)


def whole(value: float) -> str:
    """A difference as a whole number with its sign: +12, -3, +∞."""
    return f"{round(value):+d}" if math.isfinite(value) else plain(value)


def fixed(value: float) -> str:
    """A value with two decimals, for a column of them: 0.50, -0.25."""
    return f"{value:z.2f}"


def tenths(value: float) -> str:
    """A quantity with one decimal: 12.5."""
    return f"{value:.1f}"


def percent(share: float, digits: int = 0) -> str:
    """A share or a probability: 54%, with one digit 54.2%."""
    return f"{share:.{digits}%}"


def likelihood(probability: float) -> str:
    """The probability of something that can happen, which is never told as none: 2.8%, <0.1%."""
    return "<0.1%" if 0.0 < probability < 0.0005 else percent(probability, 1)


def both_shares(share: float) -> tuple[str, str]:
    """The shares of two sides, which add up to 100%."""
    rounded = round(100 * share)
    return f"{rounded}%", f"{100 - rounded}%"


def given_away(share: float, best: float) -> str:
    """How much less one share is than the best one, as both are written: -3%, and = where they are alike."""
    lost = round(100 * best) - round(100 * share)
    return f"-{lost}%" if lost > 0 else "="


def worth(value: float | None, values: Sequence[float] = (), scale: float = 1.0, digits: int = 6) -> str:
    """A value, or those of all players, (1, 0, -1); "" if it is not known."""
    if values:
        return f"({', '.join(plain(one, scale, digits) for one in values)})"
    return "" if value is None else plain(value, scale, digits)


def bounded(worth: str, bound: str) -> str:
    """A value as far as it is known: 3, ≤2, ≥3, 1.5… while an average adds up, 2? where cuts leave it open."""
    return f"{bound}{worth}" if bound in ("≤", "≥") else f"{worth}{bound}"


def fraction(won: float, visits: int, scale: float = 1.0) -> str:
    """W/N of Monte Carlo tree search, what was won in how many simulations: 3/7, 2.5/4."""
    return f"{plain(won, scale)}/{visits}"


def window(alpha: float, beta: float, scale: float = 1.0, gap: str = "  ") -> str:
    """Alpha and beta: "α -∞  β 3"."""
    return f"α {plain(alpha, scale)}{gap}β {plain(beta, scale)}"


def as_typed(value: object) -> str:
    """A parameter's value as a person types it: true, 9, random."""
    return str(value).lower() if isinstance(value, bool) else str(value)


LONGEST_ERROR = 300  # characters of an error, at most, where what went wrong was worded by others


def brief(text: object, most: int = 60) -> str:
    """A text as it is quoted in an error: on one line, and only the beginning of a long one."""
    line = " ".join(str(text)[: 20 * most].split())
    return f"{line[: most - 1]}…" if len(line) > most else line


def counted(number: str, noun: str) -> str:
    """A number, as it is written, of what a plural noun names: "3 tricks", "1 trick"."""
    if number.lstrip("-−+") != "1" or noun.endswith("ss"):
        return f"{number} {noun}"
    for ending, instead in (("ies", "y"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if noun.endswith(ending):
            return f"{number} {noun.removesuffix(ending)}{instead}"
    return f"{number} {noun}"


def may_be_plural(name: str) -> bool:
    """Might a player's name be plural, so that a sentence needs to read well either way? "Hounds", "the mice"."""
    last = name.lower().split()[-1] if name.split() else ""
    return last in PLURALS or (last.endswith("s") and not last.endswith(("ss", "us"))) or " and " in name.lower()


def capitalised(name: str) -> str:
    """A name as it begins a sentence."""
    return f"{name[:1].upper()}{name[1:]}"


def read_numbers(example: Any, text: str) -> Any:
    """Reads "3,0" into a state like the example, a NamedTuple of numbers."""
    if not (isinstance(example, tuple) and hasattr(example, "_fields")):
        raise ValueError("this game reads no positions; use --moves from the start")
    fields = example._fields
    words = [word for word in text.replace(",", " ").split() if word]
    if len(words) != len(fields):
        raise ValueError(f"give {len(fields)} numbers: {','.join(fields)}")
    values: list[Any] = []
    for name, kind, word in zip(fields, example, words, strict=True):
        try:
            values.append(bool(int(word)) if isinstance(kind, bool) else type(kind)(word))
        except (TypeError, ValueError):
            raise ValueError(f"{name} must be a number, not '{word}'") from None
    return type(example)(*values)
