"""Functions that have the names of the fields of `Game` that they are for, so that each is named once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def named(*functions: Callable[..., Any]) -> dict[str, Any]:
    """The functions by their names: `**named(key, ending)` stands for `key=key, ending=ending`."""
    return {function.__name__: function for function in functions}
