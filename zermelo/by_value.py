"""States compared and hashed by value, also those that hold NumPy arrays."""

from __future__ import annotations

import dataclasses
from typing import Any


def hashable(value: Any) -> Any:
    """A value that can be hashed, equal for equal states: the state itself, unless it holds arrays.

    Raises TypeError where something in it can neither be hashed nor is an array of numbers.
    """
    try:
        hash(value)
    except TypeError:
        return _frozen(value)
    return value


def same(one: Any, other: Any) -> bool:
    """Are two states equal by value?"""
    try:
        return bool(hashable(one) == hashable(other))
    except TypeError:
        return bool(one == other)


def written(value: Any) -> str:
    """A text that tells a state from others; NumPy's own leaves out the middle of a large array."""
    try:
        return repr(hashable(value))
    except TypeError:
        return repr(value)


def is_array(value: Any) -> bool:
    """Is it a NumPy array? Asked without importing NumPy."""
    return hasattr(value, "tobytes") and hasattr(value, "dtype") and hasattr(value, "shape") and bool(value.shape)


def array_bytes(array: Any) -> bytes:
    """The content of an array of numbers, the same whatever their width and however they lie in memory.

    Raises TypeError where it holds other things.
    """
    kind = array.dtype.kind
    if kind not in "biuf":
        raise TypeError(f"an array of {array.dtype} cannot be compared by value")
    wide = array.astype("f8" if kind == "f" else "u8" if kind == "u" else "i8")
    return bytes((wide + 0 if kind == "f" else wide).tobytes())  # -0.0 + 0 is 0.0


def _frozen(value: Any) -> Any:
    if is_array(value):
        return "array", value.shape, array_bytes(value)
    if isinstance(value, tuple):
        return tuple(map(hashable, value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type) and type(value).__hash__ is not None:
        return type(value).__name__, tuple(hashable(getattr(value, f.name)) for f in dataclasses.fields(value))
    hash(value)  # raises what says why
    return value
