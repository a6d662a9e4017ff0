"""What a class in AIMA's style must have, and why one is refused."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, cast

from zermelo.adapters.classes import has, lacking

KIND = "an AIMA class"
PARTS = ("actions", "result", "utility", ("is_terminal", "terminal_test"))
CHANCE_PARTS = ("chances", "outcome", "probability")


def resembles(thing: Any) -> bool:
    """Does a class or an object have at least half of the methods, or pass them on from an object that has?"""
    return len(lacking(thing, *PARTS)) <= 2 or passes_on(thing)


def passes_on(thing: Any) -> bool:
    """Does an object give the methods of another, by its `__getattr__`?"""
    if isinstance(thing, type) or inspect.getattr_static(type(thing), "__getattr__", None) is None:
        return False
    try:
        return all(inspect.ismethod(getattr(thing, name, None)) for name in ("actions", "result", "utility"))
    except Exception:  # whatever an object of somebody else raises when it is asked
        return False


def refusal(thing: Any) -> str:
    """What a class or an object lacks, in words; "": nothing."""
    if passes_on(thing):
        return ""
    missing = lacking(thing, *PARTS)
    if is_stochastic(thing):
        missing += lacking(thing, *CHANCE_PARTS)
    return f"lacks {' and '.join(missing)}" if missing else ""


def is_stochastic(thing: Any) -> bool:
    """Has a class or an object chances in AIMA's style?"""
    return any(offers(thing, name) for name in CHANCE_PARTS)


def offers(thing: Any, name: str) -> bool:
    """Has a class or an object a method, its own or one that it passes on?"""
    return has(thing, name) or (passes_on(thing) and inspect.ismethod(getattr(thing, name, None)))


def maker(kind: Any) -> Callable[..., Any]:
    """The class itself, with the parameters of its constructor."""
    return cast(Callable[..., Any], kind)
