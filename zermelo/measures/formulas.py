"""Powers and products: how many nodes a tree has by its formula."""

from __future__ import annotations

import math

from zermelo.measures.subject import Answer, Subject


def power(subject: Subject, base: str, exponent: str) -> Answer:
    """A power."""
    return float(int(base) ** int(exponent))


def magnitude(subject: Subject, base: str, exponent: str) -> Answer:
    """A power as a power of ten, rounded: "10^154"."""
    return f"10^{round(float(exponent) * math.log10(float(base)))}"


def powers(subject: Subject, base: str, over: str, last: str) -> Answer:
    """b^(m × over) for m from 1 to last, rounded to whole numbers; over is 1, 1/2 or 3/4."""
    above, _, below = over.partition("/")
    share = int(above) / int(below or 1)
    return " ".join(str(round(int(base) ** (m * share))) for m in range(1, int(last) + 1))


def product(subject: Subject, factors: str) -> Answer:
    """A product of whole numbers, written with × between them."""
    return float(math.prod(int(factor) for factor in factors.split("×")))
