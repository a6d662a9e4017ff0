"""Integers that do not fit the 64 bits of compiled code, where they would wrap around without a word."""

from __future__ import annotations

import dis
import types as python_types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from zermelo.compile.cache.reached import reached
from zermelo.compile.plain.records import is_record, values_of
from zermelo.wide import WIDTHS, word_of_bits

BITS = 64
GROWING = ("<<", "<<=", "**", "**=")  # operators that make long integers of short ones


def room_for(bits: int) -> str:
    """What to write instead of integers with this many bits, to end a sentence."""
    word = word_of_bits(bits)
    if word is None:
        return f"use an array, or several words of up to {max(WIDTHS)} bits (zermelo.bits)"
    return f"zermelo.bits.{word.__name__} is a word of {word.bits} bits that compiles"


def wide_constant(functions: Iterable[Callable[..., Any]]) -> str:
    """The largest constant of more than 64 bits that these functions reach, told in one line; "": there is none."""
    wide = [(name, value.bit_length()) for name, value in _constants(functions) if _is_wide(value)]
    if not wide:
        return ""
    name, bits = max(wide, key=lambda one: one[1])
    return f"{name} {needs(bits)}"


def widest_constant(functions: Iterable[Callable[..., Any]]) -> int:
    """The bits of the largest constant that these functions reach and that does not fit 64; 0: all fit."""
    return max((value.bit_length() for _, value in _constants(functions) if _is_wide(value)), default=0)


def may_be_long(functions: Iterable[Callable[..., Any]]) -> bool:
    """Do these functions, or any that they reach, shift integers, or refer to one of more than 64 bits?"""
    every = list(functions)
    return any(_makes_long(code) for code in _codes(every)) or widest_constant(every) > 0


def _makes_long(code: python_types.CodeType) -> bool:
    return any(one.argrepr in GROWING for one in dis.get_instructions(code) if one.opname == "BINARY_OP")


def wide_number(state: Any) -> str:
    """An integer in a value of more than 64 bits, told in one line; "": there is none."""
    if isinstance(state, tuple) or is_record(state):
        return next(filter(None, map(wide_number, values_of(state))), "")
    return f"a number of its state {needs(state.bit_length())}" if _is_wide(state) else ""


def needs(bits: int) -> str:
    """The message about an integer with this many bits."""
    return f"needs {bits} bits, and compiled integers have {BITS}; {room_for(bits)}"


def wide_field(state: Any, state_type: Any, name: str = "the state") -> str:
    """A number in a state that does not fit its type, told in one line; "": all fit."""
    import numba

    if (isinstance(state, tuple) or is_record(state)) and isinstance(state_type, numba.types.BaseTuple):
        names = getattr(state_type, "fields", range(len(state_type)))
        for field, value, kind in zip(names, values_of(state), state_type.types, strict=False):
            told = wide_field(value, kind, str(field))
            if told:
                return told
        return ""
    if not isinstance(state, int) or not isinstance(state_type, numba.types.Integer):
        return ""
    if state_type.minval <= state <= state_type.maxval:
        return ""
    signed = "signed " if state_type.signed else ""
    fits = f"the {signed}{state_type.bitwidth} bits of compiled integers"
    instead = "begin with an int" if -(1 << 63) <= state < 1 << 63 else room_for(state.bit_length())
    return f"{name} is {short(state)}, which does not fit {fits}; {instead}"


def wide_action(action: Any) -> str:
    """An action that does not fit a compiled integer, told in one line; "": it fits."""
    if not isinstance(action, int) or -(1 << 63) <= action < 1 << 63:
        return ""
    return f"the action {short(action)} does not fit the signed {BITS} bits of compiled integers"


def short(value: Any, most: int = 60) -> str:
    """A value as Python writes it, or the beginning of that if it is long."""
    if isinstance(value, int) and value.bit_length() > 3 * most:
        return f"an integer of {value.bit_length()} bits"
    text = " ".join(repr(value).split())
    return f"{text[: most - 1]}…" if len(text) > most else text


def _is_wide(value: Any) -> bool:
    return isinstance(value, int) and not -(1 << BITS - 1) <= value < 1 << BITS


def _constants(functions: Iterable[Callable[..., Any]]) -> Iterator[tuple[str, Any]]:
    """The integers, with a name for each, that functions and all that they reach refer to."""
    for name, value in _reached(functions):
        if isinstance(value, int):
            yield name, value


def _codes(functions: Iterable[Callable[..., Any]]) -> Iterator[python_types.CodeType]:
    """The code of functions and of all that they reach, with that of functions inside them."""
    waiting = [value.__code__ for _, value in _reached(functions) if isinstance(value, python_types.FunctionType)]
    for code in waiting:
        yield code
        waiting += [inner for inner in code.co_consts if isinstance(inner, python_types.CodeType)]


def _reached(functions: Iterable[Callable[..., Any]]) -> Iterator[tuple[str, Any]]:
    """Users' functions and all integers and functions that they reach, each with a name."""
    seen: set[int] = set()
    waiting: list[tuple[str, Any]] = [("", function) for function in functions]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, int):
            yield name, value
        elif isinstance(value, tuple | list):
            waiting += [(f"a number of {name}", item) for item in value[:1000]]
        elif isinstance(value, python_types.FunctionType) and id(value) not in seen and not _is_ours(value):
            seen.add(id(value))
            yield name, value
            waiting += [(f"a number in {value.__name__}", number) for number in _written(value.__code__)]
            waiting += [item for item in reached(value) if isinstance(item[1], int | tuple | list | type(_constants))]


def _is_ours(function: python_types.FunctionType) -> bool:
    """Is it of this package? The functions of `bits` are compiled from twins that need no wider numbers."""
    return (function.__module__ or "").partition(".")[0] == "zermelo"


def _written(code: python_types.CodeType) -> Iterator[int]:
    for constant in code.co_consts:
        if isinstance(constant, int):
            yield constant
        elif isinstance(constant, python_types.CodeType):
            yield from _written(constant)
