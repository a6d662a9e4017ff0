"""How a thing draws itself: by functions that are entered here, since they stand above it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# The functions of `show/` that games, analyses, traces and matches draw themselves with in a notebook. The package's
# `__init__.py` enters them here: it stands above `show/`, while this file and what draws itself stand below it.
DRAWINGS: dict[str, Callable[[Any], str]] = {}


def drawn_by(drawing: str, thing: Any) -> str:
    """The SVG or HTML that one of the DRAWINGS makes of something."""
    return DRAWINGS[drawing](thing)
