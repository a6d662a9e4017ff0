"""A tuple of a user's state whose length varies, as compiled code takes it: with room for more items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Held:
    """The items of a tuple, and the type that it has in compiled code."""

    __slots__ = ("_numba_type_", "parts")

    def __init__(self, kind: Any, count: int, items: tuple[Any, ...]) -> None:
        """count: how many of the items there are; the rest only fills the room."""
        self._numba_type_, self.parts = kind, (count, items)

    def __iter__(self) -> Iterator[Any]:
        count, items = self.parts
        return iter(items[:count])
