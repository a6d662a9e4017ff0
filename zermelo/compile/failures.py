"""When a kernel does not compile: what stopped the compiler, and whose fault it is.

A game that Numba cannot compile is played interpreted, and its author is told why. A kernel of ours, or a game of this
package, that does not compile is a fault to be mended, and an error.
"""

from __future__ import annotations

import dataclasses
import re
import types as python_types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from zermelo.compile.libraries import is_library
from zermelo.compile.reached import reached
from zermelo.game import Game

PACKAGE = str(Path(__file__).resolve().parents[1])

CAUSE = re.compile(
    r"\s*(Untyped global|Unknown attribute|No implementation of|Cannot|Invalid use|Use of|Unsupported"
    r"|.*changes the type of|.*is not supported|.*has no attribute)"
)


class KernelFault(RuntimeError):
    """Something of this package does not compile: never the fault of the person who meets it."""


def explain(error: BaseException, game: Game) -> str:
    """What stopped the compiler, and at which line of the game, from Numba's long story."""
    text = _plain(error)
    functions = (game.to_move, game.actions, game.result, game.is_terminal, game.utility, game.chances, game.evaluate)
    files = {Path(f.__code__.co_filename).name for f in functions if isinstance(f, python_types.FunctionType)}
    own = [(Path(file).name, line) for file, line in _places(text) if Path(file).name in files]
    causes = [line.strip() for line in text.splitlines() if CAUSE.match(line) and "Function(<" not in line]
    first = text.strip().splitlines()[:1] or [type(error).__name__]
    cause = (causes[-1] if causes else first[0])[:160]
    return f"line {own[-1][1]} of {own[-1][0]}: {cause}" if own else cause


def involves_user(*parts: Any) -> bool:
    """Is any function that these reach from outside this package (and the libraries that it stands on)?

    parts: functions, or records and tuples of such.
    """
    return any(not _is_ours(function) for function in _functions(parts, set()))


def _is_ours(function: python_types.FunctionType) -> bool:
    module, path = function.__module__ or "", function.__code__.co_filename
    is_made = module.startswith("namedtuple_")  # by Python's library
    return is_made or is_library(module) or str(Path(path).resolve()).startswith(PACKAGE)


def _functions(value: Any, seen: set[int]) -> Iterator[python_types.FunctionType]:
    """Every plain function that a value holds or reaches."""
    value = getattr(value, "py_func", value)
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, python_types.FunctionType):
        yield value
        for _, inner in reached(value):
            yield from _functions(inner, seen)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _functions(item, seen)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _functions(getattr(value, field.name), seen)


def points_at_us(error: BaseException) -> bool:
    """Is the innermost line that the compiler names one of ours?"""
    places = _places(_plain(error))
    return bool(places) and str(Path(places[-1][0]).resolve()).startswith(PACKAGE)


def _plain(error: BaseException) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))


def _places(text: str) -> list[tuple[str, str]]:
    return re.findall(r'File "([^"]+)", line (\d+)', text)
