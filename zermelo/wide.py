"""Words of 128 bits in plain Python; compiled code has them as one number (see compile/intrinsics/wide.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

BITS = 128
_HALF = 64
_ALL = (1 << BITS) - 1


def _operation(operate: Callable[[int, int], int]) -> Callable[[Any, Any], Any]:
    """A method that operates on two words, or on a word and an integer that fits one."""

    def method(self: Wide, other: Any) -> Any:
        number = _number(other)
        return NotImplemented if number is None else _made(operate(self._number, number))

    return method


def _reflected(operate: Callable[[int, int], int]) -> Callable[[Any, Any], Any]:
    return _operation(lambda number, other: operate(other, number))


def _comparison(compare: Callable[[int, int], bool]) -> Callable[[Any, Any], Any]:
    def method(self: Wide, other: Any) -> Any:
        number = other._number if isinstance(other, Wide) else other
        return compare(self._number, number) if _is_whole(number) else NotImplemented

    return method


class Wide:
    """A word of 128 bits, for boards of up to 128 cells: a non-negative integer that cannot be changed.

        stones = Wide(1) << 80 | 1        # operators take words and non-negative integers
        if stones & stones >> 9: …        # true if any bit is set

    Sums, differences and products are taken modulo 2**128, and bits that are shifted out are lost. Equal to the integer
    of the same value, and hashed like it. The verbs of `zermelo.bits` take it as they take any word.
    """

    __slots__ = ("_number",)
    _number: int

    def __init__(self, low: Any = 0, high: Any = 0) -> None:
        """low: the word's value, a Wide or an integer; high: added to its upper 64 bits.

        Raises ValueError where the value is negative or has more than 128 bits.
        """
        number = int(low) + (int(high) << _HALF)
        if not 0 <= number <= _ALL:
            raise ValueError(f"a wide word is from 0 to 2**{BITS} - 1")
        object.__setattr__(self, "_number", number)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a wide word cannot be changed")

    def __reduce__(self) -> tuple[type[Wide], tuple[int]]:
        return Wide, (self._number,)

    def __repr__(self) -> str:
        return f"Wide({self._number:#x})"

    def __str__(self) -> str:
        return str(self._number)

    def __hash__(self) -> int:
        return hash(self._number)

    def __bool__(self) -> bool:
        return self._number != 0

    def __int__(self) -> int:
        return self._number

    __index__ = __int__

    @property
    def _low(self) -> int:
        """The lower 64 bits, for compiled code."""
        return self._number & ((1 << _HALF) - 1)

    @property
    def _high(self) -> int:
        return self._number >> _HALF

    def __invert__(self) -> Wide:
        return _made(~self._number)

    def __neg__(self) -> Wide:
        return _made(-self._number)

    def __lshift__(self, places: int) -> Wide:
        return _made(self._number << int(places)) if places < BITS else _made(0)  # NumPy's numbers would overflow

    def __rshift__(self, places: int) -> Wide:
        return _made(self._number >> int(places))

    __and__ = _operation(lambda one, other: one & other)
    __or__ = _operation(lambda one, other: one | other)
    __xor__ = _operation(lambda one, other: one ^ other)
    __add__ = _operation(lambda one, other: one + other)
    __sub__ = _operation(lambda one, other: one - other)
    __mul__ = _operation(lambda one, other: one * other)
    __rand__, __ror__, __rxor__, __radd__, __rmul__ = __and__, __or__, __xor__, __add__, __mul__
    __rsub__ = _reflected(lambda one, other: one - other)

    __eq__ = _comparison(lambda one, other: one == other)
    __lt__ = _comparison(lambda one, other: one < other)
    __le__ = _comparison(lambda one, other: one <= other)
    __gt__ = _comparison(lambda one, other: one > other)
    __ge__ = _comparison(lambda one, other: one >= other)


def _made(number: int) -> Wide:
    """The word of a number, less what does not fit."""
    word = object.__new__(Wide)
    object.__setattr__(word, "_number", number & _ALL)
    return word


def _number(value: Any) -> int | None:
    """The number of a word or an integer; None for anything else. Raises ValueError where it does not fit a word."""
    if isinstance(value, Wide):
        return value._number
    return Wide(value)._number if _is_whole(value) else None


def _is_whole(value: Any) -> bool:
    return hasattr(value, "__index__")
