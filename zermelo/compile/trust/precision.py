"""How exactly an evaluation computes, so that rounding is told from a true difference.

Sums of 32-bit floats come out a little different in compiled code, which adds them in another order.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from zermelo.compile.cache.reached import reached
from zermelo.compile.plain.scratch import scratch
from zermelo.compile.plain.shared import SharedTable

DOUBLE, SINGLE = 1e-9, 1e-4  # how far two answers may be apart, as a share of the largest
SMALL = ("float32", "float16")  # kinds of numbers that round early


def tolerance_of(evaluate: Callable[..., Any] | None) -> float:
    """How far two answers of an evaluation may be apart, as a share of the largest, and still be the same."""
    return SINGLE if evaluate is not None and _is_single(evaluate) else DOUBLE


def _is_single(function: Callable[..., Any]) -> bool:
    """Does a function, or anything that it reaches, compute with 32-bit floats?"""
    seen: set[int] = set()
    waiting: list[Any] = [function]
    while waiting:
        value = waiting.pop()
        value = getattr(value, "py_func", value)
        if id(value) in seen:
            continue
        seen.add(id(value))
        if _rounds_early(value):
            return True
        if isinstance(value, types.FunctionType):
            waiting += [inner for _, inner in reached(value)]
    return False


def _rounds_early(value: Any) -> bool:
    if isinstance(value, types.FunctionType):
        return value is scratch or any(name in SMALL for name in value.__code__.co_names)
    kind = value.array.dtype if isinstance(value, SharedTable) else getattr(value, "dtype", None)
    return getattr(kind, "name", "") in SMALL
