"""Values of a user's state as compiled code takes them, where Python's own would not say how large they may become."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


class Held:
    """The items of a tuple whose length varies, and the type that it has in compiled code."""

    __slots__ = ("_numba_type_", "parts")

    def __init__(self, kind: Any, count: int, items: tuple[Any, ...]) -> None:
        """count: how many of the items there are; the rest only fills the room."""
        self._numba_type_, self.parts = kind, (count, items)

    def __iter__(self) -> Iterator[Any]:
        count, items = self.parts
        return iter(items[:count])


class HeldLong:
    """An integer of more than 64 bits, as words, and the type that it has in compiled code."""

    __slots__ = ("_numba_type_", "_number", "parts")

    def __init__(self, kind: Any, number: int) -> None:
        self._numba_type_, self._number = kind, number
        self.parts = tuple(number >> place & (1 << 64) - 1 for place in range(0, kind.bits, 64))

    def __int__(self) -> int:
        return self._number


@dataclass(frozen=True)
class LongConstant:
    """An integer of more than 64 bits that a function refers to, in a game whose integers have so many bits."""

    number: int
    bits: int
