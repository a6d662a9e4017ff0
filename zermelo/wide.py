"""Words of 128, 256 and 384 bits in plain Python; each is one number in compiled code (compile/numba/intrinsics)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

WORD = 64  # bits of the machine words that a wide word is made of
_LOWEST = (1 << WORD) - 1


def _operation(operate: Callable[[int, int], int]) -> Callable[[Any, Any], Any]:
    """A method that operates on two words, of which the wider says how wide the result is, or a word and an integer."""

    def method(self: Wide, other: Any) -> Any:
        kind = type(other) if isinstance(other, Wide) and other.bits > self.bits else type(self)
        number = _number(other, kind)
        return NotImplemented if number is None else _made(kind, operate(self._number, number))

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

    `Wide256` and `Wide384` are the same with more bits. An operation on words of two widths gives the wider one.
    """

    __slots__ = ("_number",)
    _number: int
    bits: ClassVar[int] = 128

    def __init__(self, low: Any = 0, high: Any = 0, *higher: Any) -> None:
        """low: the word's value, a wide word or an integer; high, …: added to it 64, 128, … bits further up.

        Raises ValueError where the value is negative or has more bits than the word.
        """
        number = int(low)
        for place, part in enumerate((high, *higher), 1):
            number += int(part) << WORD * place
        if not 0 <= number < 1 << self.bits:
            raise ValueError(f"a wide word is from 0 to 2**{self.bits} - 1: {_wider_words(number)}")
        object.__setattr__(self, "_number", number)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a wide word cannot be changed")

    def __reduce__(self) -> tuple[type[Wide], tuple[int]]:
        return type(self), (self._number,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._number:#x})"

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
    def words(self) -> tuple[int, ...]:
        """The word as numbers of 64 bits, the lowest first."""
        return tuple(self._number >> place & _LOWEST for place in range(0, self.bits, WORD))

    def __invert__(self) -> Wide:
        return _made(type(self), ~self._number)

    def __neg__(self) -> Wide:
        return _made(type(self), -self._number)

    def __lshift__(self, places: int) -> Wide:
        return _made(type(self), self._number << int(places) if places < self.bits else 0)  # NumPy's would overflow

    def __rshift__(self, places: int) -> Wide:
        return _made(type(self), self._number >> int(places))

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


class Wide256(Wide):
    """A word of 256 bits, for boards of up to 256 cells such as Gomoku's 15×15: see `Wide`."""

    __slots__ = ()
    bits = 256


class Wide384(Wide):
    """A word of 384 bits, for boards of up to 384 cells such as the 19×19 of Go: see `Wide`."""

    __slots__ = ()
    bits = 384


WIDTHS: dict[int, type[Wide]] = {kind.bits: kind for kind in (Wide, Wide256, Wide384)}


def word_of_bits(bits: int) -> type[Wide] | None:
    """The narrowest wide word that has room for so many bits; None: there is none."""
    return next((kind for width, kind in WIDTHS.items() if width >= bits), None)


def _made(kind: type[Wide], number: int) -> Wide:
    """The word of a number, less what does not fit."""
    word = object.__new__(kind)
    object.__setattr__(word, "_number", number & (1 << kind.bits) - 1)
    return word


def _number(value: Any, kind: type[Wide]) -> int | None:
    """The number of a word or an integer; None for anything else. Raises ValueError where it does not fit the kind."""
    if isinstance(value, Wide):
        return value._number
    return kind(value)._number if _is_whole(value) else None


def _is_whole(value: Any) -> bool:
    return hasattr(value, "__index__")


def _wider_words(number: int) -> str:
    """What to write for a number that does not fit."""
    if number < 0:
        return "negative numbers have no bits to set"
    kind = word_of_bits(number.bit_length())
    room = f"{kind.__name__} has room" if kind else f"{max(WIDTHS)} is the most"
    return f"this one needs {number.bit_length()} bits, {room}"
