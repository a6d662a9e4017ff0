"""When a kernel does not compile: what stopped the compiler, and whose fault it is.

A game that Numba cannot compile is played interpreted, and its author is told why. A kernel of ours, or a game of this
package, that does not compile is a fault to be mended, and an error.
"""

from __future__ import annotations

import dataclasses
import inspect
import linecache
import re
import types as python_types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.compile.cache.libraries import is_library
from zermelo.compile.cache.reached import reached
from zermelo.compile.kernel.hints import advised, points_out
from zermelo.game import Game, brief

PACKAGE = str(Path(__file__).resolve().parents[2])
PLACE = re.compile(r'File "([^"]+)", line (\d+)|(?:at|from) ([^\n">]+?\.py) \((\d+)\)')  # the innermost comes first
NOT_COMPILED = {  # functions of a game
    *(
        "initial",
        "view",
        "picture",
        "touches",
        "steps",
        "ending",
        "format_action",
        "parse_action",
        "format_state",
        "parse_state",
    ),
}
STEP = "Failed in nopython mode pipeline"  # begins each level of the compiler's story


class KernelFault(RuntimeError):
    """Something of this package does not compile: never the fault of the person who meets it."""


def explain(error: BaseException, game: Game, evaluate: Any = None) -> str:
    """What stopped the compiler, in one line: the function, the line and its text, and what to write instead."""
    text = _plain(error)
    spans = list(_spans(game, evaluate))
    for found in PLACE.finditer(text):
        name, line = Path(found[1] or found[3]).name, int(found[2] or found[4])
        inside = [span for span in spans if Path(span.path).name == name and span.first <= line <= span.last]
        if inside:
            return max(inside, key=lambda span: span.first).told(line, _innermost(text[: found.start()]))
    complaint = _innermost(text)
    for span in spans:
        for line in range(min(span.first + 1, span.last), span.last + 1):
            if points_out(complaint, span.line(line)):
                return span.told(line, complaint)
    return advised(complaint, "")


@dataclass(frozen=True)
class _Span:
    """The lines of a function."""

    name: str
    path: str
    first: int
    last: int

    def line(self, number: int) -> str:
        """The text of a line, without a comment."""
        return linecache.getline(self.path, number).partition("#")[0].strip()

    def told(self, number: int, complaint: str) -> str:
        """What is wrong with a line, in one line."""
        source = self.line(number)
        where = f"{self.name}, line {number} of {Path(self.path).name}"
        return f"{where}, `{brief(source)}`: {advised(complaint, source)}"


def places(game: Game, evaluate: Any = None) -> str:
    """Where the functions stand in their files: an explanation that names a line holds only as long as they do."""
    return " ".join(f"{Path(span.path).name}:{span.first}" for span in _spans(game, evaluate))


def _spans(game: Game, evaluate: Any) -> Iterator[_Span]:
    """Every function of a game, of its state's class and of an opinion, with all that they reach from outside."""
    names = [field.name for field in dataclasses.fields(game)]
    parts = {name: getattr(game, name) for name in names if name not in NOT_COMPILED}
    named = {id(value): name for name, value in {**parts, "evaluate": evaluate or game.evaluate}.items()}
    kind = type(game.initial())
    members = [getattr(member, "fget", member) for base in kind.__mro__[:-1] for member in vars(base).values()]
    for function in _functions((*parts.values(), evaluate, *members), set()):
        if not _is_ours(function):
            yield from _code_spans(function.__code__, named.get(id(function), function.__name__))


def _code_spans(code: python_types.CodeType, name: str) -> Iterator[_Span]:
    lines = [line for _, _, line in code.co_lines() if line is not None]
    yield _Span(name, code.co_filename, min(lines, default=code.co_firstlineno), max(lines, default=0))
    for inner in code.co_consts:
        if isinstance(inner, python_types.CodeType) and inner.co_flags & inspect.CO_OPTIMIZED:  # no class
            yield from _code_spans(inner, name if inner.co_name.startswith("<") else inner.co_name)


def _innermost(text: str) -> str:
    """The last complaint in the compiler's story up to here: without the steps that led to it."""
    return text.rpartition(STEP)[2].partition("\n")[2].strip() if STEP in text else text.strip()


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
    place = PLACE.search(_plain(error))
    return place is not None and str(Path(place[1] or place[3]).resolve()).startswith(PACKAGE)


def _plain(error: BaseException) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))
